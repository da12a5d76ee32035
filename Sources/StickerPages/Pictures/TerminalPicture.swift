package import ImageContainers
package import StickerLint
internal import Basics
internal import ImageCodecs
internal import Pixels

/// A picture as text that a terminal shows.
package enum TerminalPicture: String, Sendable, CaseIterable {
  /// The graphics protocol of kitty (<https://sw.kovidgoyal.net/kitty/graphics-protocol/>).
  case kitty
  /// The inline images of iTerm2 (<https://iterm2.com/documentation-images.html>).
  case iterm
  /// Sixel graphics of the VT340 (<https://vt100.net/docs/vt3xx-gp/chapter14.html>), with 216 colors.
  case sixel
  /// Half blocks in 24-bit color, two pixels in each character.
  case blocks

  /// The side of a picture in pixels: a sticker of regular size at @2x, or 24 lines of half blocks.
  private var side: Int { self == .blocks ? 48 : 272 }

  /// A sticker as text, which ends in a newline; nil if it cannot be shown.
  package func text(of sticker: AssetFacts, limits: DecodingLimits) throws -> String? {
    guard let picture = Bitmap(thumbnailOf: sticker, fitting: side, limits: limits) else {
      return nil
    }
    return switch self {
    case .kitty: Self.kitty(try ImageEncoder.png(picture))
    case .iterm: Self.iterm(try ImageEncoder.png(picture))
    case .sixel: Self.sixel(picture)
    case .blocks: Self.blocks(picture)
    }
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

  /// Each line of six pixels is written once for each of its colors. Pixels that are less than half opaque are
  /// left out.
  private static func sixel(_ picture: Bitmap) -> String {
    let levels = 6
    /// The color of a pixel: each channel has 6 levels.
    func color(x: Int, y: Int) -> Int? {
      let pixel = picture[x, y]
      guard pixel.alpha >= 128 else { return nil }
      return [pixel.red, pixel.green, pixel.blue].reduce(0) {
        $0 * levels + (Int($1) * (levels - 1) + 127) / 255
      }
    }
    // Without a background (the second parameter), and with square pixels.
    var text = "\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)"
    for index in 0..<levels * levels * levels {
      let channels = [index / (levels * levels), index / levels % levels, index % levels]
        .map { "\($0 * 100 / (levels - 1))" }
      text += "#\(index);2;" + channels.joined(separator: ";")
    }
    for top in stride(from: 0, to: picture.height, by: 6) {
      var columns: [Int: [UInt8]] = [:]
      for y in top..<min(top + 6, picture.height) {
        for x in 0..<picture.width {
          guard let color = color(x: x, y: y) else { continue }
          columns[color, default: [UInt8](repeating: 0, count: picture.width)][x] |=
            1 << UInt8(y - top)
        }
      }
      for (color, bits) in columns.sorted(by: { $0.key < $1.key }) {
        text += "#\(color)"
        var rest = bits[...]
        while let first = rest.first {
          let run = rest.prefix { $0 == first }.count
          text += "!\(run)" + String(Unicode.Scalar(63 + first))
          rest = rest.dropFirst(run)
        }
        text += "$"
      }
      text += "-"
    }
    return text + "\u{1B}\\\n"
  }

  /// Pixels that are less than half opaque have the color of the terminal.
  private static func blocks(_ picture: Bitmap) -> String {
    func code(_ pixel: Pixel, _ ground: Int) -> String {
      "\u{1B}[\(ground);2;\(pixel.red);\(pixel.green);\(pixel.blue)m"
    }
    var text = ""
    for y in stride(from: 0, to: picture.height, by: 2) {
      for x in 0..<picture.width {
        let upper = picture[x, y]
        let lower =
          y + 1 < picture.height ? picture[x, y + 1] : Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        switch (upper.alpha >= 128, lower.alpha >= 128) {
        case (true, true): text += code(upper, 38) + code(lower, 48) + "▀\u{1B}[0m"
        case (true, false): text += code(upper, 38) + "▀\u{1B}[0m"
        case (false, true): text += code(lower, 38) + "▄\u{1B}[0m"
        case (false, false): text += " "
        }
      }
      text += "\n"
    }
    return text
  }
}
