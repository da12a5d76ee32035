import Foundation
import TestSupport
import Testing

@Suite("stickerpack check-upload")
struct CheckUploadTests {
  private func run(_ arguments: String...) throws -> Program.Run {
    let folder = Repository.root.appending(path: "Tests/Products")
    return try Program.stickerpack.run(["check-upload"] + arguments, in: folder)
  }

  @Test("text has the findings, a line for each check, and what no program can see")
  func text() throws {
    let run = try run("no-stubs.ipa")
    #expect(run.status == 1)
    #expect(
      run.output == """
        no-stubs.ipa/Payload/Biscuit.app/PlugIns/Stickers.appex/Biscuit.stickerpack
          error       product-stub-missing  no-stubs.ipa
                      MessagesApplicationExtensionSupport and MessagesApplicationSupport are missing beside
                      Payload.
                      → Export the archive with `xcodebuild -exportArchive`, which adds the stubs.

        2 stickers in 1 pack: 1 error

          ✓ Stickers
          ✓ Packs and their lists
          ✓ Icons
          ✓ The app holds the stickers
          ✓ Identifiers and versions
          ✗ Structure of the app        "Invalid iMessage App … invalid sticker pack"

        Left for you to check: screenshots, answers about privacy, the age rating, signing.

        """)
  }

  @Test("a product without findings passes")
  func passes() throws {
    let run = try run("good.ipa")
    #expect(run.status == 0)
    #expect(run.output.contains("\n  ✓ Icons\n") && !run.output.contains("ITMS"))
  }

  @Test("the project beside a catalog that is named is checked, too")
  func project() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/wave.png")
    try folder.write(
      #"{ "project": { "bundleId": "com.example.wave", "sharingLevel": "OS" } }"#,
      to: "Pack/stickerpack.json")
    func stickerpack(_ arguments: String...) throws -> Program.Run {
      try Program.stickerpack.run(arguments, in: folder.url)
    }
    #expect(try stickerpack("build", "Pack", "-o", "out", "--emit", "xcodeproj").status == 0)
    let run = try stickerpack("check-upload", "out/Stickers.xcstickers")
    #expect(run.output.contains("✓ Identifiers and versions\n"))
    #expect(run.output.contains("– Structure of the app        not checked: needs a built product"))
    let path = "\(folder.path)/out/Pack.xcodeproj/project.pbxproj"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let changed = text.replacingOccurrences(of: "com.example.wave", with: "com.example")
      .replacingOccurrences(of: "com.example.StickerPackExtension", with: "org.example.Wave")
    #expect(changed.contains("org.example.Wave"))
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    let other = try stickerpack("check-upload", "out/Stickers.xcstickers")
    #expect(other.status == 1 && other.output.contains("✗ Identifiers and versions"))
  }

  @Test("strict makes warnings errors, and a difference from a bundle is one of the content")
  func options() throws {
    #expect(try run("stale.ipa").status == 0)
    #expect(try run("stale.ipa", "--strict").status == 1)
    let other = try TemporaryFolder()
    try other.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/wave.png")
    let bundle = other.path + "/out"
    #expect(
      try Program.stickerpack.run(["build", "Pack", "-o", "out"], in: other.url).status == 0)
    let run = try run("good.ipa", "--against", bundle)
    #expect(run.status == 1)
    #expect(
      run.output.contains("product-differs") && run.output.contains("✗ The app holds the stickers"))
  }

  @Test(
    "JSON follows its schema, and lists each finding with its check",
    .enabled(
      if: JSONSchemaValidator.isHere, "Python's jsonschema is not installed"))
  func json() throws {
    let run = try run("generic.ipa", "--format", "json")
    #expect(run.status == 1)
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "upload") == "")
    struct Report: Decodable {
      struct Check: Decodable {
        struct Finding: Decodable { var rule: String }
        var id, status: String
        var findings: [Finding]
      }
      var passed: Bool
      var checks: [Check]
      var notChecked: [String]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(!report.passed && report.notChecked.contains("screenshots"))
    let icons = try #require(report.checks.first { $0.id == "icons" })
    #expect(icons.status == "failed")
    #expect(icons.findings.map(\.rule).sorted() == ["product-icon-missing", "product-store-icon"])
  }
}
