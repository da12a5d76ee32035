import Foundation
import TestSupport
import Testing

@Suite("stickerpack preview")
struct PreviewTests {
  let folder: TemporaryFolder
  let art = PNGBytes.still(300, 300, [200, 0, 0, 160])

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(art, to: "Pack/a.png")
  }

  func preview(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(["preview"] + arguments, in: folder.url)
  }

  @Test("writes one file, and the same one again")
  func writes() throws {
    let result = try preview("Pack", "-o", "p.html")
    #expect(result.status == 0)
    #expect(result.errors == "")
    let page = try folder.bytes("p.html")
    #expect(page.starts(with: Array("<!DOCTYPE html>".utf8)))
    #expect(result.output.hasPrefix("p.html: 1 sticker, "))
    #expect(try folder.files() == ["Pack/a.png", "p.html"])
    #expect(try preview("Pack", "-o", "p.html", "--quiet").output == "")
    #expect(try folder.bytes("p.html") == page)
  }

  @Test("other destinations are on the page, and not on a sheet")
  func stores() throws {
    let result = try preview("Pack", "-o", "p.html", "--target", "signal,discord-sticker")
    #expect(result.status == 0 && result.errors == "")
    let page = String(decoding: try folder.bytes("p.html"), as: UTF8.self)
    #expect(page.contains(#""id":"discord-sticker""#) && page.contains("320 px"))
    let sheet = try preview("Pack", "--sheet", "sheet.png", "--target", "signal")
    #expect(sheet.status == 2 && sheet.errors.contains("--target requires --output"))
    let unknown = try preview("Pack", "-o", "p.html", "--target", "sginal")
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean \"signal\"?"))
  }

  @Test("0 with errors: it does not check")
  func errors() throws {
    try folder.write("text", to: "Pack/broken.png")
    let result = try preview("Pack", "-o", "p.html")
    #expect(result.status == 0)
    #expect(
      result.errors == "stickerpack: no picture for 1 sticker: damaged, or no room on the page\n")
  }

  @Test("does not overwrite art or a configuration")
  func refuses() throws {
    try folder.write("{}", to: "Pack/stickerpack.json")
    for (file, message) in [
      ("Pack/a.png", "was not overwritten"), ("Pack/stickerpack.json", "is the name of a report"),
    ] {
      let result = try preview("Pack", "-o", file)
      #expect(result.status == 2)
      #expect(result.errors.contains(message))
    }
    #expect(try folder.bytes("Pack/a.png") == art)
    #expect(try preview("Pack", "-o", "missing/p.html").status == 3)
    #expect(try preview("Pack").status == 2)
    #expect(try preview("Empty", "-o", "p.html").status == 2)
    let picture = try preview("Pack", "-o", "sheet.png")
    #expect(picture.status == 2)
    #expect(picture.errors.contains("use --sheet"))
  }

  @Test("a sheet replaces only a sheet, and is not written into a pack")
  func sheet() throws {
    for _ in 0..<2 {
      let result = try preview("Pack", "--sheet", "sheet.png")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("sheet.png: 1 sticker, "))
    }
    #expect(try folder.files() == ["Pack/a.png", "sheet.png"])
    try folder.write(art, to: "other.png")
    let refused = try preview("Pack", "--sheet", "other.png")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("other.png is an image and was not overwritten"))
    #expect(try folder.bytes("other.png") == art)
    let inside = try preview("Pack", "--sheet", "Pack/sheet.png")
    #expect(inside.status == 2)
    #expect(inside.errors.contains("Pack/sheet.png would be a sticker of the pack Pack"))
    #expect(try preview("Pack", "-o", "p.html", "--sheet", "sheet.png").status == 0)
    #expect(try folder.files() == ["Pack/a.png", "other.png", "p.html", "sheet.png"])
  }

  // MARK: Reports

  /// The data of a page, in which the sizes of the images are.
  func data(_ name: String) throws -> String {
    let page = String(decoding: try folder.bytes(name), as: UTF8.self)
    let start = try #require(page.range(of: #"id="data">"#)).upperBound
    return String(page[start...])
  }

  @Test("an HTML report shows the findings first, with the pictures of a preview")
  func report() throws {
    let result = try Program.stickerpack.run(
      ["lint", "Pack", "--report", "html=r.html"], in: folder.url)
    #expect(result.errors == "")
    _ = try preview("Pack", "-o", "p.html")
    let (report, page) = (try data("r.html"), try data("p.html"))
    #expect(report.contains(#""view":"findings""#) && page.contains(#""view":"stickers""#))
    #expect(report.contains(#""images":[{"data":"#))
    #expect(
      report.replacing(#""view":"findings""#, with: "")
        == page.replacing(
          #""view":"stickers""#, with: ""))
  }

  /// The Python environment that `make test` creates.
  static let python = Repository.root.appending(path: ".build-preview/bin/python")
  static let script = Repository.root.appending(path: "Tests/Preview/check-preview.py").path

  /// The missing requirements of the browser tests; empty if all are installed.
  static let missing: String = {
    guard FileManager.default.isExecutableFile(atPath: python.path) else {
      return "no Python environment in .build-preview"
    }
    return (try? OtherProgram(python).run([script, "--missing"])) ?? "Python failed"
  }()

  @Test(
    "the pages work in a browser with mouse, fingers and keyboard",
    .enabled(
      if: missing.isEmpty,
      Comment(rawValue: "\(missing); make test installs what it can")))
  func browser() throws {
    let process = Process()
    process.executableURL = Self.python
    process.arguments = [
      Self.script, Program.buildFolder.appending(path: "stickerpack").path, "--chromium",
    ]
    let output = try FileHandle(
      forWritingTo: URL(filePath: try folder.write("", to: "output")))
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    process.waitUntilExit()
    let report = String(decoding: try folder.bytes("output"), as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(report)")
  }
}
