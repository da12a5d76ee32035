import ImageCodecs
import Pixels
import TestSupport
import Testing

@Suite("What a build prints about scaled images")
struct ScaledImageReportTests {
  let folder: TemporaryFolder

  /// A pack whose animation compresses well in full color, until scaling gives its edges many colors.
  init() throws {
    folder = try TemporaryFolder()
    let rings = (0..<4).map { step in
      Bitmap(width: 300, height: 300) { x, y in
        let (dx, dy) = (x - 150, y - 150)
        guard dx * dx + dy * dy < 140 * 140 else { return .clear }
        let ring = (dx * dx + dy * dy + step * 400) / 1600
        return Pixel(red: UInt8(ring * 19), green: UInt8(ring * 67 % 256), blue: 90)
      }
    }
    let delays = rings.map { _ in Delay(numerator: 1, denominator: 12) }
    try folder.write(
      ImageEncoder.apng(.init(canvases: rings, delays: delays), loop: .forever),
      to: "Pack/rings.png")
  }

  private func build(_ options: String...) throws -> Program.Run {
    try Program.stickerpack.run(["build", "Pack", "-o", "out"] + options, in: folder.url)
  }

  @Test("one line sums up those with fewer colors; --verbose names each, with its infos")
  func reduced() throws {
    let short = try build()
    #expect(short.status == 0, "\(short.errors)")
    #expect(short.errors.contains("scaled image"), "\(short.errors)")
    #expect(short.errors.contains("--verbose lists them"))
    #expect(!short.errors.contains("images/rings@2x.png"))
    let long = try build("--verbose")
    #expect(
      long.errors.contains(#/stickerpack: images/rings@2x.png has \d+ colors \(PSNR \d+ dB\), so/#),
      "\(long.errors)")
    #expect(
      long.errors.contains(
        #/stickerpack: images/rings@2x.png: iOS 17 and some apps .* 64 colors. \(info: indexed-apng\)/#
      ),
      "\(long.errors)")
    #expect(try build("--quiet").errors == "")
  }

  @Test("a warning is printed, and an error stops the build")
  func severities() throws {
    let warned = try build("--rule", "indexed-apng=warning")
    #expect(warned.status == 0)
    #expect(warned.errors.contains("(warning: indexed-apng)"), "\(warned.errors)")
    let stopped = try build("--rule", "indexed-apng=error")
    #expect(stopped.status != 0)
    #expect(stopped.errors.contains("images/rings@2x.png"), "\(stopped.errors)")
  }
}
