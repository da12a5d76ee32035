import Foundation
import ImageContainers
import TestSupport
import Testing

/// The files were made by libwebp 1.2.4; webpinfo and webpmux state what is expected of them.
@Suite("Headers of WebP files")
struct WebPHeaderTests {
  static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
  }

  /// img2webp -loop 3 -lossless -d 40 a.png -d 120 b.png
  static let animation = bytes(
    """
    UklGRoQAAABXRUJQVlA4WAoAAAASAAAAEwAACQAAQU5JTQYAAAD/////AwBBTk1GKAAAAAAAAAAAABMAAAkAACgAAAJWUDhM
    DwAAAC8TQAIABxBR//4HIqL/AQBBTk1GKAAAAAAAAAAAABMAAAkAAHgAAAJWUDhMDwAAAC8TQAIQBxD9jzIFIqL/AQA=
    """)

  /// cwebp -lossless
  static let lossless = bytes(
    """
    UklGRhwAAABXRUJQVlA4TA8AAAAvE0ACEAcQ/Y8yBSKi/wEA
    """)

  /// cwebp -lossless
  static let opaque = bytes(
    """
    UklGRhwAAABXRUJQVlA4TA8AAAAvE0ACAAcQUf/+ByKi/wEA
    """)

  /// cwebp
  static let lossy = bytes(
    """
    UklGRkQAAABXRUJQVlA4IDgAAADQAgCdASoUAAoAPpE4l0eloyIhMAgAsBIJQBdgBaSAAP71WL//c4H/+zgf/7OB/HX9eqWu
    TfJsAA==
    """)

  /// cwebp -q 50
  static let lossyAlpha = bytes(
    """
    UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAEwAACQAAQUxQSAoAAAABB1CmiAhERP8DVlA4IDoAAAAQAwCdASoUAAoAPtFUo0uo
    JKMhsAgBABoJQBai0AAQNgAA/us2/8Vk+K/b/6En/xNn/E2fBzPYAAAA
    """)

  @Test(
    "a still WebP states its size and whether it has alpha",
    arguments: [(lossless, true), (opaque, false), (lossy, false), (lossyAlpha, true)])
  func stills(_ bytes: [UInt8], _ hasAlpha: Bool) throws {
    let file = try #require(WebPHeader(bytes))
    #expect(file.canvas == CanvasSize(width: 20, height: 10))
    #expect(file.hasAlpha == hasAlpha)
    #expect(file.frameCount == 1 && file.duration == nil && file.loop == nil)
  }

  @Test("an animated WebP states its frames, delays and loop")
  func animation() throws {
    let file = try #require(WebPHeader(Self.animation))
    #expect(file.canvas == CanvasSize(width: 20, height: 10))
    #expect(file.frameCount == 2 && file.duration == 160 && file.shortestDelay == 40)
    #expect(file.loop == .times(3) && file.hasAlpha == true)
  }

  @Test("damaged files have no header, or what is before the damage, and never end the program")
  func damage() {
    #expect(WebPHeader(Array(Self.lossless.prefix(16))) == nil)
    let valid = [Self.animation, Self.lossyAlpha]
    var random = SplitMix(state: 29)
    for bytes in valid {
      for count in 0..<bytes.count { _ = WebPHeader(Array(bytes.prefix(count))) }
      for offset in bytes.indices {
        for value in [0, 1, 0x7F, 0xFF, random.next()] as [UInt8] {
          var changed = bytes
          changed[offset] = value
          _ = WebPHeader(changed)
        }
      }
    }
  }
}
