import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Upload checks")
struct UploadCheckTests {
  /// Lints with the rules of the checks.
  private func status(of path: String) async throws -> [String: UploadOutcome.Status] {
    let linter = Linter(LintOptions().forUpload)
    let result = try await linter.lint(PackDiscovery(at: [FilePath(path)]).packs)
    return Dictionary(
      uniqueKeysWithValues: result.uploadOutcomes.map { ($0.check.id, $0.status) })
  }

  private func status(ofProduct name: String) async throws -> [String: UploadOutcome.Status] {
    try await status(of: Repository.root.appending(path: "Tests/Products/\(name)").path)
  }

  @Test("every error, and every rule about projects and products but sharing, is in one check")
  func rules() {
    for rule in Rule.all {
      let isExpected =
        rule.severity == .error && rule.category != .store
        || [.project, .product].contains(rule.category) && !rule.id.contains("sharing")
      let count = UploadCheck.all.count { $0.rules.contains(rule.id) }
      #expect(isExpected ? count == 1 : count <= 1, "\(rule.id)")
    }
  }

  @Test(
    "the page about uploads has each text that a check states, and its checks know the page's rules"
  )
  func page() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/Uploading.md"), encoding: .utf8)
    for text in UploadCheck.all.flatMap(\.refusals).map(\.text) {
      #expect(page.contains(text), "\(text)")
    }
    let table = page.split(separator: "\n").filter { $0.hasPrefix("| ") }.joined()
    let named = table.matches(of: /Rules\/([a-z-]+)\.md/).map { String($0.1) }
    #expect(named.count > 10)
    let checked = Set(UploadCheck.all.flatMap(\.rules))
    for rule in named { #expect(checked.contains(rule), "\(rule)") }
  }

  @Test("each check of a product fails for what is wrong in it, and the others pass")
  func products() async throws {
    let passed = Dictionary(
      uniqueKeysWithValues: UploadCheck.all.map {
        ($0.id, UploadOutcome.Status.passed)
      })
    #expect(try await status(ofProduct: "good.ipa") == passed)
    for (name, outcomes) in [
      "no-stubs.ipa": ["structure": .failed], "stale.ipa": ["content": .warned],
      "generic.ipa": ["icons": .failed, "structure": .warned],
      "art.ipa": ["art": .failed, "icons": .failed],
      "identifiers.ipa": ["identifiers": .failed, "structure": .warned],
    ] as [String: [String: UploadOutcome.Status]] {
      let expected = passed.merging(outcomes) { $1 }
      #expect(try await status(ofProduct: name) == expected, "\(name)")
    }
  }

  @Test("nothing else is checked of a product that cannot be read")
  func unreadable() async throws {
    let unchecked = Dictionary(
      uniqueKeysWithValues: UploadCheck.all.map { ($0.id, UploadOutcome.Status.unchecked) })
    #expect(
      try await status(ofProduct: "overlap.ipa") == unchecked.merging(["art": .failed]) { $1 })
  }

  @Test("what needs a catalog or a product is not checked in a folder of art")
  func art() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "a.png")
    #expect(
      try await status(of: folder.path) == [
        "art": .passed, "packs": .passed, "icons": .unchecked, "content": .unchecked,
        "identifiers": .unchecked, "structure": .unchecked,
      ])
  }

  @Test(
    "a configuration does not turn a check's rules off, but a suppression with its reason counts")
  func configuration() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(700, 700, [200, 0, 0, 160]), to: "a.png")
    try folder.write(#"{ "rules": { "canvas-too-large": "off" } }"#, to: "stickerpack.json")
    #expect(try await status(of: folder.path)["art"] == .failed)
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "suppress": { "canvas-too-large": "tried" } }] }"#,
      to: "stickerpack.json")
    #expect(try await status(of: folder.path)["art"] == .passed)
  }
}
