import Foundation
import ImageCodecs
import Pixels
import TestSupport
import Testing

/// `stickerpack fit` for one sticker, and for folders with files of other formats.
@Suite("stickerpack fit for one sticker")
struct FitInputTests {
  let folder: TemporaryFolder

  /// Frames in a folder, and two files that need other programs.
  init() throws {
    folder = try TemporaryFolder()
    for number in 1...3 {
      try folder.write(
        PNGBytes.still(300, 300, [UInt8(number), 0, 0, 255]), to: "frames/wave-\(number).png")
    }
    // The headers of a lossy WebP and of an MP4.
    try folder.write(
      Array("RIFF\u{4}\u{0}\u{0}\u{0}WEBPVP8 \u{0}\u{0}\u{0}\u{0}".utf8), to: "a.webp")
    try folder.write([0, 0, 0, 8] + Array("ftypmp42".utf8), to: "a.mp4")
  }

  private func fit(
    _ arguments: String..., variables: [String: String] = [:]
  ) throws -> Program.Run {
    try Program.stickerpack.run(["fit"] + arguments, in: folder.url, variables: variables)
  }

  @Test("a folder of frames becomes one sticker if the output is a file")
  func frames() throws {
    let run = try fit("frames", "-o", "wave.png", "--fps", "10")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.contains("from 3 files") && run.output.hasSuffix("Written to wave.png\n"))
    let file = try folder.bytes("wave.png")
    #expect(try Decoded(file).canvases.map { $0[0, 0].red } == [1, 2, 3])
    #expect(try fit("frames", "-o", "wave.gif").status == 0)
    #expect(try folder.bytes("wave.gif").starts(with: Array("GIF89a".utf8)))
  }

  @Test("no image is overwritten, and nothing is written among the frames or by a dry run")
  func places() throws {
    let art = PNGBytes.still(300, 300, [9, 9, 9, 255])
    try folder.write(art, to: "art.png")
    let before = try folder.snapshot()
    let taken = try fit("frames", "-o", "art.png")
    #expect(taken.status == 2)
    #expect(taken.errors.contains("art.png is an image and was not overwritten"))
    let inside = try fit("frames", "-o", "frames/out.png")
    #expect(inside.status == 2 && inside.errors.contains("would be one of the frames"))
    let dry = try fit("frames", "-o", "new.png", "--dry-run")
    #expect(dry.status == 0 && dry.output.hasSuffix("Nothing was written.\n"))
    #expect(try fit("art.png", "--dry-run").status == 0)
    #expect(try folder.snapshot() == before)
  }

  @Test("a dry run keeps the format that the file has, unless an APNG is requested")
  func dryRunOfGIF() throws {
    let canvases = (0..<2).map { frame in
      Bitmap(width: 640, height: 640) { x, y in
        Pixel(red: x < 320 ? 0 : 255, green: UInt8(frame * 60), blue: y < 320 ? 0 : 90)
      }
    }
    let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
    try folder.write(
      try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loop: .forever),
      to: "wave.gif")
    let run = try fit("wave.gif", "--dry-run")
    #expect(run.output.contains("618 px") && !run.output.contains("from GIF"))
    #expect(try fit("wave.gif", "--dry-run", "--to-apng").output.contains("from GIF"))
    // Its frames have delays.
    let rated = try fit("wave.gif", "-o", "wave.png", "--fps", "10")
    #expect(rated.status == 3 && rated.output == "")
    #expect(rated.errors.contains("wave.gif: a frame rate can be chosen only for videos"))
  }

  @Test("a pipe is named as such, and never waited for", arguments: ["clip.mp4", "clip.png"])
  func pipe(_ name: String) throws {
    #expect(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
    for options in [["-o", "a.png"], ["--dry-run"], ["--in-place"]] {
      let run = try Program.stickerpack.run(["fit", name] + options, in: folder.url)
      #expect(run.status == 2)
      #expect(
        run.errors
          == "stickerpack: \(name) is a pipe, socket or device: expected a file or folder\n")
    }
  }

  @Test("usage errors say what the output must be")
  func usage() throws {
    #expect(try fit("a.webp", "-o", "out").errors.contains("must end in .png or .gif"))
    #expect(try fit("frames", "-o", "out", "--fps", "9").errors.contains("such as -o wave.png"))
    #expect(try fit("frames", "-o", "a.png", "--fps", "0").errors.contains("must be 0.1 to 100"))
    #expect(try fit("missing", "-o", "a.png").errors.contains("missing: no such file or folder"))
    #expect(try folder.files().filter { !$0.hasPrefix("frames/") } == ["a.mp4", "a.webp"])
  }

  @Test("a missing program is named with its package")
  func missing() throws {
    let run = try fit("a.mp4", "-o", "a.png", variables: ["PATH": "/nowhere"])
    #expect(run.status == 3)
    #expect(
      run.errors
        == "stickerpack: a.mp4: needs ffprobe, which is not installed"
        + " (apt-get install ffmpeg, brew install ffmpeg)\n")
    #expect(try !folder.files().contains("a.png"))
  }

  @Test(
    "damage is reported with the decoder's last words, and nothing is left in the temporary folder")
  func damage() throws {
    let temporary = try TemporaryFolder()
    for (name, reason) in [
      (
        "a.webp",
        WebPEncoder.isAvailable ? "the WebP file has no size" : "this build has no libwebp"
      ),
      ("a.mp4", OtherProgram.ffmpeg.isHere ? "cannot decode it: \"" : "needs ffprobe"),
    ] {
      let run = try fit("./\(name)", "-o", "a.png", variables: ["TMPDIR": temporary.path])
      #expect(run.status == 3)
      #expect(run.errors.contains(reason))
    }
    #expect(try temporary.files().isEmpty)
    #expect(try !folder.files().contains("a.png"))
  }

  @Test(
    "WebP files in a pack become .png files beside the others",
    .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
  func pack() throws {
    let small = "UklGRi4AAABXRUJQVlA4TCEAAAAvB8AAEBcQAoIi/0ebfwFB0XXLBXaDQCChzG/YISL6HzoA"
    try folder.write(Array(Data(base64Encoded: small) ?? Data()), to: "Pack/wave.webp")
    try folder.write(PNGBytes.still(300, 300, [9, 9, 9, 255]), to: "Pack/b.png")
    let run = try fit("Pack", "-o", "Fitted")
    #expect(run.status == 0 && run.output.contains("from WebP, square"))
    #expect(run.output.contains("wave.webp: the canvas of 8 px will be blurred"))
    #expect(
      try folder.files().filter { $0.hasPrefix("Fitted/") } == ["Fitted/b.png", "Fitted/wave.png"])
    let json = try fit("Pack", "--dry-run", "--format", "json").output
    #expect(json.contains(#""from" : "WebP""#) || json.contains(#""from":"WebP""#))
    #expect(JSONSchemaValidator.complaints(about: json, schema: "fit") == "")
  }
}
