internal import Basics
internal import ImageCodecs
package import ImageContainers
internal import Pixels
package import StickerLint

/// A picture as text that a terminal shows.
package enum TerminalPicture: String, Sendable, CaseIterable {
  /// The graphics protocol of kitty (<https://sw.kovidgoyal.net/kitty/graphics-protocol/>).
  case kitty
  /// The inline images of iTerm2 (<https://iterm2.com/documentation-images.html>).
  case iterm
  /// The side of a picture in pixels: a sticker of regular size at @2x.
  private static let side = 272

  /// A sticker as text, which ends in a newline; nil if it cannot be shown.
  package func text(of sticker: AssetFacts, limits: DecodingLimits) throws -> String? {
    guard let picture = Bitmap(thumbnailOf: sticker, fitting: Self.side, limits: limits) else {
      return nil
    }
    let png = try ImageEncoder.png(picture)
    return self == .kitty ? Self.kitty(png) : Self.iterm(png)
  }

  /// Transmits and shows a PNG (`f=100`, `a=T`) in parts of at most 4,096 bytes, as the protocol asks,
  /// without an answer of the terminal (`q=2`).
  private static func kitty(_ png: [UInt8]) -> String {
    let data = Array(Base64.text(of: png).utf8)
    let parts = stride(from: 0, to: data.count, by: 4096).map { start in
      let end = min(start + 4096, data.count)
      let keys = (start == 0 ? "a=T,f=100,q=2," : "") + "m=\(end < data.count ? 1 : 0)"
      return "\u{1B}_G\(keys);" + String(decoding: data[start..<end], as: UTF8.self) + "\u{1B}\\"
    }
    return parts.joined() + "\n"
  }

  private static func iterm(_ png: [UInt8]) -> String {
    "\u{1B}]1337;File=inline=1;size=\(png.count):\(Base64.text(of: png))\u{7}\n"
  }
}
