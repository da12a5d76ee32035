import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import StickerFit
import TestSupport
import Testing

/// Inputs that `ImageDecoder` does not read.
extension StickerImporterTests {
  // MARK: WebP

  /// Lossless files by libwebp, 8 × 4 px: a red square on the left and two columns of translucent blue on
  /// the right; in the animation, then a green square in the middle for 120 ms, and the first frame again.
  static let stillWebP = decoded(
    "UklGRi4AAABXRUJQVlA4TCEAAAAvB8AAEBcQAoIi/0ebfwFB0XXLBXaDQCChzG/YISL6HzoA")
  static let animatedWebP = decoded(
    """
    UklGRtgAAABXRUJQVlA4WAoAAAASAAAABwAAAwAAQU5JTQYAAAAAAAAAAwBBTk1GOgAAAAAAAAAAAAcAAAMAAEYAAANW\
    UDhMIQAAAC8HwAAQFxDzLyAo8n80AUHRc6YH/IJAIFGMc84hIvofGQBBTk1GKAAAAAEAAAAAAAMAAAMAAHgAAABWUDhM\
    DwAAAC8DwAAAB9D/iP4HIqL/AQBBTk1GOgAAAAAAAAAAAAcAAAMAACEAAAJWUDhMIQAAAC8HwAAQFxDzLyAo8n80AUHR\
    c6YH/IJAIFGMc84hIvofGQA=
    """)

