import Foundation
import ImageCodecs
import ImageContainers
import TestSupport
import Testing

/// The files were made by ffmpeg 5.1, libwebp 1.2.4 and Python's gzip; ffprobe, webpinfo and webpmux state what is
/// expected of them.
@Suite("Files that are not decoded here")
struct UndecodedFileTests {
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

  /// ffmpeg -f lavfi -i color=red@0.5:s=64x48:r=10:d=0.2,format=yuva420p -f lavfi -i sine=d=0.05
  /// -c:v libvpx-vp9 -auto-alt-ref 0 -c:a libopus
  static let video = bytes(
    """
    GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAMVEU2bdLpNu4tTq4QVSalmU6yBoU27i1Or
    hBZUrmtTrIHGTbuMU6uEElTDZ1OsggF2TbuMU6uEHFO7a1OsggL/7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrX
    sYMPQkBNgIRMYXZmV0GETGF2ZkSJiEBp4AAAAAAAFlSua0CqrgEAAAAAAAA814EBc8WIAAAAAAAAAAGcgQAitZyDdW5kiIEA
    hoVWX1ZQOYOBASPjg4QF9eEA4I2wgUC6gTCagQJTwIEBrgEAAAAAAABc14ECc8WIAAAAAAAAAAKcgQAitZyDdW5kiIEAhoZB
    X09QVVNWqoNjLqBWu4QExLQAg4EC4ZGfgQG1iEDncAAAAAAAYmSBEGOik09wdXNIZWFkAQE4AYC7AAAAAAASVMNnQKdzc9Jj
    wItjxYgAAAAAAAAAAWfInEWjh0VOQ09ERVJEh49MYXZjIGxpYnZweC12cDlnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAwLjIw
    NzAwMDAwMAAAc3PPY8CLY8WIAAAAAAAAAAJnyJlFo4dFTkNPREVSRIeMTGF2YyBsaWJvcHVzZ8iiRaOIRFVSQVRJT05Eh5Qw
    MDowMDowMC4wNTgwMDAwMDAAAB9DtnVA1ueBAKORggAAgAiDbYLQHP3qSf4BP8Cg06GvgQAHAIJJg0IAA/AC9gA4JBwYQgAA
    MGAAABO///mmUAAj////3zfP////+s1gAAB1oZ+mne6BAaWYgkmDQgAD8AL2ADgkHBhCAAAwYAAATgAAo5mCABWACKcaXYqY
    Ll9aylCPQ+kmuQ2wbjRAoJuhk4IAKQAIotAjPXFS0z9JxzKzsV51ooM1Z+CgsaGTgQBrAIYAQJKcAElAAAMgAABUcHWhlqaU
    7oEBpY+GAECSnABJQAADIAAAVHD7gZwcU7trkbuPs4EHt4r3gQHxggIj8IEW
    """)

  /// ffmpeg -f lavfi -i color=red:s=32x16:r=10:d=0.3 -c:v libvpx-vp9 -f webm -live 1: elements without sizes
  static let live = bytes(
    """
    GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwH/////////EU2bdKtNu4tTq4QVSalmU6yBoU27i1Or
    hBZUrmtTrIHNTbuMU6uEElTDZ1OsggET7AEAAAAAAABoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmpyrX
    sYMPQkBNgI1MYXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMBZUrmvBrgEAAAAAAAA414EBc8WI1EfH36WidbecgQAitZyD
    dW5kiIEAhoVWX1ZQOYOBASPjg4QF9eEA4ImwgSC6gRCagQISVMNn3HNzoGPAgGfImkWjh0VOQ09ERVJEh41MYXZmNTkuMjcu
    MTAwc3O2Y8CLY8WI1EfH36WidbdnyKVFo4dFTkNPREVSRIeYTGF2YzU5LjM3LjEwMCBsaWJ2cHgtdnA5H0O2ddzngQCjrYEA
    AICCSYNCAAHwAPYAOCQcGEIAADBwAABTjf/9yEDf//+EBB////3Ew45IAKOTgQBkAIYAQJKcAElAAAMgAAAWJKOTgQDIAIYA
    QJKcAErAAAMgAAAWJA==
    """)

