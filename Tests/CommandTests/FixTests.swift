import Foundation
import ImageCodecs
import Pixels
import StickerLint
import TestSupport
import Testing

@Suite("stickerpack lint --fix")
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
      ], "rules": { "near-duplicate": "off", "mixed-sizes": "off" } }
      """
    try folder.write(labels, to: "Pack/stickerpack.json")
  }

  /// A brown disc.
  private static func art(side: Int) throws -> [UInt8] {
    try ImageEncoder.png(
      Bitmap(width: side, height: side) { x, y in
        let (dx, dy) = (x - side / 2, y - side / 2)
        return dx * dx + dy * dy < side * side / 6
          ? Pixel(red: 156, green: 95, blue: 50) : .clear
      })
  }

  private func lint(_ options: String...) throws -> Program.Run {
    try Program.stickerpack.run(["lint", "Pack"] + options, in: folder.url)
  }

  @Test("safe fixes are made, the originals kept, and the rest is reported")
  func safe() throws {
    let original = try folder.bytes("Pack/large.png")
    let run = try lint("--fix")
    #expect(run.status == 1 && run.output.contains("canvas-too-large"))
    #expect(!run.output.contains("trailing-bytes"))
    #expect(run.output.hasSuffix("1 of 1 finding can be fixed: 1 with --fix --unsafe-fixes\n"))
    #expect(run.errors.contains("Pack/large.png: remove trailing bytes; "))
    #expect(run.errors.contains("1 file fixed\nOriginals: "))
    #expect(run.errors.hasSuffix("\(backup)\n"))
    #expect(try folder.bytes("Pack/large.png") == original.dropLast(3))
    #expect(try folder.bytes("\(backup)/large.png") == original)
    #expect(
      try folder.files() == [
        "\(backup)/large.png", "Pack/large.png", "Pack/small.png", "Pack/stickerpack.json",
      ])
  }

  @Test("unsafe fixes need a second option, and a second run finds nothing to do")
  func unsafe() throws {
    let first = try lint("--fix", "--unsafe-fixes")
    #expect(first.status == 0 && first.output.contains("no findings"))
    #expect(first.errors.contains("700 × 700 px before, 618 × 618 px after"))
    let snapshot = try folder.snapshot()
    let second = try lint("--fix", "--unsafe-fixes")
    #expect(second.status == 0 && second.errors == "")
    #expect(try folder.snapshot() == snapshot)
  }

  @Test("a diff lists the changes, writes nothing and fails")
  func diff() throws {
    let snapshot = try folder.snapshot()
    let run = try lint("--diff", "--unsafe-fixes")
    #expect(run.status == 1 && run.errors == "")
    #expect(
      run.output.hasPrefix("Pack/large.png: remove trailing bytes, scale to a size class; "))
    #expect(run.output.hasSuffix("\n1 file would be fixed\n"))
    #expect(try folder.snapshot() == snapshot)
    let safe = try lint("--diff")
    #expect(safe.output.contains("\n1 file would be fixed\n1 of 2 findings can be fixed: 1 with "))
    let fixed = try lint("--fix", "--unsafe-fixes")
    #expect(fixed.status == 0)
    let none = try lint("--diff", "--unsafe-fixes")
    #expect(none.status == 0 && none.output == "0 files would be fixed\n")
  }

  @Test("each run has a backup of its own")
  func backups() throws {
    _ = try lint("--fix")
    _ = try lint("--fix", "--unsafe-fixes")
    #expect(try folder.bytes("Pack/.stickerpack-backup-2/large.png").count > 0)
    #expect(try folder.bytes("\(backup)/large.png") != folder.bytes("Pack/large.png"))
  }

  @Test("permissions stay")
  func permissions() throws {
    let path = folder.path + "/Pack/large.png"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    _ = try lint("--fix")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test("without --fix, the last line counts what can be fixed, except in quiet runs")
  func hint() throws {
    let line = "2 of 2 findings can be fixed: 1 with --fix, 1 with --fix --unsafe-fixes\n"
    #expect(try lint().output.hasSuffix(line))
    #expect(try !lint("--quiet").output.contains("can be fixed"))
    let json = try lint("--format", "json").output
    #expect(json.contains(#""fixable" : "safe""#) || json.contains(#""fixable":"safe""#))
    #expect(json.contains(#""fixable" : "unsafe""#) || json.contains(#""fixable":"unsafe""#))
  }

  @Test("options that contradict each other are refused")
  func conflicts() throws {
    let cases = [
      (["--unsafe-fixes"], "--unsafe-fixes requires --fix or --diff."),
      (["--fix", "--show-files"], "cannot be combined with --show-files"),
      (["--fix", "--write-baseline", "b.json"], "cannot be combined with --write-baseline"),
      (["--diff", "--write-baseline", "b.json"], "cannot be combined with --write-baseline"),
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
