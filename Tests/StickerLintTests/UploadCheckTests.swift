import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Upload checks")
struct UploadCheckTests {
  /// The answers that are not that everything was seen, by check.
  private func answers(of path: String) async throws -> [String: String] {
    let packs = try PackDiscovery(at: [FilePath(path)], for: .upload).packs
    let result = try await Linter(LintOptions().forUpload).lint(packs).forUpload
    #expect(result.findings.allSatisfy { $0.severity == .error })
    return Dictionary(
      uniqueKeysWithValues: result.uploadOutcomes.compactMap { outcome in
        switch outcome.answer {
        case .seen: nil
        case .found: (outcome.check.id.rawValue, "found")
        case .unknown(let reasons): (outcome.check.id.rawValue, reasons.joined(separator: "; "))
        }
      })
  }

  private func answers(ofProduct name: String) async throws -> [String: String] {
    try await answers(of: Repository.root.appending(path: "Tests/Products/\(name)").path)
  }

  @Test("each check has a verdict with a text and a source, and rules that are no opinion of lint")
  func checks() {
    #expect(UploadCheck.all.map(\.id) == UploadCheck.ID.allCases)
    #expect(Set(UploadCheck.all.map(\.title)).count == UploadCheck.all.count)
    for check in UploadCheck.all {
      #expect(!check.text.isEmpty && !check.source.isEmpty && !check.rules.isEmpty, "\(check.id)")
    }
    let rules = Set(UploadCheck.all.flatMap(\.rules))
    for opinion in [
      "canvas-too-small", "canvas-too-large", "icon-alpha-channel", "icon-slot-empty",
      "label-too-long", "project-version", "low-contrast", "corrupt-file",
    ] {
      #expect(!rules.contains(opinion) && Rule.named(opinion) != nil, "\(opinion)")
    }
  }

  @Test("the page about uploads has each check's text, its verdict and its rules")
  func page() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Documentation/Uploading.md"), encoding: .utf8)
    let table = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
    for check in UploadCheck.all where check.id != .sameAsBundle {
      let row = try #require(
        table.first {
          $0.hasPrefix("| \(check.text) | \(check.verdict.rawValue) | \(check.source) |")
        }, "\(check.id)")
      for rule in check.rules {
        #expect(row.contains("[`\(rule)`](Rules/\(rule).md)"), "\(check.id): \(rule)")
      }
    }
  }

  @Test("each check of a product finds what is wrong in it, and says what it does not see")
  func products() async throws {
    let store = "it is in Assets.car, which is not read"
    let good = ["store-icon": store]
    for (name, expected) in [
      "good.ipa": [:], "bazel.ipa": [:], "stems.ipa": [:],
      "no-stubs.ipa": ["stubs": "found"],
      "stale.ipa": ["no-old-files": "found", "pack-complete": "found"],
      "generic.ipa": [
        "icons": "found",
        "extension-point":
          "LSApplicationIsStickerProvider is not true, and no source says what Messages does then",
        "principal-class":
          "LSApplicationIsStickerProvider is not true, and no source says what Messages does then",
      ],
      "art.ipa": ["sticker-extension": "found", "icons": "found"],
      "identifiers.ipa": ["identifiers": "found"],
      "Biscuit.xcarchive.zip": ["stubs": "only an .ipa has them"],
    ] as [String: [String: String]] {
      let found = try await answers(ofProduct: name)
      #expect(found == good.merging(expected) { $1 }, "\(name)")
    }
  }

  @Test("nothing is seen in a product that cannot be read, or that holds no extension")
  func unreadable() async throws {
    let overlap = try await answers(ofProduct: "overlap.ipa")
    #expect(overlap["info"] == "found")
    #expect(
      overlap.values.filter { $0 == "the product cannot be read" }.count == UploadCheck.all.count
        - 5)
    let empty = try await answers(ofProduct: "empty-app.ipa")
    #expect(empty["embedded"] == "found" && empty["stubs"]?.contains("no extension") == true)
    let folder = try TemporaryFolder()
    try folder.write([], to: "Empty.appex/x")
    let appex = try await answers(of: folder.path + "/Empty.appex")
    #expect(appex["info"] == "found" && appex["pack"] == "the product cannot be read")
  }

  @Test("what needs a catalog or a product cannot be told of a folder of art")
  func art() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "a.png")
    let answers = try await answers(of: folder.path)
    #expect(answers.count == UploadCheck.all.count - 4)
    #expect(answers["icons"] == "needs a project or a built app")
    #expect(answers["stubs"] == "needs a built app")
    #expect(answers["sticker-extension"] == nil && answers["sticker-size"] == nil)
  }

  @Test("a damaged sticker cannot be told; an empty one is found")
  func damage() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]).dropLast(30), to: "a.png")
    #expect(try await answers(of: folder.path)["sticker-content"] == "\"a.png\" is damaged")
    try folder.write([], to: "b.png")
    #expect(try await answers(of: folder.path)["sticker-content"] == "found")
  }

  @Test("a configuration does not turn checks off, but a suppression with its reason counts")
  func configuration() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "a.apng")
    try folder.write(#"{ "rules": { "apng-extension": "off" } }"#, to: "stickerpack.json")
    #expect(try await answers(of: folder.path)["sticker-extension"] == "found")
    try folder.write(
      #"{ "stickers": [{ "file": "a.apng", "suppress": { "apng-extension": "tried", "wrong-extension": "tried" } }] }"#,
      to: "stickerpack.json")
    #expect(try await answers(of: folder.path)["sticker-extension"] == nil)
  }
}
