import Foundation
import Pixels
import TestSupport
import Testing

@Suite("The options for reports")
struct ReportOptionsTests {
  let folder: TemporaryFolder

  /// The beginning of each format, which no other has.
  static let beginnings = [
    "text": "Pack\n", "json": "{\n  \"findings\"", "markdown": "**1 sticker",
    "html": "<!DOCTYPE html>", "sarif": "{\n  \"$schema\"", "junit": "<?xml version=\"1.0\"",
    "github": "::warning file=", "gitlab": "[\n  {\n    \"check_name\"",
    "xcode": "/",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]), to: "Pack/a.png")
  }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(["lint", "Pack"] + arguments, in: folder.url)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(name), as: UTF8.self)
  }

  @Test(
    "every format is written the same way to the screen and to files", arguments: beginnings.keys)
  func formats(_ format: String) throws {
    let screen = try run("--format", format)
    #expect(screen.status == 1)
    #expect(screen.errors == "")
    #expect(screen.output.hasPrefix(Self.beginnings[format] ?? "?"))
    #expect(screen.output.hasSuffix("\n"))
    #expect(try run("--format", format, "--output", "a").output == "")
    #expect(try run("--report", "\(format)=b").status == 1)
    #expect(try text("a") == screen.output)
    #expect(try text("b") == screen.output)
    #expect(try run("--report", "\(format)=-").output == screen.output)
    #expect(try run("--format", format, "--output", "-").output == screen.output)
  }

  @Test("help lists every format")
  func help() throws {
    let help = try Program.stickerpack.run(["lint", "--help"]).output
    for format in Self.beginnings.keys { #expect(help.contains(format)) }
  }

  @Test("reports to files are written in addition to the report on standard output")
  func beside() throws {
    let text = try run()
    let both = try run("--report", "sarif=out.sarif", "--report", "junit=out.xml")
    #expect(both.output == text.output)
    #expect(both.status == 1)
    #expect(try self.text("out.sarif").hasPrefix("{\n  \"$schema\""))
    #expect(try self.text("out.xml").contains("<testsuites"))
    #expect(try run("--format", "github", "--report", "json=x").output.hasPrefix("::"))
  }

  @Test("a report on standard output replaces the text report")
  func alone() throws {
    #expect(
      try run("--report", "github=-", "--report", "sarif=s").output
        == run("--format", "github").output)
    let text = try run().output
    #expect(try run("--report", "github=-", "--output", "t").output.hasPrefix("::"))
    #expect(try self.text("t") == text)
  }

  @Test("invalid options are rejected before anything is written")
  func refused() throws {
    let refusals: [([String], String)] = [
      (["--format", "sarfi"], "unknown format \"sarfi\"; did you mean \"sarif\"?"),
      (["--report", "mardkown=x"], "unknown format \"mardkown\"; did you mean \"markdown\"?"),
      (["--format", "xyzzy"], "the formats are text, json, markdown, html, sarif, junit,"),
      (["--report", "sarif"], "missing file; write sarif=FILE or sarif=-"),
      (["--report", "sarif="], "missing file; write sarif=FILE or sarif=-"),
      (
        ["--report", "json=-", "--report", "sarif=-"],
        "Only one report can be written to standard output"
      ),
      (
        ["--format", "json", "--report", "sarif=-"],
        "Only one report can be written to standard output"
      ),
      (["--report", "json=x", "--report", "sarif=x"], "cannot be written to the same file \"x\""),
      (
        ["--format", "sarif", "--output", "x.md"],
        "\"x.md\" is the name of a report as markdown, not sarif"
      ),
      (["--report", "text=x.html"], "is the name of a report as html, not text"),
      (["--output", "x", "--report", "sarif=x"], "cannot be written to the same file \"x\""),
    ]
    for (arguments, message) in refusals {
      let run = try Program.stickerpack.run(["lint", "Pack"] + arguments, in: folder.url)
      #expect(run.status == 2)
      #expect(
        arguments.contains("json")
          ? run.output.hasPrefix("{\n  \"error\" : \"") : run.output == "")
      #expect(run.errors.contains(message), "\(arguments)")
    }
    #expect(try folder.files() == ["Pack/a.png"])
  }

  @Test("the name of a file selects the format")
  func formatOfName() throws {
    let run = try run("--output", "a.sarif", "--report", "b.md", "--report", "gitlab=c.json")
    #expect(run.output == "")
    #expect(try folder.bytes("a.sarif").starts(with: "{\n  \"$schema\"".utf8))
    #expect(try folder.bytes("b.md").starts(with: "**1 sticker".utf8))
    #expect(try folder.bytes("c.json").first == UInt8(ascii: "["))
  }

  @Test("a report that cannot be written does not prevent the others")
  func trouble() throws {
    let run = try run("--report", "sarif=missing/s", "--report", "junit=j")
    #expect(run.status == 3)
    #expect(run.errors == "stickerpack: cannot write missing/s: no such file or directory\n")
    #expect(try text("j").contains("<testsuites"))
    #expect(run.output.hasPrefix("Pack\n"))
  }

  @Test("suppressed findings never fail, and a run without findings has reports")
  func allowed() throws {
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "Red square", "suppress": { "canvas-too-small": "Tiny." } }] }"#,
      to: "Pack/stickerpack.json")
    for format in Self.beginnings.keys {
      let run = try run("--format", format, "--strict")
      #expect(run.status == 0)
      #expect(!run.output.contains("<failure") && !run.output.contains("::error"))
      #expect(!run.output.contains("<error") && !run.output.contains("check_name"))
    }
  }

  @Test("a closed pipe does not prevent reports to files")
  func brokenPipe() throws {
    let process = Program.stickerpack.process(
      ["lint", "Pack", "--report", "sarif=s"], in: folder.url)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(try text("s").contains("\"canvas-too-small\""))
  }

  @Test("pages have masks, and JSON has none")
  func masks() throws {
    // A speck of 3 × 3 px far from the art.
    try folder.write(
      PNGBytes.file(
        Bitmap(width: 300, height: 300) { x, y in
          (100..<200).contains(x) && (100..<200).contains(y)
            || (9..<12).contains(x) && (20..<23).contains(y)
            ? Pixel(red: 150, green: 90, blue: 50) : .clear
        }), to: "Pack/a.png")
    let runs = ["6009", "3", "297", "3", "297", "3", "83388"]
    func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    let mask = "\"runs\":[\(runs.joined(separator: ","))]"
    #expect(
      !words(try run("--format", "json", "--report", "html=a.html").output).contains("\"runs\""))
    #expect(try text("a.html").contains(mask))
  }
}
