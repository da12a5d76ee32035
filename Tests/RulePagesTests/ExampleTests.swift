import Basics
import Foundation
import RuleExamples
import StickerLint
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// Each rule's examples, linted as packs on disk.
@Suite("Examples of rules")
struct ExampleTests {
  @Test(
    "only its rule finds something in a failing example, and no rule in a passing one",
    arguments: Rule.all.map(\.id))
  func verdicts(_ id: String) async throws {
    let rule = try #require(Rule.named(id))
    for (example, findings) in zip(
      rule.examples, try await LintedExamples.shared.findings(of: rule))
    {
      let expected: Set<String> = example.verdict == .fails ? [rule.id] : []
      #expect(
        Set(findings.map(\.rule)) == expected,
        "\"\(example.caption)\": \(findings.map { "\($0.rule): \($0.message)" })")
    }
  }

  @Test(
    "each rule has failing and passing examples with different captions",
    arguments: Rule.all.map(\.id))
  func coverage(_ id: String) throws {
    let examples = try #require(Rule.named(id)).examples
    #expect(examples.contains { $0.verdict == .fails })
    #expect(examples.contains { $0.verdict == .passes })
    #expect(Set(examples.map(\.caption)).count == examples.count)
    for example in examples {
      #expect(!example.caption.isEmpty && !example.caption.hasSuffix("."))
    }
  }

  /// Every option of every rule.
  static let options = Rule.all.flatMap { rule in
    rule.options.map { (rule: rule.id, option: $0.name) }
  }

  @Test("each option changes the verdict of an example", arguments: options)
  func option(_ id: String, _ option: String) async throws {
    let rule = try #require(Rule.named(id))
    let example = try #require(
      rule.examples.first { $0.rules[id]?.options[option] != nil }, "no example sets it")
    var withDefault = example
    withDefault.rules[id] = nil
    let isFound = try await withDefault.findings().contains { $0.rule == id }
    #expect(isFound == (example.verdict == .passes))
  }
}

/// The findings in the examples of each rule, which several tests read.
actor LintedExamples {
  static let shared = LintedExamples()

  private var lints: [String: Task<[[Finding]], any Error>] = [:]

  /// The findings of a rule's examples, in their order.
  func findings(of rule: Rule) async throws -> [[Finding]] {
    let lint =
      lints[rule.id]
      ?? Task {
        var findings: [[Finding]] = []
        for example in rule.examples { findings.append(try await example.findings()) }
        return findings
      }
    lints[rule.id] = lint
    return try await lint.value
  }
}

extension Rule.Example {
  /// The findings of a lint of the example that are not suppressed. Paths start in its folder.
  func findings() async throws -> [Finding] {
    let folder = try TemporaryFolder()
    let name = "Stickers"
    for file in try packFiles {
      try file.write(to: folder.url.appending(path: "\(name)/\(file.path)"))
    }
    var packs = try PackDiscovery(at: ["\(folder.path)/\(name)"]).packs
    if let bundle {
      let expected = try expected(bundle, in: packs[0])
      packs[0].built?.expected = expected
    }
    var linter = Linter(jobs: 1)
    linter.destination = limits.map { .example($0) } ?? .messages
    return try await linter.lint(packs).findings.filter(\.isOpen).map {
      var finding = $0
      finding.subject = FileID(
        FilePath(finding.file.replacing(name + "/", with: "")), finding.subject.role)
      finding.message = finding.message.replacing(name + "/", with: "")
      return finding
    }
  }

  /// A bundle with the art of a product, and stickers that the product does not have.
  private func expected(_ ids: [String], in pack: PackSource) throws -> ExpectedPack {
    let stickers = try ids.map { id in
      let own = pack.stickers.first { $0.id == id }
      let art = try own.map { try FileReading.digest(ofFileAt: $0.path) }
      return Manifest.Sticker(
        id: id, label: pack.stickers.first?.label, format: "png", animated: false, animation: nil,
        scales: [
          Manifest.Scale(
            scale: 3, file: "images/\(id)@3x.png", width: 408, height: 408, bytes: art?.bytes ?? 1,
            sha256: art?.sha256 ?? String(repeating: "0", count: 64))
        ])
    }
    return ExpectedPack(
      Manifest(
        toolVersion: "1", name: pack.name, version: "1.0", gridSize: .regular, stickers: stickers))
  }
}
