import Foundation
import TestSupport
import Testing

@Suite("stickerpack check-upload")
struct CheckUploadTests {
  private func run(_ arguments: String...) throws -> Program.Run {
    let folder = Repository.root.appending(path: "Tests/Products")
    return try Program.stickerpack.run(["check-upload"] + arguments, in: folder)
  }

  @Test(
    "text has the findings, a line for each check, what cannot be told, and what no program can see"
  )
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

          ✓ Extensions of the stickers
          ✓ Images that can be read
          ✓ Sizes of the stickers
          ✓ The app has stickers
          ✓ The pack has what it lists
          ✓ Each sticker is listed once
          ✓ No files of an earlier build
          ✓ Icons for Messages
          ✓ The app holds the extension
          ✓ One extension for Messages
          ✓ Extension point of Messages
          ✓ Class of the sticker pack
          ✓ Identifiers
          ✓ Minimum iOS version
          ✓ SDK of iOS 26 or later
          ✓ Built for iPhone and iPad
          ✓ Info.plist of each bundle
          ✓ Program of each bundle
          ✓ No empty app on the Home Screen
          ✗ Stubs of Messages                refused: "Invalid iMessage App … invalid sticker pack"
          ✓ One Xcode for app and extension
          ✓ No code inside of the extension

        Cannot tell:
          ? The App Store icon is opaque: it is in Assets.car, which is not read.

        Left for you to check: screenshots, answers about privacy, the age rating, signing, whether the
        stubs are Xcode's.

        """)
  }

  @Test("a product without findings passes")
  func passes() throws {
    let run = try run("good.ipa")
    #expect(run.status == 0)
    #expect(run.output.contains("\n  ✓ Icons for Messages\n") && !run.output.contains("ITMS"))
  }

  @Test(
    "built products with one thing changed have the answers that an independent generator expects",
    .enabled(if: OtherProgram.python.isHere, "python3 is not installed, so this test is skipped"))
  func variants() throws {
    let program = Program.buildFolder.appending(path: "stickerpack").path
    let output = try OtherProgram.python.run(["-B", "Tests/Products/check-uploads.py", program])
    #expect(
      output.hasSuffix(" 0 with a wrong answer\n") && output.contains("70 products"), "\(output)")
  }

  @Test("the folder that build wrote, its project and its catalog are seen, with translations")
  func project() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/wave.png")
    try folder.write(
      #"{ "project": { "bundleId": "com.example.wave", "sharingLevel": "OS" }, "stickers": [{ "file": "wave.png", "label": "Wave", "translations": { "de": "Winken" } }] }"#,
      to: "Pack/stickerpack.json")
    func stickerpack(_ arguments: String...) throws -> Program.Run {
      try Program.stickerpack.run(arguments, in: folder.url)
    }
    #expect(try stickerpack("build", "Pack", "-o", "out", "--emit", "xcodeproj").status == 0)
    let file = "\(folder.path)/out/Pack.xcodeproj/project.pbxproj"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("PBXVariantGroup"))
    for path in ["out", "out/Pack.xcodeproj", "out/Stickers.xcstickers"] {
      let run = try stickerpack("check-upload", path)
      #expect(run.status == 0, "\(run)")
      for title in [
        "The app has stickers", "Icons for Messages", "The App Store icon is opaque",
        "The app holds the extension", "Extension point of Messages", "Identifiers",
        "Minimum iOS version",
      ] {
        #expect(run.output.contains("\n  ✓ \(title)\n"), "\(path): \(title)")
      }
      #expect(run.output.contains("Stubs of Messages, One Xcode for app and extension"))
    }
    func change(_ old: String, _ new: String) throws -> String {
      #expect(text.contains(old))
      try text.replacingOccurrences(of: old, with: new)
        .write(toFile: file, atomically: true, encoding: .utf8)
      let run = try stickerpack("check-upload", "out")
      #expect(run.status == 1)
      return run.output
    }
    #expect(
      try change("com.example.wave.StickerPackExtension", "org.example.Wave")
        .contains("✗ Identifiers"))
    #expect(
      try change("APPICON_NAME = \"iMessage App Icon\"", "APPICON_NAME = AppIcon")
        .contains("✗ Icons for Messages"))
  }

  @Test("a difference from a bundle is found, if one is named")
  func against() throws {
    #expect(try run("stale.ipa").status == 1)
    #expect(try !run("good.ipa").output.contains("stickers of the bundle"))
    let other = try TemporaryFolder()
    try other.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/wave.png")
    let bundle = other.path + "/out"
    #expect(
      try Program.stickerpack.run(["build", "Pack", "-o", "out"], in: other.url).status == 0)
    let run = try run("good.ipa", "--against", bundle)
    #expect(run.status == 1)
    #expect(
      run.output.contains("product-differs") && run.output.contains("✗ The stickers of the bundle"))
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
        var id, answer: String
        var reasons: [String]
        var findings: [Finding]
      }
      var passed: Bool
      var checks: [Check]
      var notChecked: [String]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(!report.passed && report.notChecked.contains("screenshots"))
    let icons = try #require(report.checks.first { $0.id == "icons" })
    #expect(icons.answer == "found")
    let store = try #require(report.checks.first { $0.id == "store-icon" })
    #expect(
      store.answer == "unknown" && store.reasons == ["it is in Assets.car, which is not read"])
    #expect(icons.findings.map(\.rule).sorted() == ["product-icon-missing", "product-store-icon"])
  }
}
