import Foundation
import TestSupport
import Testing

@Suite("build --emit")
struct ProjectCommandTests {
  let folder: TemporaryFolder
  let good = PNGBytes.still(408, 408, [200, 0, 0, 160])
  let other = PNGBytes.still(408, 408, [0, 90, 0, 128])

  init() throws { folder = try TemporaryFolder() }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  /// Runs independent parsers on a built folder. Prints which of them are missing.
  func check(_ name: String) throws -> (status: Int32, output: String) {
    let script = Repository.root.appending(path: "Tests/Projects/check-projects.py").path
    try folder.write("", to: "verdict.txt")
    let verdict = try FileHandle(forWritingTo: folder.url.appending(path: "verdict.txt"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script, folder.path + "/" + name]
    process.standardOutput = verdict
    process.standardError = verdict
    try process.run()
    process.waitUntilExit()
    let output = String(decoding: try folder.bytes("verdict.txt"), as: UTF8.self)
    for line in output.split(separator: "\n") where line.hasPrefix("–") { print(line) }
    return (process.terminationStatus, output)
  }

  @Test("independent parsers accept the sample's projects in all formats")
  func sample() throws {
    let biscuit = Repository.root.appending(path: "SampleStickers/Biscuit").path
    let result = try run(
      "build", biscuit, "-o", "out", "--emit", "xcodeproj", "--emit", "xcodegen")
    #expect(result.status == 0)
    #expect(result.output.contains("\n  out/Biscuit.xcodeproj\n"))
    let verdict = try check("out")
    // The exit status of env is 127 if Python is missing.
    guard verdict.status != 127 else {
      print("Python is not installed, so no independent parser ran")
      return
    }
    #expect(verdict.status == 0, "\(verdict.output)")
    #expect(verdict.output.hasSuffix("No problems\n"))
  }

  @Test("several packs are one project with an app for each")
  func several() throws {
    for (pack, art) in [("a", good), ("b", other)] {
      try folder.write(art, to: "Two/\(pack)/1.png")
      try folder.write(
        """
        { "project": { "bundleId": "com.example.\(pack)" },
          "stickers": [{ "file": "1.png", "label": "One", "translations": { "de": "Eins" } }] }
        """, to: "Two/\(pack)/stickerpack.json")
    }
    let formats = ["xcodeproj", "xcodegen"].flatMap { ["--emit", $0] }
    let result = try Program.stickerpack.run(
      ["build", "Two", "-o", "out"] + formats, in: folder.url)
    #expect(result.status == 0, "\(result.errors)")
    let verdict = try check("out")
    #expect(verdict.status == 0 || verdict.status == 127, "\(verdict.output)")
    let text = String(
      decoding: try folder.bytes("out/Stickers.xcodeproj/project.pbxproj"), as: UTF8.self)
    for identifier in ["com.example.a", "com.example.b"] {
      #expect(text.contains("PRODUCT_BUNDLE_IDENTIFIER = \(identifier);"))
      #expect(text.contains("PRODUCT_BUNDLE_IDENTIFIER = \(identifier).StickerPackExtension;"))
    }
    #expect(text.contains("path = a/Stickers.xcstickers;"))
    #expect(text.contains("path = b/de.lproj/b.strings;"))
  }

  @Test("the apps of a split pack have different identifiers")
  func split() throws {
    try folder.write(good, to: "Pack/1.png")
    try folder.write(other, to: "Pack/2.png")
    try folder.write(
      """
      { "name": "P", "maximumStickersPerPack": 1, "whenOverfull": "split",
        "project": { "app": "Dog", "bundleId": "com.example.dog" } }
      """, to: "Pack/stickerpack.json")
    #expect(try run("build", "Pack", "-o", "out", "--emit", "xcodegen").status == 0)
    let text = String(decoding: try folder.bytes("out/project.yml"), as: UTF8.self)
    #expect(text.contains("PRODUCT_BUNDLE_IDENTIFIER: \"com.example.dog\"\n"))
    #expect(text.contains("PRODUCT_BUNDLE_IDENTIFIER: \"com.example.dog-2\"\n"))
    #expect(text.contains("\n  \"Dog 2\":\n"))
  }

  @Test("--marketing-version and --build-number override the configuration")
  func versions() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(
      #"{ "project": { "bundleId": "a.b", "version": "1.1", "build": "3" } }"#,
      to: "Pack/stickerpack.json")
    let build = ["build", "Pack", "-o", "out"]
    func run(_ arguments: String...) throws -> Program.Run {
      try Program.stickerpack.run(build + arguments, in: folder.url)
    }
    func text(_ name: String) throws -> String {
      String(decoding: try folder.bytes(name), as: UTF8.self)
    }
    #expect(try run("--emit", "xcodeproj").status == 0)
    #expect(try text("out/Pack.xcodeproj/project.pbxproj").contains("MARKETING_VERSION = 1.1;"))
    #expect(try text("out/manifest.json").contains(#""version" : "1.1""#))
    let result = try run(
      "--emit", "xcodeproj", "--marketing-version", "2.5", "--build-number", "42"
    )
    #expect(result.status == 0, "\(result.errors)")
    let project = try text("out/Pack.xcodeproj/project.pbxproj")
    #expect(project.components(separatedBy: "MARKETING_VERSION = 2.5;").count == 5)
    #expect(project.components(separatedBy: "CURRENT_PROJECT_VERSION = 42;").count == 5)
    #expect(try text("out/manifest.json").contains(#""version" : "2.5""#))
    for (arguments, message) in [
      (["--build-number", "1"], "--build-number requires --emit"),
      (
        ["--emit", "xcodegen", "--build-number", "1a"], "--build-number is \"1a\"; expected one to"
      ),
      (["--marketing-version", "1.2.3.4"], "--marketing-version is \"1.2.3.4\"; expected one to"),
    ] {
      let result = try Program.stickerpack.run(build + arguments, in: folder.url)
      #expect(result.status == 2)
      #expect(result.errors.contains(message))
    }
  }

  @Test("a missing bundle identifier is an error, and nothing is written")
  func noProject() throws {
    try folder.write(good, to: "Pack/a.png")
    let result = try run("build", "Pack", "-o", "out", "--emit", "xcodeproj")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "stickerpack: Pack has no bundle identifier for its app: add \"project\": { \"bundleId\":"
        + " \"com.example.biscuit\" } with your own identifier to its stickerpack.json\n")
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
  }

  @Test("--dry-run lists a project's files; unknown formats are rejected")
  func options() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(
      #"{ "name": "P", "project": { "bundleId": "a.b" } }"#, to: "Pack/stickerpack.json")
    let plan = try run("build", "Pack", "-o", "out", "--emit", "xcodegen", "--dry-run")
    #expect(plan.output.contains("  out/project.yml\n"))
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
    for format in ["xcode", "bazel", "swift"] {
      #expect(try run("build", "Pack", "-o", "out", "--emit", format).status == 2)
    }
  }
}
