import Foundation
import ImageCodecs
import Pixels
import StickerLint
import TestSupport
import Testing

@Suite("stickerpack fix and lint --fix")
struct FixTests {
  let folder: TemporaryFolder
  let backup = "Pack/.stickerpack-backup-1"

  /// A pack with an image that is too large and has trailing bytes, and one without problems.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.art(side: 700) + [1, 2, 3], to: "Pack/large.png")
    try folder.write(Self.art(side: 618), to: "Pack/small.png")
    let labels = """
      { "stickers": [
        { "file": "large.png", "label": "A brown disc" }, { "file": "small.png", "label": "A brown button" }
      ], "rules": { "near-duplicate": "off", "mixed-sizes": "off", "loose-compression": "off" } }
      """
    try folder.write(labels, to: "Pack/stickerpack.json")
  }

  /// A brown disc with a soft edge.
  private static func art(side: Int) throws -> [UInt8] {
    let radius = Double(side) / 2.5
    return try ImageEncoder.png(
      Bitmap(width: side, height: side) { x, y in
        let (dx, dy) = (Double(x - side / 2), Double(y - side / 2))
        let share = radius - (dx * dx + dy * dy).squareRoot()
        return Pixel(
          red: 156, green: 95, blue: 50, alpha: UInt8(255 * min(max(share, 0), 1)))
      })
  }

  private func lint(_ options: String...) throws -> Program.Run {
    try Program.stickerpack.run(["lint", "Pack"] + options, in: folder.url)
  }

  private func fix(_ options: String...) throws -> Program.Run {
    try Program.stickerpack.run(["fix", "Pack"] + options, in: folder.url)
  }

  @Test("safe fixes are made, the originals kept, and the rest is reported")
  func safe() throws {
    let original = try folder.bytes("Pack/large.png")
    let run = try lint("--fix")
    #expect(run.status == 1 && run.output.contains("canvas-too-large"))
    #expect(!run.output.contains("trailing-bytes"))
    #expect(
      run.output.hasSuffix(
        "Next: stickerpack fix Pack --dry-run --unsafe (shows fixes for 1 of 1 finding,"
          + " which change the art or its timing)\n"))
    #expect(run.errors.hasPrefix("Pack\n  large.png: remove trailing bytes; "))
    #expect(
      run.errors.hasSuffix(
        "1 file fixed.\nOriginals: \(backup) (undo: stickerpack undo Pack)\n"))
    #expect(try folder.bytes("Pack/large.png") == original.dropLast(3))
    #expect(try folder.bytes("\(backup)/large.png") == original)
    #expect(
      try folder.files() == [
        "\(backup)/.gitignore", "\(backup)/.record.jsonl", "\(backup)/large.png",
        "Pack/large.png", "Pack/small.png", "Pack/stickerpack.json",
      ])
    #expect(try folder.bytes("\(backup)/.gitignore") == Array("*\n".utf8))
  }

  @Test("unsafe fixes need a second option, and a second run finds nothing to do")
  func unsafe() throws {
    let first = try lint("--fix", "--unsafe-fixes")
    #expect(first.status == 0 && first.output.contains("no findings"))
    #expect(first.errors.contains("; 700 × 700 px → 618 × 618 px; "))
    let snapshot = try folder.snapshot()
    let second = try lint("--fix", "--unsafe-fixes")
    #expect(second.status == 0 && second.errors == "")
    #expect(try folder.snapshot() == snapshot)
  }

  @Test(
    "icons are put into their slots; every other byte of Contents.json stays, and undo restores it")
  func iconSlots() throws {
    let name = "Art.xcstickers/iMessage App Icon.stickersiconset/Contents.json"
    // Three styles, an unknown key, and an entry without an image.
    func contents(_ idioms: [String], _ platform: String, _ rest: String) -> String {
      """
      { "images" : [
          {
            "filename" : "a.png",
            "idiom" : "\(idioms[0])",\(platform.isEmpty ? "" : "\n      \(platform),")
            "scale" : "2x",
            "size" : "27x20"
          },
          {"size":"1024x768","idiom":"\(idioms[1])"\(platform.isEmpty ? "" : ",\"platform\":\"ios\""),"scale":"1x","filename":"b.png", "note" : {"x": [1.50, "é\\""]}},
          { \(rest)"idiom": "\(idioms[2])", "size": "67x50", "scale": "2x", "filename": "c.png" },
          { "idiom": "universal", "size": "74x55", "scale": "2x" }
        ], "info" : { "version" : 1, "author" : "me" },\t"properties":{"pre-rendered":true} }
      """
    }
    let broken = contents(["universal", "universal", "universal"], "", #""platform": "ios", "#)
    let fixed = contents(["universal", "ios-marketing", "ipad"], #""platform" : "ios""#, "")
    try folder.write(broken, to: name)
    let arguments = ["lint", "Art.xcstickers", "--fix", "--select", "icon-wrong-slot"]
    let run = try Program.stickerpack.run(arguments, in: folder.url)
    #expect(
      run.errors.hasPrefix(
        "Art.xcstickers\n  iMessage App Icon.stickersiconset/Contents.json:"
          + " write the idioms and platforms of Xcode's icon set; "))
    #expect(run.status == 0 && run.errors.contains("1 file fixed."))
    #expect(String(decoding: try folder.bytes(name), as: UTF8.self) == fixed)
    let again = try Program.stickerpack.run(arguments, in: folder.url)
    #expect(again.status == 0 && again.errors == "")
    let undo = try Program.stickerpack.run(["undo", "Art.xcstickers"], in: folder.url)
    #expect(undo.status == 0)
    #expect(String(decoding: try folder.bytes(name), as: UTF8.self) == broken)
  }

  @Test("a dry run lists the changes, writes nothing and fails")
  func dryRun() throws {
    let snapshot = try folder.snapshot()
    let run = try fix("--dry-run", "--unsafe")
    #expect(run.status == 1 && run.errors == "")
    #expect(
      run.output.hasPrefix("Pack\n  large.png: remove trailing bytes, scale to a size class; "))
    #expect(
      run.output.hasSuffix("\n1 file would be fixed.\nNext: stickerpack fix Pack --unsafe\n"))
    #expect(try folder.snapshot() == snapshot)
    let safe = try fix("--dry-run")
    #expect(
      safe.output.hasSuffix(
        "\n1 file would be fixed.\nNext: stickerpack fix Pack"
          + " (1 of 2 findings can be fixed only with --unsafe)\n"))
    let fixed = try lint("--fix", "--unsafe-fixes")
    #expect(fixed.status == 0)
    let none = try fix("--dry-run", "--unsafe")
    #expect(none.status == 0 && none.output == "0 files would be fixed.\n")
  }

  @Test("fix does what lint --fix does, and says what is left")
  func command() throws {
    let original = try folder.bytes("Pack/large.png")
    let safe = try fix()
    #expect(safe.status == 1 && safe.errors == "")
    #expect(
      safe.output
        == """
        Pack
          large.png: remove trailing bytes; \(original.count.formatted(.number.locale(.init(identifier: "en_US")))) → \((original.count - 3).formatted(.number.locale(.init(identifier: "en_US")))) bytes
        1 file fixed.
        Originals: \(backup) (undo: stickerpack undo Pack)
        Left: 2 stickers in 1 pack: 1 error
        Next: stickerpack fix Pack --dry-run --unsafe (shows fixes for 1 of 1 finding, which change the art or its timing)

        """)
    let fixed = try folder.bytes("Pack/large.png")
    #expect(fixed == original.dropLast(3))
    let unsafe = try fix("--unsafe", "--select", "canvas-too-large", "--quiet")
    #expect(unsafe.status == 0)
    #expect(
      unsafe.output == "Originals: Pack/.stickerpack-backup-2 (undo: stickerpack undo Pack)\n")
    #expect(try fix("--strict").output.hasPrefix("0 files fixed.\nLeft: ✓ 2 stickers"))
  }

  @Test("fix lists as JSON what was fixed, and what was not with the reason")
  func json() throws {
    try folder.write(Self.art(side: 430), to: "Pack/small.png")
    try folder.write(
      "{ \"gridSize\": \"large\", \"rules\": { \"label-missing\": \"off\" } }",
      to: "Pack/stickerpack.json")
    let before = try folder.bytes("Pack/large.png").count
    let run = try fix(
      "--unsafe", "--select", "canvas-", "--select", "trailing-bytes", "-o", "fixes.json")
    #expect(run.status == 0 && run.output == "")
    let json = try folder.bytes("fixes.json")
    #expect(JSONSchemaValidator.complaints(about: json, schema: "fix") == "")
    let list = try JSONDecoder().decode(List.self, from: Data(json))
    #expect(!list.dryRun && list.originals == [backup])
    #expect(list.summary.errors == 0)
    #expect(list.files.map(\.file) == ["Pack/large.png", "Pack/small.png"])
    #expect(list.files[0].fixes == ["remove trailing bytes", "scale to a size class"])
    #expect(list.files[0].bytesBefore == before)
    #expect(try list.files[0].bytesAfter == folder.bytes("Pack/large.png").count)
    #expect(
      list.files[1].fixes.isEmpty && list.files[1].refused.map(\.fix) == ["scale to a size class"])
    #expect(list.files[1].refused.first?.reason.contains("blur") == true)
  }

  /// The parts of the JSON of a fix that the tests look at.
  private struct List: Decodable {
    struct File: Decodable {
      struct Refusal: Decodable { var fix, reason: String }
      var file: String
      var fixes: [String]
      var refused: [Refusal]
      var bytesBefore, bytesAfter: Int
      var renamedTo: String?
    }
    struct Summary: Decodable { var errors, warnings: Int }
    var dryRun: Bool
    var originals: [String]
    var files: [File]
    var summary: Summary
  }

  @Test("in quiet runs, only the originals are named")
  func quiet() throws {
    let run = try lint("--fix", "--quiet", "--unsafe-fixes")
    #expect(run.status == 0 && run.output == "")
    #expect(run.errors == "Originals: \(backup) (undo: stickerpack undo Pack)\n")
  }

  @Test("the command that undoes a fix is quoted for a shell")
  func quoting() throws {
    try folder.write(Self.art(side: 600) + [1], to: "It's $HOME/a.png")
    let run = try Program.stickerpack.run(
      ["lint", "It's $HOME", "--fix", "--quiet"], in: folder.url)
    #expect(run.errors.hasSuffix("(undo: stickerpack undo 'It'\\''s $HOME')\n"))
  }

  @Test(
    "git ignores the originals",
    .enabled(if: OtherProgram.git.isHere, "git is not installed, so this test is skipped"))
  func git() throws {
    _ = try OtherProgram.git.run(["init", "--quiet"], in: folder.url)
    _ = try lint("--fix")
    let status = try OtherProgram.git.run(
      ["status", "--porcelain", "--untracked-files=all"], in: folder.url)
    #expect(status.contains("Pack/large.png") && !status.contains("backup"))
  }

  @Test("a file that cannot be written is named, the others are fixed, and the status is 3")
  func unwritable() throws {
    var random = SplitMix(state: 3)
    let noise = Bitmap(width: 300, height: 300) { _, _ in
      let bits = random.next()
      return Pixel(
        red: UInt8(bits & 255), green: UInt8(bits >> 8 & 255), blue: UInt8(bits >> 16 & 255))
    }
    // Larger than any file that can be written.
    try folder.write(PNGBytes.file(noise) + [1], to: "Pack/noise.png")
    let arguments = ["lint", "Pack", "--fix", "--select", "trailing-bytes"]
    let run = try Program.stickerpack.run(arguments, in: folder.url, mostBlocks: 200)
    #expect(run.status == 3)
    #expect(run.errors.contains("\n  noise.png: cannot be written: the file is too large\n"))
    #expect(run.errors.contains("\n1 file fixed, 1 file could not be written.\nOriginals: "))
    #expect(try folder.bytes("Pack/noise.png").last == 1)
    let quiet = try Program.stickerpack.run(
      arguments + ["--quiet", "--exit-zero"], in: folder.url, mostBlocks: 200)
    #expect(quiet.status == 3)
    #expect(quiet.errors == "Pack/noise.png: cannot be written: the file is too large\n")
  }

  @Test("Ctrl-C ends the fix of a file, and what was fixed before is printed")
  func interrupted() throws {
    var random = SplitMix(state: 5)
    let canvases = (0..<8).map { _ in
      Bitmap(width: 400, height: 400) { _, _ in
        let bits = random.next()
        return Pixel(
          red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
          blue: UInt8(truncatingIfNeeded: bits >> 16))
      }
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    // Takes many seconds to make smaller.
    let noise = try ImageEncoder.apng(.init(canvases: canvases, delays: delays), loop: .forever)
    try folder.write(noise, to: "Pack/zoo.png")
    let process = Program.stickerpack.process(
      ["lint", "Pack", "--fix", "--unsafe-fixes", "--jobs", "1", "--quiet"], in: folder.url)
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    while process.isRunning,
      !FileManager.default.fileExists(atPath: "\(folder.path)/\(backup)/large.png")
    {}
    kill(process.processIdentifier, SIGINT)
    let text = String(
      decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(text.hasPrefix("Pack\n  large.png: remove trailing bytes"))
    #expect(text.contains("\nInterrupted: 1 of 2 files fixed.\nOriginals: \(backup) (undo: "))
    #expect(try folder.bytes("Pack/zoo.png") == noise)
  }

  // MARK: Pages

  @Test(
    "the page of a fix compares the stickers, with fixes and findings",
    arguments: [
      ["lint", "Pack", "--fix", "--unsafe-fixes", "--report", "html=page.html"],
      ["fix", "Pack", "--dry-run", "--unsafe", "-o", "page.html"],
    ])
  func page(_ arguments: [String]) throws {
    let run = try Program.stickerpack.run(arguments, in: folder.url)
    #expect(run.status == (arguments[0] == "lint" ? 0 : 1))
    let page = String(decoding: try folder.bytes("page.html"), as: UTF8.self)
    let start = try #require(page.range(of: "id=\"data\">"))
    let end = try #require(page[start.upperBound...].range(of: "</script>"))
    let data = try JSONDecoder().decode(
      Page.self, from: Data(page[start.upperBound..<end.lowerBound].utf8))
    #expect(data.packs.map(\.title) == ["Pack"])
    let sticker = try #require(data.packs.first?.stickers.first)
    #expect(data.packs.first?.stickers.count == 1 && sticker.kinds == ["fixed"])
    #expect(sticker.old?.width == 700 && sticker.new?.width == 618)
    #expect(
      sticker.fixing.fixes.map(\.summary) == ["remove trailing bytes", "scale to a size class"])
    #expect(
      Set(sticker.fixing.findings.map { "\($0.rule) \($0.status)" })
        == ["trailing-bytes fixed", "canvas-too-large fixed"])
    #expect(data.images.count == 2)
  }

  @Test(
    "the page has fixes that were refused, with the reason, and the picture of the unchanged file")
  func refusedOnPage() throws {
    // Enlarging it to the pack's size class would blur it.
    try folder.write(
      "{ \"gridSize\": \"large\", \"rules\": { \"label-missing\": \"off\" } }",
      to: "Pack/stickerpack.json")
    try folder.write(Self.art(side: 430), to: "Pack/large.png")
    let run = try fix(
      "--dry-run", "--unsafe", "--select", "canvas-off-size", "--report", "page.html")
    #expect(run.output.contains("\n0 files would be fixed, 1 fix not possible.\n"))
    let page = String(decoding: try folder.bytes("page.html"), as: UTF8.self)
    #expect(page.contains("\"kinds\":[\"not fixed\"]"))
    #expect(page.contains("\"reason\":\"scaling from 430 to 618 px would blur the art"))
  }

  /// The parts of a page's data that the tests look at.
  private struct Page: Decodable {
    struct Pack: Decodable {
      var title: String
      var stickers: [Sticker]
    }
    struct Sticker: Decodable {
      var kinds: [String]
      var old: Side?
      var new: Side?
      var fixing: Fixing
    }
    struct Side: Decodable { var width: Int }
    struct Fixing: Decodable {
      var fixes: [Fix]
      var findings: [Finding]
    }
    struct Fix: Decodable { var summary: String }
    struct Finding: Decodable { var rule, status: String }
    struct Image: Decodable { var type: String }

    var packs: [Pack]
    var images: [Image]
  }

  // MARK: What can be fixed

  @Test("only fixes that the format allows are offered")
  func possibleFixes() throws {
    let canvases = [1, 1, 2].map { step in
      Bitmap(width: 408, height: 408) { x, y in
        let (dx, dy) = (x - 204, y - 204)
        return dx * dx + dy * dy < 30_000
          ? Pixel(red: 90 * UInt8(step), green: 60, blue: 30) : .clear
      }
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    let animation = CanvasAnimation(canvases: canvases, delays: delays)
    let frames = [1, 1, 2].map { GIFBytes.Frame(width: 408, height: 408, index: $0) }
    try folder.write(GIFBytes.file(408, 408, frames), to: "Other/wave.gif")
    try folder.write(
      ImageEncoder.jpeg(
        Bitmap(width: 408, height: 300) { _, _ in Pixel(red: 9, green: 60, blue: 30) }, quality: 90),
      to: "Other/photo.jpg")
    let rules = ["--select", "duplicate-frames", "--select", "canvas-not-square"]
    let run = try Program.stickerpack.run(["lint", "Other", "--verbose"] + rules, in: folder.url)
    #expect(run.output.contains("duplicate-frames") && run.output.contains("canvas-not-square"))
    #expect(!run.output.contains("Next:"))
    for format in ["json", "sarif"] {
      let report = try Program.stickerpack.run(
        ["lint", "Other", "--format", format] + rules, in: folder.url)
      #expect(report.output.contains("duplicate-frames") && !report.output.contains("fixable"))
    }
    let fix = try Program.stickerpack.run(
      ["lint", "Other", "--fix", "--unsafe-fixes"] + rules, in: folder.url)
    #expect(fix.errors == "")
    // The same problems in files that can be fixed.
    let apng = try ImageEncoder.apng(animation, loop: .forever)
    try folder.write(apng, to: "Other/wave.png")
    let sarif = try Program.stickerpack.run(
      ["lint", "Other", "--format", "sarif"] + rules, in: folder.url)
    #expect(sarif.output.count(of: "\"fixable\" : \"safe\"") == 1)
  }

  @Test("each run has a backup of its own")
  func backups() throws {
    _ = try lint("--fix")
    _ = try lint("--fix", "--unsafe-fixes")
    #expect(try folder.bytes("Pack/.stickerpack-backup-2/large.png").count > 0)
    #expect(try folder.bytes("\(backup)/large.png") != folder.bytes("Pack/large.png"))
  }

  @Test("a quiet run says where the originals are")
  func quietOriginals() throws {
    let run = try lint("--fix", "-q")
    #expect(run.errors == "Originals: \(backup) (undo: stickerpack undo Pack)\n")
  }

  @Test("permissions stay")
  func permissions() throws {
    let path = folder.path + "/Pack/large.png"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try lint("--fix")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test("without --fix, the last line is the command for fixes, except in quiet runs")
  func hint() throws {
    func line(_ options: String) -> String {
      "\nNext: stickerpack fix Pack\(options) --dry-run (shows fixes for 1 of 2 findings,"
        + " and for 1 more with --unsafe)\n"
    }
    #expect(try lint().output.hasSuffix(line("")))
    #expect(
      try lint("--rule", "loop-jump=off", "--no-ignore", "-v").output
        .hasSuffix(line(" --no-ignore --rule 'loop-jump=off'")))
    #expect(try !lint("--quiet").output.contains("Next:"))
    let json = try lint("--format", "json").output
    #expect(json.contains(#""fixable" : "safe""#) || json.contains(#""fixable":"safe""#))
    #expect(json.contains(#""fixable" : "unsafe""#) || json.contains(#""fixable":"unsafe""#))
  }

  @Test("options that contradict each other are refused")
  func conflicts() throws {
    let cases = [
      (["--unsafe-fixes"], "--unsafe-fixes requires --fix."),
      (["--diff"], "did you mean \"stickerpack fix --dry-run\"?"),
      (["--fix", "--show-files"], "cannot be combined with --show-files"),
      (["--fix", "--write-baseline", "b.json"], "cannot be combined with --write-baseline"),
    ]
    for (options, message) in cases {
      let run = try Program.stickerpack.run(["lint", "Pack"] + options, in: folder.url)
      #expect(run.status == 2 && run.errors.contains(message), "\(options)")
    }
    let run = try Program.stickerpack.run(["lint", "--fix", "--files-from", "-"], in: folder.url)
    #expect(run.status == 2 && run.errors.contains("cannot be combined with --files-from"))
  }

  @Test("findings in the baseline stay as they are")
  func baseline() throws {
    #expect(try lint("--write-baseline", "b.json").status == 0)
    let snapshot = try folder.snapshot()
    let run = try lint("--baseline", "b.json", "--fix", "--unsafe-fixes")
    #expect(run.status == 0 && run.errors == "")
    #expect(try folder.snapshot() == snapshot)
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