  private static func decoded(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64) ?? Data())
  }

  @Test(
    "a still WebP keeps its pixels and alpha",
    .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
  func still() throws {
    try folder.write(Self.stillWebP, to: "a.webp")
    let result = try sticker("a.webp")
    #expect(result.steps == [.imported(from: "WebP"), .squared])
    let canvas = try Decoded(result.content).canvases[0]
    #expect(canvas.width == 8 && canvas.height == 8)
    #expect(canvas[0, 1] == .clear && canvas[0, 6] == .clear && canvas[4, 3] == .clear)
    #expect(canvas[3, 5] == Pixel(red: 255, green: 0, blue: 0))
    #expect(canvas[7, 2] == Pixel(red: 0, green: 0, blue: 255, alpha: 128))
  }

  @Test(
    "an animated WebP keeps its frames, delays and number of plays",
    .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
  func animated() throws {
    try folder.write(Self.animatedWebP, to: "a.webp")
    let file = try sticker("a.webp").content
    let decoded = try Decoded(file)
    #expect(try milliseconds(file) == [70, 120, 33])
    #expect(decoded.container.loop?.plays == 3)
    // The first frame is cleared before the second.
    #expect(decoded.canvases[0][1, 3] == Pixel(red: 255, green: 0, blue: 0))
    #expect(decoded.canvases[1][1, 3] == .clear && decoded.canvases[1][7, 3] == .clear)
    #expect(decoded.canvases[1][2, 3] == Pixel(red: 0, green: 255, blue: 0))
    #expect(decoded.canvases[2] == decoded.canvases[0])
    try folder.write(file, to: "a.png")
    #expect(try sticker("a.webp", gif: true).content.starts(with: Array("GIF89a".utf8)))
  }

  @Test(
    "a frame outside of the canvas, and a canvas that is too large, are refused without decoding")
  func hostileWebP() throws {
    var file = Self.animatedWebP
    let frame = try #require(file.firstRange(of: Array("ANMF".utf8))).lowerBound
    file[frame + 8] = 1
    try folder.write(file, to: "a.webp")
    #expect(complaint(about: "a.webp") == "frame 1 is outside of the canvas")
    file = Self.animatedWebP
    let header = try #require(file.firstRange(of: Array("VP8X".utf8))).lowerBound
    for index in 12..<18 { file[header + index] = 0xFF }
    try folder.write(file, to: "a.webp")
    #expect(complaint(about: "a.webp")?.contains("pixel limit") == true)
    // Truncated at each byte: never a crash, and never a picture of half a file's header.
    for count in 12..<Self.animatedWebP.count {
      try folder.write(Array(Self.animatedWebP.prefix(count)), to: "a.webp")
      _ = complaint(about: "a.webp")
    }
  }

  // MARK: Video

  /// Encodes frames of 64 × 32 px, in which an opaque white column is at the number of the frame.
  private func video(_ name: String, frames: Int, rate: String, _ options: [String]) throws {
    for number in 0..<frames {
      let art = Bitmap(width: 64, height: 32) { x, _ in
        x / 4 == number % 16 ? .gray(255) : .clear
      }
      try folder.write(PNGBytes.file(art), to: "frames/\(number).png")
    }
    let report = try OtherProgram.ffmpeg.run(
      ["-v", "error", "-framerate", rate, "-i", folder.path + "/frames/%d.png"] + options
        + ["-frames:v", "\(frames)", "-y", folder.path + "/" + name])
    #expect(report == "")
  }

  /// The numbers of the frames that a sticker shows.
  private func columns(_ file: [UInt8]) throws -> [Int?] {
    try Decoded(file).canvases.map { canvas in
      (0..<16).first { canvas[$0 * 4 + 2, 32].red > 128 && canvas[$0 * 4 + 2, 32].alpha > 128 }
    }
  }

  private static let vp9 = ["-c:v", "libvpx-vp9", "-lossless", "1", "-pix_fmt", "yuva420p"]
  private static let proRes = [
    "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le",
  ]

  @Test(
    "every second frame of 24 per second is kept, at the exact time and with alpha",
    .enabled(if: OtherProgram.ffmpeg.isHere, "ffmpeg is not installed, so this test is skipped"),
    arguments: [("a.webm", vp9), ("a.mov", proRes)])
  func alpha(_ name: String, _ options: [String]) throws {
    try video(name, frames: 12, rate: "24", options)
    let result = try sticker(name)
    #expect(result.remarks.contains("1 of 2 frames is kept, 12 per second"))
    #expect(try columns(result.content) == [0, 2, 4, 6, 8, 10])
    #expect(
      try Decoded(result.content).container.frameTable.allSatisfy {
        $0.delay.numerator * 12 == $0.delay.denominator
      })
    let canvas = try Decoded(result.content).canvases[0]
    #expect(canvas.width == 64 && canvas.height == 64)
    #expect(canvas[40, 32].alpha == 0 && canvas[1, 15].alpha == 0 && canvas[1, 17].alpha == 255)
  }

  @Test(
    "a rate that is low enough stays, and --fps lowers it",
    .enabled(if: OtherProgram.ffmpeg.isHere, "ffmpeg is not installed, so this test is skipped"))
  func rates() throws {
    try video("a.mp4", frames: 12, rate: "12", ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    #expect(try columns(sticker("a.mp4").content) == Array(0..<12))
    #expect(try columns(sticker("a.mp4", fps: 5).content) == [0, 3, 6, 9])
    // A GIF has at most 10 frames per second.
    #expect(try columns(sticker("a.mp4", gif: true).content) == [0, 2, 4, 6, 8, 10])
    try video("b.mp4", frames: 6, rate: "30000/1001", ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let file = try sticker("b.mp4").content
    #expect(try columns(file) == [0, 2, 4])
    #expect(
      try Decoded(file).container.frameTable.allSatisfy {
        $0.delay.numerator * 15000 == $0.delay.denominator * 1001
      })
  }

  @Test(
    "the limits hold for videos, and damaged ones are refused with ffmpeg's reason",
    .enabled(if: OtherProgram.ffmpeg.isHere, "ffmpeg is not installed, so this test is skipped"))
  func hostileVideo() throws {
    try video("a.mp4", frames: 12, rate: "12", ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
    var limits = DecodingLimits()
    limits.frames = 11
    #expect(complaint(about: "a.mp4", limits: limits)?.contains("frame limit: 11") == true)
    limits = DecodingLimits()
    limits.pixels = 64 * 32 - 1
    #expect(complaint(about: "a.mp4", limits: limits)?.contains("pixel limit") == true)
    try folder.write(folder.bytes("a.mp4").prefix(200) + [], to: "-b.mp4")
    let reason = try #require(complaint(about: "-b.mp4"))
    #expect(reason.hasPrefix("ffprobe cannot decode it: \""))
    // A playlist that names another file, behind the signature of a video, is not followed.
    try folder.write(
      [0, 0, 0, 8] + Array("ftypmp42\n#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n".utf8), to: "c.mp4")
    #expect(complaint(about: "c.mp4")?.hasPrefix("ffprobe cannot decode it") == true)
  }
}