  /// gzip.GzipFile("wave.json", "wb"): with a name
  static let telegram = bytes(
    """
    H4sICAAAAAAC/3dhdmUuanNvbgBljbEOwjAMRP/lRmRVJCIM/hXUIUNoo4JaxRFQRfl33IiqA4vPst/dFeRBwIbwAsN1DoR7
    Al/PhLiAVWYVY3V5g52xhPGnXiRkNd96wsOvIW17QV7Bl3+3pFYjo1/CAWJI2hjzcVCu0v4U1L5q/KSOgnkbvsVOLeyjTI7P
    cLKoVckvMfxhn84AAAA=
    """)

  @Test(
    "a still WebP states its size and whether it has alpha",
    arguments: [(lossless, true), (opaque, false), (lossy, false), (lossyAlpha, true)])
  func stills(_ bytes: [UInt8], _ hasAlpha: Bool) throws {
    let file = try #require(UndecodedFile(bytes))
    #expect(file.canvas == CanvasSize(width: 20, height: 10))
    #expect(file.hasAlpha == hasAlpha)
    #expect(file.frameCount == 1 && file.duration == nil && file.loop == nil)
  }

  @Test("an animated WebP states its frames, delays and loop")
  func animation() throws {
    let file = try #require(UndecodedFile(Self.animation))
    #expect(file.canvas == CanvasSize(width: 20, height: 10))
    #expect(file.frameCount == 2 && file.duration == 160 && file.shortestDelay == 40)
    #expect(file.loop == .times(3) && file.hasAlpha == true)
  }

  @Test("a WebM states its size, codec, alpha, sound and duration, and its frames are counted")
  func video() throws {
    let file = try #require(UndecodedFile(Self.video))
    #expect(file.canvas == CanvasSize(width: 64, height: 48))
    #expect(file.codec == "V_VP9" && file.hasAlpha == true && file.hasSound)
    #expect(file.frameCount == 2 && file.duration == 207)
    let live = try #require(UndecodedFile(Self.live))
    #expect(live.canvas == CanvasSize(width: 32, height: 16) && live.frameCount == 3)
    #expect(live.duration == nil && live.hasAlpha == false && !live.hasSound)
  }

  @Test("a TGS states its size and duration, and what Telegram does not draw")
  func telegram() throws {
    let file = try #require(UndecodedFile(Self.telegram))
    #expect(file.canvas == CanvasSize(width: 512, height: 512) && file.duration == 2000)
    #expect(file.shortestDelay == 1000.0 / 60)
    #expect(file.features == [.stars, .gradientStrokes, .expressions])
  }

  @Test(
    "each feature that Telegram does not draw is found in a layer",
    arguments: [
      (#""ty":1"#, .solids), (#""ty":2"#, .images), (#""ty":5"#, .texts),
      (#""ddd":1"#, .threeDimensions),
      (#""ao":1"#, .orientation), (#""sr":0.5"#, .stretching), (#""tm":{}"#, .timeRemapping),
      (#""ef":[{}]"#, .effects), (#""masksProperties":[{}]"#, .masks),
      (#""shapes":[{"ty":"mm"}]"#, .mergedPaths), (#""shapes":[{"ty":"rp"}]"#, .repeaters),
    ] as [(String, LottieAnimation.Feature)])
  func features(_ member: String, _ feature: LottieAnimation.Feature) throws {
    func animation(_ layer: String) throws -> LottieAnimation {
      let text = #"{"fr":30,"ip":0,"op":30,"w":512,"h":512,"layers":[{\#(layer)}]}"#
      return try #require(LottieAnimation(Array(text.utf8)))
    }
    #expect(try animation(member).features == [feature])
    #expect(try animation(#""ty":4,"ddd":0,"ao":0,"sr":1,"ef":[]"#).features == [])
  }

  @Test("damaged files have no facts, or those before the damage, and never end the program")
  func damage() {
    #expect(UndecodedFile(Array(Self.telegram.dropLast(1))) == nil)
    #expect(UndecodedFile(Self.telegram.map { $0 == 0 ? 1 : $0 }) == nil)
    #expect(UndecodedFile(Array(Self.lossless.prefix(16))) == nil)
    #expect(UndecodedFile(Array("\u{1A}E".utf8)) == nil)
    let valid = [Self.animation, Self.lossyAlpha, Self.video, Self.live, Self.telegram]
    var random = SplitMix(state: 29)
    for bytes in valid {
      for count in 0..<bytes.count { _ = UndecodedFile(Array(bytes.prefix(count))) }
      for offset in bytes.indices {
        for value in [0, 1, 0x7F, 0xFF, random.next()] as [UInt8] {
          var changed = bytes
          changed[offset] = value
          _ = UndecodedFile(changed)
        }
      }
    }
  }
}
