import Foundation
import ImageCodecs
import Pixels
import TestSupport
import Testing

@Suite("stickerpack fit")
struct FitTests {
  let folder: TemporaryFolder

  /// A pack with a large and a small sticker, and a configuration.
  init() throws {
    folder = try TemporaryFolder()
    let art = Bitmap(width: 300, height: 300) { x, y in
      Pixel(red: UInt8(x / 2), green: UInt8(y / 2), blue: 90)
    }
    let file = try ImageEncoder.png(art)
    // Text that no viewer shows makes the file larger than the limit.
    let text = PNGBytes.chunk("tEXt", [UInt8](repeating: 32, count: 600_000))
    try folder.write(file.dropLast(12) + text + file.suffix(12), to: "Pack/large.png")
    try folder.write(
      ImageEncoder.png(Bitmap(width: 300, height: 300, filledWith: .gray(9))), to: "Pack/small.png")
    try folder.write("{ \"name\": \"Pack\" }", to: "Pack/stickerpack.json")
  }

  private func fit(_ options: String...) throws -> Program.Run {
    try Program.stickerpack.run(["fit", "Pack"] + options, in: folder.url)
  }

  @Test("writes a complete copy in which every sticker is small enough")
  func copy() throws {
    let before = try folder.snapshot()
    let run = try fit("-o", "out")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.contains("1 of 2 stickers changed"))
    #expect(run.output.contains("Written to out\n"))
    #expect(try folder.snapshot(without: ["out"]) == before)
    #expect(
      try folder.files().filter { $0.hasPrefix("out") }
        == ["out/large.png", "out/small.png", "out/stickerpack.json"])
    #expect(try folder.bytes("out/large.png").count <= 500_000)
    for name in ["small.png", "stickerpack.json"] {
      #expect(try folder.bytes("out/" + name) == folder.bytes("Pack/" + name))
    }
    #expect(
      try Decoded(folder.bytes("out/large.png")).canvases
        == Decoded(folder.bytes("Pack/large.png")).canvases)
  }

  @Test("--lossless rewrites every PNG and GIF, icons too, and applies no limit")
  func lossless() throws {
    let flat = Bitmap(width: 90, height: 70) { x, y in .gray(x * y % 7 < 3 ? 0 : 255) }
    let frames = [flat, Bitmap(width: 90, height: 70, filledWith: .gray(255))]
    try folder.write(ImageEncoder.png(flat), to: "Pack/icon-art.png")
    try folder.write("{ \"icon\": { \"file\": \"icon-art.png\" } }", to: "Pack/stickerpack.json")
    let gif = GIFBytes.file(
      40, 40,
      [
        .init(width: 40, height: 40, index: 1), .init(width: 40, height: 40, index: 2, delay: 7),
      ])
    try folder.write(gif, to: "Pack/wave.gif")
    try folder.write(ImageEncoder.jpeg(frames[0]), to: "Pack/photo.jpg")
    let before = try folder.snapshot()
    let run = try fit("-o", "out", "--lossless")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    #expect(run.output.contains("4 of 5 stickers changed"), "\(run.output)")
    #expect(try folder.snapshot(without: ["out"]) == before)
    // Text stays, and so does a file above 500,000 bytes.
    #expect(try folder.bytes("out/large.png").count > 600_000)
    for name in ["large.png", "small.png", "icon-art.png", "wave.gif"] {
      let (old, new) = (try folder.bytes("Pack/" + name), try folder.bytes("out/" + name))
      #expect(new.count < old.count, "\(name)")
      #expect(try Decoded(new).canvases == Decoded(old).canvases, "\(name)")
    }
    #expect(try folder.bytes("out/photo.jpg") == folder.bytes("Pack/photo.jpg"))
    // An icon stays in RGB: IHDR's color type.
    #expect(try folder.bytes("out/icon-art.png")[25] == 2)
    let one = try Program.stickerpack.run(
      ["fit", "Pack/wave.gif", "-o", "wave.gif", "--lossless"], in: folder.url)
    #expect(one.status == 0)
    #expect(try folder.bytes("wave.gif") == folder.bytes("out/wave.gif"))
    for refused in [["--max-bytes", "9"], ["--trim"], ["--min-quality", "80"], ["--to-apng"]] {
      let run = try Program.stickerpack.run(
        ["fit", "Pack", "--dry-run", "--lossless"] + refused, in: folder.url)
      #expect(run.status == 2 && run.errors.contains("--lossless can only be combined with"))
    }
  }

  @Test("with --strict, a result that looks worse ends with 1, and is written")
  func strict() throws {
    #expect(try fit("--dry-run", "--strict", "excellent").status == 0)
    var random = SplitMix(state: 1)
    let noise = Bitmap(width: 300, height: 300) { _, _ in .gray(UInt8(random.next() % 256)) }
    try folder.write(ImageEncoder.png(noise), to: "Pack/noise.png")
    let run = try fit("-o", "out", "--max-bytes", "48000", "--strict", "excellent")
    #expect(run.status == 1 && run.errors.contains("1 sticker looks worse than excellent"))
    let bytes = try folder.bytes("out/noise.png").count
    #expect(bytes <= 48_000)
    let share = Int((Double(bytes) / 480).rounded())
    #expect(run.output.contains("  \(share)%  "), "\(run.output)")
    let json = try fit("--dry-run", "--max-bytes", "48000", "--format", "json")
    #expect(json.status == 0 && json.output.contains("\"maximumBytes\" : 48000"), "\(json.output)")
    #expect(try fit("--dry-run", "--strict", "great").status == 2)
  }

  @Test("a dry run prints the same and writes nothing")
  func dryRun() throws {
    let before = try folder.snapshot()
    let run = try fit("--dry-run")
    #expect(run.status == 0 && run.output.hasSuffix("Nothing was written.\n"))
    #expect(run.output.contains("large.png") && !run.output.contains("small.png"))
    #expect(try fit("--dry-run", "--verbose").output.contains("small.png"))
    #expect(try folder.snapshot() == before)
  }

  @Test(
    "a page compares the changed stickers with their originals",
    arguments: [["-o", "out"], ["--dry-run"]])
  func page(_ options: [String]) throws {
    let run = try Program.stickerpack.run(
      ["fit", "Pack", "--report", "html=fit.html"] + options, in: folder.url)
    #expect(run.status == 0 && run.errors == "")
    let page = String(decoding: try folder.bytes("fit.html"), as: UTF8.self)
    let size = try folder.bytes("Pack/large.png").count
    #expect(
      page.contains(
        "1 of 2 stickers changed: \(size.formatted(.number.locale(Locale(identifier: "en_US")))) → "
      ))
    #expect(page.contains(#""kinds":["changed"]"#))
    #expect(page.contains(#""name":"large.png""#) && !page.contains("small.png"))
    // The words about the change do not repeat the name.
    #expect(!page.contains(#"\"large.png"#))
    #expect(page.contains(", score 100, worst 100\""))
    // Both versions have an image.
    #expect(page.contains(#""image":0,"#) && page.contains(#""image":1,"#))
  }

  @Test("a page that would replace a file of the pack is refused before anything is written")
  func pagePlace() throws {
    let before = try folder.snapshot()
    for report in ["html=Pack/large.png", "Pack/stickerpack.json"] {
      let run = try fit("-o", "out", "--report", report)
      #expect(run.status == 2 && run.errors.contains("was not overwritten"), "\(run.errors)")
    }
    #expect(
      try fit("-o", "out", "--report", "a.md").errors.contains("as markdown; this command has"))
    #expect(try fit("-o", "out.html").errors.contains("expected a folder or a sticker"))
    #expect(try folder.snapshot() == before)
  }

  @Test("nothing is overwritten", arguments: ["Pack", "Pack/out", "other"])
  func existing(_ output: String) throws {
    try folder.write("mine", to: "other/file.txt")
    let before = try folder.snapshot()
    let run = try fit("-o", output)
    #expect(run.status == 2 && run.errors.contains("choose another folder"))
    #expect(try folder.snapshot() == before)
  }

  @Test("a sticker that cannot be read is copied, reported and an error")
  func unreadable() throws {
    var file = try folder.bytes("Pack/large.png")
    for index in 40..<200 { file[index] = 7 }
    try folder.write(file, to: "Pack/broken.png")
    let run = try fit("-o", "out")
    #expect(run.status == 1)
    #expect(run.output.contains("1 sticker could not be fitted"))
    #expect(try folder.bytes("out/broken.png") == file)
  }

  // MARK: In place

  private static let backup = "Pack/.stickerpack-backup-1"

  @Test("in place, files are replaced and their originals kept, once")
  func inPlace() throws {
    let before = try folder.bytes("Pack/large.png")
    let files = try folder.files()
    let run = try fit("--in-place")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.contains("1 of 2 stickers changed"))
    #expect(
      run.output.hasSuffix("\nOriginals: \(Self.backup) (undo: stickerpack undo Pack)\n"))
    let kept = [".gitignore", ".record.jsonl", "large.png"].map { "\(Self.backup)/\($0)" }
    #expect(try folder.files() == (files + kept).sorted())
    #expect(try folder.bytes("\(Self.backup)/large.png") == before)
    let after = try folder.bytes("Pack/large.png")
    #expect(after.count <= 500_000)
    #expect(try Decoded(after).canvases == Decoded(before).canvases)
    let snapshot = try folder.snapshot()
    let second = try fit("--in-place")
    #expect(second.status == 0 && second.output.hasSuffix("Nothing was written.\n"))
    #expect(try folder.snapshot() == snapshot)
  }

  @Test("in place, a dry run writes nothing, and JSON names the folder of the originals")
  func inPlaceReports() throws {
    let before = try folder.snapshot()
    #expect(try fit("--in-place", "--dry-run").output.hasSuffix("Nothing was written.\n"))
    #expect(try folder.snapshot() == before)
    struct Report: Decodable {
      var output: String?
      var originals: [String]
    }
    let run = try fit("--in-place", "--format", "json")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.output == nil)
    #expect(report.originals == [Self.backup])
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "fit") == "")
  }

  @Test("in place, a link to another sticker changes with it")
  func inPlaceLink() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Pack/a.png", withDestinationPath: "large.png")
    let run = try fit("--in-place")
    #expect(run.status == 0 && run.output.contains("1 of 2 stickers changed"))
    #expect(try folder.bytes("Pack/a.png") == folder.bytes("Pack/large.png"))
    #expect(try folder.bytes("Pack/a.png").count <= 500_000)
  }

  @Test(
    "in place, a file that cannot be written is named, the others are written, and the status is 3")
  func inPlaceUnwritable() throws {
    // Without its text it is small enough, but larger than any file that can be written.
    var random = SplitMix(state: 3)
    let noise = Bitmap(width: 380, height: 380) { _, _ in
      let bits = random.next()
      return Pixel(
        red: UInt8(bits & 255), green: UInt8(bits >> 8 & 255), blue: UInt8(bits >> 16 & 255))
    }
    let art = try ImageEncoder.png(noise)
    let text = PNGBytes.chunk("tEXt", [UInt8](repeating: 32, count: 600_000))
    let file = art.dropLast(12) + text + art.suffix(12)
    try folder.write(Array(file), to: "Pack/a.png")
    let run = try Program.stickerpack.run(
      ["fit", "Pack", "--in-place"], in: folder.url, mostBlocks: 400)
    #expect(run.status == 3)
    #expect(run.output.contains("cannot replace: the file is too large"))
    #expect(run.output.contains("1 of 3 stickers changed"))
    #expect(try folder.bytes("Pack/a.png") == Array(file))
    #expect(try folder.bytes("Pack/large.png").count <= 500_000)
  }

  @Test("in place, a link and a GIF whose new name is taken stay as they are")
  func inPlaceRefusals() throws {
    _ = try addGIF()
    try folder.write([1], to: "Pack/wave.png")
    try FileManager.default.moveItem(
      atPath: folder.path + "/Pack/large.png", toPath: folder.path + "/Pack/.art")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Pack/large.png", withDestinationPath: ".art")
    let before = try folder.snapshot()
    let run = try fit("--in-place", "--to-apng")
    #expect(run.status == 1)
    #expect(run.output.contains("cannot fit: it would become wave.png, but wave.png exists"))
    #expect(run.output.contains("cannot replace: large.png is a link or outside of the folder"))
    #expect(run.output.hasSuffix("Nothing was written.\n"))
    #expect(try folder.snapshot() == before)
  }

  // MARK: GIF to APNG

  /// A small GIF with four frames in the pack.
  private func addGIF() throws -> [UInt8] {
    let canvases = (0..<4).map { Bitmap(width: 300, height: 300, filledWith: .gray(UInt8($0))) }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    let gif = try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loop: .forever)
    try folder.write(gif, to: "Pack/wave.gif")
    return gif
  }

  @Test("a GIF becomes a .png on request, unless that name is taken")
  func toAPNG() throws {
    let gif = try addGIF()
    #expect(try fit("-o", "out", "--to-apng").status == 0)
    #expect(try folder.files().contains("out/wave.png"))
    #expect(try !folder.files().contains("out/wave.gif"))
    #expect(
      try Decoded(folder.bytes("out/wave.png")).canvases == Decoded(gif).canvases)
  }

  @Test(
    "a result never takes the name of another file, in every mode",
    arguments: [["-o", "out"], ["--dry-run"], ["--in-place"]], ["wave.png", "Wave.PNG"])
  func nameTaken(_ options: [String], _ other: String) throws {
    let gif = try addGIF()
    let png = try folder.bytes("Pack/small.png")
    try folder.write(png, to: "Pack/\(other)")
    let run = try Program.stickerpack.run(["fit", "Pack", "--to-apng"] + options, in: folder.url)
    #expect(run.status == 1 && run.output.contains("1 sticker could not be fitted"))
    #expect(
      run.output.contains(
        "cannot fit: it would become wave.png, but \(other) exists; rename one of them"))
    let written = options == ["-o", "out"] ? "out" : "Pack"
    #expect(try folder.bytes("\(written)/wave.gif") == gif)
    #expect(try folder.bytes("\(written)/\(other)") == png)
  }

  @Test(
    "two files that would become one .png are both reported and stay as they are",
    arguments: [["-o", "out"], ["--dry-run"], ["--in-place"]])
  func sharedName(_ options: [String]) throws {
    // They are told apart by their first bytes; nothing is decoded.
    let files = [
      "a.mp4": [0, 0, 0, 8] + Array("ftypmp42".utf8),
      "A.webp": Array("RIFF\u{4}\u{0}\u{0}\u{0}WEBPVP8 \u{0}\u{0}\u{0}\u{0}".utf8),
    ]
    for (name, bytes) in files { try folder.write(bytes, to: "Pack/\(name)") }
    let run = try Program.stickerpack.run(
      ["fit", "Pack", "--format", "json"] + options, in: folder.url)
    #expect(run.status == 1)
    for (name, other) in [("a.mp4", "A.webp"), ("A.webp", "a.mp4")] {
      let result = name == "a.mp4" ? "a.png" : "A.png"
      #expect(
        run.output.contains(
          "cannot fit: it and \(other) would both become \(result); rename one of them"))
      let written = options == ["-o", "out"] ? "out" : "Pack"
      #expect(try folder.bytes("\(written)/\(name)") == files[name])
    }
  }

  @Test("build --fit stops when a converted GIF and a PNG have one name")
  func buildNames() throws {
    _ = try addGIF()
    try folder.write(folder.bytes("Pack/small.png"), to: "Pack/Wave.png")
    let run = try Program.stickerpack.run(
      ["build", "Pack", "-o", "built", "--fit", "--to-apng"], in: folder.url)
    #expect(run.status == 1 && run.output.contains("name-collision"))
    #expect(try !folder.files().contains { $0.hasPrefix("built") })
  }

  @Test(
    "entries that cannot be read are reported as by lint",
    arguments: [["-o", "out"], ["--dry-run"], ["--in-place"]])
  func skipped(_ options: [String]) throws {
    #expect(mkfifo(folder.path + "/Pack/pipe.png", 0o644) == 0)
    try folder.write("x", to: "secret.png")
    try folder.link("Pack/out.png", to: "../secret.png")
    try folder.link("Pack/out.txt", to: "../secret.png")
    let name = Array((folder.path + "/Pack/").utf8) + [0xFF] + Array(".png".utf8)
    let descriptor = (name + [0]).withUnsafeBufferPointer { bytes in
      open(
        UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self),
        O_CREAT | O_WRONLY, 0o644)
    }
    // macOS has no such names.
    let hasOddName = descriptor >= 0
    if hasOddName { close(descriptor) }
    let run = try Program.stickerpack.run(["fit", "Pack"] + options, in: folder.url)
    var expected = [
      "Pack/pipe.png: The file cannot be read: it is not a regular file.",
      "Pack/out.png: The target of the link is missing or outside the folder.",
    ]
    if hasOddName {
      expected.append("Pack/\u{FFFD}.png: The entry cannot be read: its name is not valid UTF-8.")
    }
    // Only a copy leaves other files behind.
    if options == ["-o", "out"] {
      expected.append("Pack/out.txt: The target of the link is missing or outside the folder.")
    }
    let lines = run.output.split(separator: "\n").map { String($0) }
    for line in expected { #expect(lines.contains(line), "\(run.output)") }
    #expect(lines.contains("\(expected.count) entries were skipped"))
    #expect(run.status == 1)
    let initialized = try Program.stickerpack.run(["init", "Pack"], in: folder.url)
    #expect(initialized.errors.contains("stickerpack: " + expected[0]))
    let json = try Program.stickerpack.run(
      ["fit", "Pack", "--dry-run", "--format", "json"], in: folder.url)
    #expect(json.output.contains("\"skipped\""))
    #expect(JSONSchemaValidator.complaints(about: json.output, schema: "fit") == "")
  }

  @Test("a divider line does not end the run")
  func divider() throws {
    var random = SplitMix(state: 3)
    let line = Bitmap(width: 1000, height: 10) { _, _ in
      Pixel(packed: UInt32(truncatingIfNeeded: random.next()) | 0xFF)
    }
    try folder.write(ImageEncoder.jpeg(line), to: "Pack/line.jpg")
    let run = try fit("-o", "out")
    #expect(run.status == 0 && run.output.contains("2 of 3 stickers changed"))
    #expect(try Decoded(folder.bytes("out/line.jpg")).canvases[0].width == 300)
  }

  @Test("lists name the new .png", arguments: [["-o", "out"], ["--in-place"]])
  func lists(_ options: [String]) throws {
    _ = try addGIF()
    let list = """
      { "cover": "wave.gif", // Hello.
        "stickers": [ { "file": "wave.gif", "label": "A wave.gif" }, { "file": "small.png" } ] }
      """
    try folder.write(list, to: "Pack/stickerpack.json")
    let run = try Program.stickerpack.run(["fit", "Pack", "--to-apng"] + options, in: folder.url)
    #expect(run.status == 0 && run.errors == "")
    let written = options.count == 2 ? "out" : "Pack"
    #expect(
      try String(decoding: folder.bytes("\(written)/stickerpack.json"), as: UTF8.self)
        == list.replacing("\"wave.gif\"", with: "\"wave.png\""))
    let original = options.count == 2 ? "Pack" : Self.backup
    #expect(
      try String(decoding: folder.bytes("\(original)/stickerpack.json"), as: UTF8.self) == list)
  }

  @Test("a catalog names the new .png", arguments: [["-o", "out.xcstickers"], ["--in-place"]])
  func catalog(_ options: [String]) throws {
    let gif = try addGIF()
    let pack = "Sticker Pack.stickerpack"
    func contents(_ name: String) -> String {
      """
      { "info": { "author": "xcode", "version": 1 }, "properties": { "filename": "\(name)" } }
      """
    }
    try folder.write(gif, to: "A.xcstickers/\(pack)/wave.sticker/wave.gif")
    try folder.write(contents("wave.gif"), to: "A.xcstickers/\(pack)/wave.sticker/Contents.json")
    try folder.write(
      """
      { "info": { "author": "xcode", "version": 1 },
        "properties": { "grid-size": "small" }, "stickers": [ { "filename": "wave.sticker" } ] }
      """, to: "A.xcstickers/\(pack)/Contents.json")
    let run = try Program.stickerpack.run(
      ["fit", "A.xcstickers", "--to-apng"] + options, in: folder.url)
    #expect(run.status == 0 && run.errors == "")
    let written = options.count == 2 ? "out.xcstickers" : "A.xcstickers"
    #expect(
      try folder.files().filter { $0.hasPrefix(written) } == [
        "\(written)/\(pack)/Contents.json", "\(written)/\(pack)/wave.sticker/Contents.json",
        "\(written)/\(pack)/wave.sticker/wave.png",
      ])
    #expect(
      try String(
        decoding: folder.bytes("\(written)/\(pack)/wave.sticker/Contents.json"), as: UTF8.self)
        == contents("wave.png"))
  }

  @Test("a copy is refused if a configuration above the folder names a renamed file")
  func listAbove() throws {
    _ = try addGIF()
    try folder.write(#"{ "stickers": [ { "file": "wave.gif" } ] }"#, to: "stickerpack.json")
    let before = try folder.snapshot()
    let run = try fit("-o", "out", "--to-apng")
    #expect(run.status == 2 && run.errors.contains("outside of the folder"))
    #expect(try folder.snapshot() == before)
  }

  @Test("the JSON report has each sticker and follows its schema")
  func json() throws {
    _ = try addGIF()
    let run = try fit("--dry-run", "--to-apng", "--format", "json")
    struct Report: Decodable {
      struct Sticker: Decodable {
        var file: String
        var writtenAs: String?
        var fits: Bool
        var bytesAfter: Int
        var fit: Fit?
      }
      struct Fit: Decodable { var quality: Quality }
      struct Quality: Decodable { var score: Double }
      var schema: String
      var stickers: [Sticker]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.schema == "stickerpack.fit/1")
    #expect(report.stickers.map(\.writtenAs) == ["large.png", nil, "wave.png"])
    #expect(report.stickers.map { $0.fit?.quality.score } == [100, nil, 100])
    #expect(report.stickers.allSatisfy { $0.fits && $0.bytesAfter <= 500_000 })
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "fit") == "")
  }

  @Test("options change all stickers, and the report names each change")
  func art() throws {
    for name in ["small", "large"] { try folder.write(Self.disc(), to: "Pack/\(name).png") }
    let run = try fit("-o", "out", "--trim", "--padding", "12", "--outline", "6", "--square")
    #expect(run.status == 0 && run.output.contains("2 of 2 stickers changed"))
    #expect(run.output.contains("  trimmed, 6 px of outline, 12 px of padding"))
    let canvas = try #require(try Decoded(folder.bytes("out/small.png")).canvases.first)
    // 6 px of white, 2 of gray and the soft end of the edge, which is invisible.
    let area = try #require(canvas.visibleArea)
    #expect(min(area.x, area.y) == 12 || min(area.x, area.y) == 13)
    let json = try fit("--dry-run", "--outline", "6", "--padding", "12", "--format", "json").output
    #expect(json.contains("\"outlined\"") && json.contains("\"padded\""))
    #expect(JSONSchemaValidator.complaints(about: json, schema: "fit") == "")
  }

  private static func disc() throws -> [UInt8] {
    try ImageEncoder.png(
      Bitmap(width: 300, height: 300) { x, y in
        let (x, y) = (x - 150, y - 150)
        return x * x + y * y < 120 * 120 ? Pixel(red: 200, green: 60, blue: 60) : .clear
      })
  }

  @Test("art that looks worse with an outline stays as it is in a pack, and is remarked on alone")
  func poorOutline() throws {
    let card = try folder.bytes("Pack/small.png")
    try folder.write(Self.disc(), to: "Pack/large.png")
    let run = try fit("-o", "out", "--outline", "6")
    #expect(run.status == 1)
    #expect(run.output.contains("1 of 2 stickers changed"))
    let reason = "the art is a rectangle, and an outline would be a frame"
    #expect(run.output.contains("cannot fit: \(reason)"))
    #expect(try folder.bytes("out/small.png") == card)
    let alone = try Program.stickerpack.run(
      ["fit", "Pack/small.png", "-o", "small.png", "--outline", "6"], in: folder.url)
    #expect(alone.status == 0)
    #expect(alone.output.contains("6 px of outline"))
    #expect(alone.output.contains("\nPack/small.png: \(reason)\n"))
    #expect(try folder.bytes("small.png") != card)
  }

  @Test("a catalog's path is a heading, and stickers that became larger are counted")
  func catalogReport() throws {
    let pack = "A.xcstickers/Pack.stickerpack"
    let info = #""info": { "version": 1, "author": "xcode" }"#
    // A hard edge takes few bytes, and a scaled one is soft.
    try folder.write(Self.disc(), to: "\(pack)/a.sticker/a.png")
    try folder.write(
      "{ \(info), \"properties\": { \"filename\": \"a.png\" } }",
      to: "\(pack)/a.sticker/Contents.json")
    try folder.write(
      "{ \(info), \"stickers\": [{ \"filename\": \"a.sticker\" }] }",
      to: "\(pack)/Contents.json")
    let run = try Program.stickerpack.run(
      ["fit", "A.xcstickers", "--dry-run", "--padding", "12"], in: folder.url)
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains("\(pack)"), "\(run.output)\(run.errors)")
    #expect(lines.contains { $0.hasPrefix("  a.png  ") })
    #expect(
      lines.contains("1 file became larger: changed art, or another format, can take more bytes"))
  }

  @Test("stickers with images of their own at other scales are left alone")
  func scales() throws {
    let art = try folder.bytes("Pack/small.png")
    try folder.write(art, to: "Pack/hug@3x.png")
    try folder.write(art, to: "Pack/hug@2x.png")
    #expect(try fit("-o", "out", "--trim", "--padding", "12").status == 0)
    #expect(try folder.bytes("out/hug@3x.png") == art && folder.bytes("out/hug@2x.png") == art)
    #expect(try folder.bytes("out/small.png") != art)
  }

  // MARK: build --fit

  @Test("a build with --fit prints what was changed, with the same options")
  func build() throws {
    _ = try addGIF()
    func build(_ options: String...) throws -> Program.Run {
      try Program.stickerpack.run(["build", "Pack", "-o", "out"] + options, in: folder.url)
    }
    let without = try build()
    #expect(without.status == 1)
    #expect(without.errors.contains("use --fit to shrink the stickers that are too large"))
    #expect(try build("--to-apng").errors.contains("--no-palette and --to-apng require --fit."))
    let before = try folder.snapshot()
    let dry = try build("--fit", "--dry-run")
    #expect(dry.status == 0 && dry.output.hasSuffix("Nothing was written.\n"))
    #expect(dry.output.contains("Pack/large.png  6") && dry.output.contains("  no loss\n"))
    #expect(dry.output.contains("\n1 of 3 stickers changed: "))
    #expect(try folder.snapshot() == before)
    let run = try build("--fit", "--to-apng")
    #expect(run.status == 0 && run.output.contains("\n2 of 3 stickers changed: "))
    #expect(try folder.files().contains("out/images/wave@3x.png"))
    #expect(try folder.snapshot(without: ["out"]) == before)
    #expect(try Program.stickerpack.run(["verify", "out"], in: folder.url).status == 0)
    #expect(try build("--fit", "--quiet").output == "")
    #expect(
      JSONSchemaValidator.complaints(
        about: try folder.bytes("out/manifest.json"),
        schema: "manifest") == "")
  }

  @Test("an output or a dry run is required, and options are checked")
  func usage() throws {
    #expect(try fit().errors.contains("--output <folder>"))
    #expect(try fit("-o", "out", "--in-place").errors.contains("cannot be combined"))
    #expect(try fit("-o", "out", "--min-quality", "101").errors.contains("at most 100"))
    #expect(try fit("-o", "out", "--jobs", "0").status == 2)
    #expect(try fit("-o", "out", "--padding", "76").errors.contains("it must be from 0 to 75"))
    #expect(try fit("-o", "out", "--outline=-1").errors.contains("it must be from 0 to 30"))
    #expect(try fit("-o", "out", "--effort", "most").status == 2)
    #expect(
      try Program.stickerpack.run(["fit", "missing", "-o", "out"], in: folder.url).status == 2)
  }

  // MARK: Signals and progress

  /// Noise that takes many seconds to fit.
  private func addNoise() throws {
    var random = SplitMix(state: 1)
    let canvases = (0..<4).map { _ in
      Bitmap(width: 400, height: 400) { _, _ in
        let bits = random.next()
        return Pixel(
          red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
          blue: UInt8(truncatingIfNeeded: bits >> 16))
      }
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    let file = try ImageEncoder.apng(.init(canvases: canvases, delays: delays), loop: .forever)
    for name in ["a", "b", "c"] { try folder.write(file, to: "Pack/\(name).png") }
  }

  @Test(
    "a signal ends the program at once, and nothing is written",
    arguments: [["-o", "out"], ["--in-place"]])
  func signals(_ options: [String]) throws {
    // A video, and a program for it that does not end.
    try folder.write(
      [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 12), to: "Pack/clip.mp4"
    )
    let script = "#!/bin/sh\necho > '\(folder.path)/started'\nwhile :; do sleep 600; done\n"
    #expect(chmod(try folder.write(script, to: "bin/ffprobe"), 0o755) == 0)
    let before = try folder.snapshot()
    let process = Program.stickerpack.process(["fit", "Pack"] + options, in: folder.url)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["PATH": "\(folder.path)/bin:\(path)"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, try !folder.files().contains("started") {}
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(try folder.snapshot(without: ["started"]) == before)
  }

  @Test(
    "the progress has the current sticker and fits into the terminal",
    .enabled(if: OtherProgram.python.isHere, "python3 is not installed, so this test is skipped"),
    arguments: [40, 200])
  func progress(columns: Int) throws {
    try addNoise()
    // The program's standard error is a terminal of the given width.
    let script = """
      import fcntl, os, pty, signal, struct, subprocess, sys, termios
      main, side = pty.openpty()
      fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
      process = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=side,
                                 env=dict(os.environ, TERM="xterm"))
      sys.stdout.buffer.write(os.read(main, 1000))
      process.kill()
      """
    let program = Program.stickerpack.process([], in: folder.url).executableURL?.path ?? ""
    let line = try OtherProgram.python.run(
      ["-c", script, "\(columns)", program, "fit", "Pack", "--dry-run", "--jobs", "1"],
      in: folder.url)
    let text = line.replacing("\r", with: "").replacing("\u{1B}[K", with: "")
    #expect(text.hasPrefix("Fitting ░░░") && text.count < columns)
    #expect(text.hasSuffix("0 of 5 · a.png") == (columns == 200))
  }
}
