import Foundation
import ImageCodecs
import Pixels
import StickerManifest
import StickerTasks
import TestSupport
import Testing

@Suite("Building art that is too large")
struct FittingTests {
  let folder: TemporaryFolder

  /// A pack with one sticker of more than 500,000 bytes.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.large(), to: "Art/large.png")
    try folder.write(PNGBytes.still(300, 300, [200, 30, 30, 160]), to: "Art/small.png")
  }

  /// A picture with text that no viewer shows.
  private static func large() throws -> [UInt8] {
    let file = try ImageEncoder.png(
      Bitmap(width: 300, height: 300) { x, y in
        x < 20 ? .clear : Pixel(red: UInt8(x / 2), green: UInt8(y / 2), blue: 90)
      })
    let text = PNGBytes.chunk("tEXt", [UInt8](repeating: 32, count: 600_000))
    return Array(file.dropLast(12) + text + file.suffix(12))
  }

  /// Noise that cannot be compressed: 270,000 bytes.
  private static func noise(_ seed: UInt64) -> Bitmap {
    var random = SplitMix(state: seed)
    return Bitmap(width: 300, height: 300) { _, _ in
      let bits = random.next()
      return Pixel(
        red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
        blue: UInt8(truncatingIfNeeded: bits >> 16))
    }
  }

  private func build(_ fit: FitOptions?) async throws(BuildError) -> BuildResult {
    var options = BuildOptions()
    options.lint.jobs = 2
    options.fit = fit
    return try await BuildTask(
      folder.path + "/Art", to: folder.path + "/out", options: options
    ).run()
  }

  private func manifest() throws -> Manifest {
    try Manifest(parsing: folder.bytes("out/manifest.json"))
  }

  @Test("fails without fitting")
  func unfitted() async throws {
    let error = await #expect(throws: BuildError.self) { try await build(nil) }
    guard case .errorsFound(let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(findings.map(\.rule).contains("file-too-large"))
  }

  @Test("is made smaller for the bundle, and the folder is only read")
  func fitted() async throws {
    let before = try folder.snapshot()
    let art = try Decoded(folder.bytes("Art/large.png"))
    let result = try await build(FitOptions())
    #expect(try folder.snapshot(without: ["out"]) == before)
    let sticker = try #require(result.fitted.first)
    let bytes = try #require(sticker.after?.bytes)
    #expect(result.fitted.count == 1 && sticker.file.hasSuffix("Art/large.png"))
    #expect(sticker.before.bytes > 600_000 && bytes < 500_000)
    #expect(sticker.score == 100 && sticker.decibels == nil)
    let image = try folder.bytes("out/images/large@3x.png")
    #expect(image.count == bytes)
    #expect(
      try folder.bytes("out/Stickers.xcstickers/Art.stickerpack/large.sticker/large.png") == image)
    #expect(try Decoded(image).canvases == art.canvases)
    let fit = try #require(try manifest().stickers[0].fit)
    #expect(fit.bytesBefore == sticker.before.bytes && fit.changes == [] && !fit.indexed)
    #expect(fit.quality.score == 100 && fit.meanQuality.score == 100)
    #expect(try manifest().stickers[1].fit == nil)
    #expect(try manifest().defects == [])
    #expect(
      try folder.bytes("out/images/small@3x.png") == folder.bytes("Art/small.png"))
  }

  @Test("keeps what a minimum score refuses, and fails")
  func refused() async throws {
    // Each frame has 270,000 bytes, and two are the least.
    let canvases = (0..<2).map { Self.noise($0) }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    try folder.write(
      ImageEncoder.apng(.init(canvases: canvases, delays: delays), loop: .forever),
      to: "Art/large.png")
    var options = FitOptions()
    options.minimumScore = 99.9
    let error = await #expect(throws: BuildError.self) { try await build(options) }
    guard case .errorsFound(let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(findings.map(\.rule).contains("file-too-large"))
  }

  @Test("a GIF becomes an APNG on request, named .png, without a finding about its name")
  func converted() async throws {
    let canvases = (0..<4).map {
      Bitmap(width: 300, height: 300, filledWith: .gray(UInt8($0 * 40)))
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    let gif = try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loop: .forever)
    try folder.write(gif, to: "Art/wave.gif")
    var options = FitOptions()
    options.convertsGIF = true
    let result = try await build(options)
    #expect(!result.lint.findings.contains { $0.rule == "wrong-extension" })
    let sticker = try #require(try manifest().stickers.first { $0.id == "wave" })
    #expect(sticker.format == "apng" && sticker.fit?.changes == [.init("converted")])
    #expect(
      try Decoded(folder.bytes("out/images/wave@3x.png")).canvases == Decoded(gif).canvases)
  }

  @Test(
    "an assembled sequence becomes an APNG that is small enough", arguments: ["apng", "sequence"])
  func sequence(_ form: String) async throws {
    for index in 1...2 {
      try folder.write(ImageEncoder.png(Self.noise(UInt64(index))), to: "Art/wave/\(index).png")
    }
    try folder.write(
      #"{ "stickers": [{ "frames": "wave", "as": "\#(form)", "fps": 5 }] }"#,
      to: "Art/stickerpack.json")
    _ = try await build(FitOptions())
    let sticker = try #require(try manifest().stickers.first { $0.id == "wave" })
    let fit = try #require(sticker.fit)
    #expect(fit.bytesBefore > 500_000 && sticker.scales[0].bytes <= 500_000)
    #expect(sticker.animation?.durationMilliseconds == 400)
    #expect(
      try folder.files().filter { $0.contains("stickerpack/wave.") } == [
        "out/Stickers.xcstickers/Art.stickerpack/wave.sticker/Contents.json",
        "out/Stickers.xcstickers/Art.stickerpack/wave.sticker/wave.png",
      ])
  }
}
