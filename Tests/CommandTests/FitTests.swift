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
    let art = Bitmap(width: 400, height: 400) { x, y in
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
    #expect(page.contains(#"\"large.png\", "#) && !page.contains("small.png"))
    #expect(page.contains(", score 100\""))
    // Both versions have an image.
    #expect(page.contains(#""image":0,"#) && page.contains(#""image":1,"#))
  }

  @Test("a page that would replace a file of the pack is refused before anything is written")
  func pagePlace() throws {
    let before = try folder.snapshot()
    for file in ["Pack/large.png", "Pack/stickerpack.json"] {
      let run = try fit("-o", "out", "--report", "html=\(file)")
      #expect(run.status == 2 && run.errors.contains("was not overwritten"), "\(run.errors)")
    }
    #expect(try fit("-o", "out", "--report", "json=a.json").errors.contains("expected html=FILE"))
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
    #expect(run.output.contains("1 sticker too large or unreadable"))
    #expect(try folder.bytes("out/broken.png") == file)
  }

  /// A small GIF with four frames in the pack.
  private func addGIF() throws -> [UInt8] {
    let canvases = (0..<4).map { Bitmap(width: 300, height: 300, filledWith: .gray(UInt8($0))) }
    let delays = canvases.map { _ in CanvasAnimation.Delay(numerator: 1, denominator: 10) }
    let gif = try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loopCount: 0)
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
    try folder.write([1], to: "Pack/wave.png")
    let run = try fit("-o", "other", "--to-apng")
    #expect(run.status == 2 && run.errors.contains("would become wave.png, which exists"))
    #expect(try !folder.files().contains { $0.hasPrefix("other") })
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
      }
      var schema: String
      var stickers: [Sticker]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    #expect(report.schema == "stickerpack.fit/1")
    #expect(report.stickers.map(\.writtenAs) == ["large.png", nil, "wave.png"])
    #expect(report.stickers.allSatisfy { $0.fits && $0.bytesAfter <= 500_000 })
    guard JSONSchemaValidator.isHere else { return }
    #expect(
      JSONSchemaValidator.complaints(
        about: Array(run.output.utf8), schema: "Sources/stickerpack/Schemas/fit.json") == "")
  }

  @Test("an output or a dry run is required, and options are checked")
  func usage() throws {
    #expect(try fit().errors.contains("--output <folder>"))
    #expect(try fit("-o", "out", "--min-quality", "101").errors.contains("at most 100"))
    #expect(try fit("-o", "out", "--jobs", "0").status == 2)
    #expect(try fit("-o", "out", "--effort", "most").status == 2)
    #expect(
      try Program.stickerpack.run(["fit", "missing", "-o", "out"], in: folder.url).status == 2)
  }
}
