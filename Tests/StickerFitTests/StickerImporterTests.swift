import Basics
import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import TestSupport
import Testing

@Suite("StickerImporter")
struct StickerImporterTests {
  let folder: TemporaryFolder
  let red = Pixel(red: 200, green: 0, blue: 90)

  init() throws { folder = try TemporaryFolder() }

  var root: FilePath { FilePath(folder.path) }

  func sticker(
    _ name: String, fps: Double? = nil, gif: Bool = false, limits: DecodingLimits = .init()
  ) throws -> StickerChange {
    var fitter = StickerFitter()
    fitter.options.limits = limits
    var importer = StickerImporter(fitter)
    importer.framesPerSecond = fps
    importer.makesGIF = gif
    return try importer.sticker(from: root.appending(name))
  }

  /// The message of the error for an input.
  func complaint(about name: String, limits: DecodingLimits = .init()) -> String? {
    do {
      _ = try sticker(name, limits: limits)
      return nil
    } catch {
      return (error as? ImportError)?.description
    }
  }

  /// The numerators and denominators of the delays of a file.
  func milliseconds(_ file: [UInt8]) throws -> [Double] {
    try Decoded(file).container.frameTable.map(\.delay.milliseconds)
  }

  /// Writes a still of a color.
  func write(_ gray: UInt8, _ width: Int = 300, _ height: Int = 300, to name: String) throws {
    let art = Bitmap(width: width, height: height, filledWith: .gray(gray))
    try folder.write(name.hasSuffix("png") ? PNGBytes.file(art) : ImageEncoder.jpeg(art), to: name)
  }

  // MARK: Images

  @Test("a legal sticker stays as it is, byte for byte")
  func unchanged() throws {
    let file = PNGBytes.still(300, 300, [200, 0, 0, 160]) + [1, 2]
    try folder.write(file, to: "a.png")
    let result = try sticker("a.png")
    #expect(result.content == file && result.remarks.isEmpty)
  }

  @Test("a wide picture is scaled to 618 px and padded above and below")
  func wide() throws {
    try folder.write(PNGBytes.still(1236, 618, [200, 0, 90, 255]), to: "a.png")
    let result = try sticker("a.png")
    #expect(result.steps == [.scaled(side: 618), .squared])
    let canvas = try Decoded(result.content).canvases[0]
    #expect(canvas.width == 618 && canvas.height == 618)
    // 309 px in the middle of 618: from 154 on.
    #expect(canvas[300, 153] == .clear && canvas[300, 463] == .clear)
    #expect(canvas[300, 154] == red && canvas[300, 462] == red)
  }

  @Test("a small picture is not enlarged, which is remarked")
  func small() throws {
    try folder.write(PNGBytes.still(64, 64, [200, 0, 90, 255]), to: "a.png")
    let result = try sticker("a.png")
    #expect(try Decoded(result.content).canvases[0].width == 64)
    #expect(
      result.remarks == ["the canvas of 64 px will be blurred: stickers have at least 300 px"])
  }

  @Test("a JPEG becomes a PNG, so it can be padded")
  func jpeg() throws {
    try write(90, 400, 300, to: "a.jpg")
    let result = try sticker("a.jpg")
    #expect(result.steps == [.imported(from: "JPEG"), .squared])
    let decoded = try Decoded(result.content)
    #expect(decoded.container.format == .png)
    #expect(decoded.canvases[0][200, 0].alpha == 0 && decoded.canvases[0][200, 200] == .gray(90))
  }

  @Test("an APNG becomes a GIF with hard edges, in the same time")
  func gif() throws {
    let canvases = (0..<6).map { index in
      Bitmap(width: 300, height: 300) { x, _ in
        Pixel(red: UInt8(index * 40), green: 0, blue: 0, alpha: x < 100 ? 0 : x < 200 ? 200 : 90)
      }
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 12) }
    try folder.write(
      ImageEncoder.apng(.init(canvases: canvases, delays: delays), loop: .times(3)), to: "a.png")
    let result = try sticker("a.png", gif: true)
    let decoded = try Decoded(result.content)
    #expect(decoded.container.format == .gif && decoded.container.loop?.plays == 3)
    // Each frame begins at the nearest hundredth: 8.33, 16.67, 25, 33.33, 41.67 and 50.
    #expect(try milliseconds(result.content) == [80, 90, 80, 80, 90, 80])
    #expect(decoded.canvases[2][150, 0] == Pixel(red: 80, green: 0, blue: 0))
    #expect(decoded.canvases[2][250, 0].alpha == 0)
    // Only what the colors lose counts, and here they lose nothing.
    #expect(result.quality == .perfect)
  }

  @Test("the format of other files is named")
  func unknown() throws {
    try folder.write("8BPS\u{0}\u{1}", to: "a.psd")
    #expect(complaint(about: "a.psd")?.contains("found Photoshop") == true)
    #expect(complaint(about: "missing.png")?.contains("cannot be read") == true)
  }

  // MARK: Frames

  @Test("frames play in the order of their numbers, PNG or JPEG")
  func frames() throws {
    for type in ["png", "jpg"] {
      for number in [1, 2, 10] {
        try write(UInt8(number * 20), to: "\(type)/wave-\(number).\(type)")
      }
      try folder.write("notes", to: "\(type)/notes.txt")
      let result = try sticker(type, fps: 8)
      let decoded = try Decoded(result.content)
      #expect(decoded.canvases.map { $0[9, 9] } == [.gray(20), .gray(40), .gray(200)])
      #expect(try milliseconds(result.content) == [125, 125, 125])
      #expect(decoded.container.loop?.plays == 0)
      #expect(
        result.remarks == ["the numbers of the frames jump from 2 to 10"])
    }
    #expect(
      try milliseconds(sticker("png").content).map { ($0 * 3).rounded() } == [200, 200, 200])
  }

  @Test("other pictures in a folder of frames are refused by name")
  func mixed() throws {
    for name in ["1.png", "2.png", "3.png", "cover.png"] { try write(9, to: "a/" + name) }
    #expect(
      complaint(about: "a")
        == "also has \"cover.png\", which differ in more than the number; move them elsewhere")
    try write(9, to: "b/cover.png")
    #expect(complaint(about: "b")?.hasPrefix("has no numbered frames") == true)
  }

  @Test("frames of another size, and animated ones, are refused by name")
  func sizes() throws {
    try write(9, to: "a/1.png")
    try write(9, 200, 300, to: "a/2.png")
    #expect(
      complaint(about: "a")
        == "\"2.png\": has a canvas of 200 × 300 px, but the first frame has one of 300 × 300 px")
    let canvases = (0..<2).map { Bitmap(width: 300, height: 300, filledWith: .gray($0)) }
    try folder.write(PNGBytes.stored(canvases), to: "a/2.png")
    #expect(complaint(about: "a") == "\"2.png\": is animated")
  }

  @Test("the limits hold for frames together")
  func limits() throws {
    for number in 1...4 { try write(UInt8(number), to: "a/\(number).png") }
    var limits = DecodingLimits()
    limits.frames = 3
    #expect(complaint(about: "a", limits: limits)?.contains("frame limit: 3") == true)
    limits = DecodingLimits()
    limits.decodedBytes = 4 * 300 * 300 * 4 - 1
    #expect(complaint(about: "a", limits: limits)?.contains("decoded size limit") == true)
    limits.decodedBytes += 1
    #expect(complaint(about: "a", limits: limits) == nil)
  }
}
