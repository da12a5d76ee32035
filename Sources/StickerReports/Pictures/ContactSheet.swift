internal import Basics
package import ImageCodecs
internal import ImageContainers
internal import Pixels
package import StickerLint
internal import StickerPacks

/// A picture of packs where HTML is not supported: each sticker on the backgrounds of Messages, with its name and
/// the rules that it violates.
package enum ContactSheet {
  /// The number of stickers on a sheet. More would make a picture that viewers refuse.
  package static let mostStickers = 300

  /// The side of a background, and the space around a sticker on it, in pixels.
  private static let (tile, padding) = (120, 8)
  /// The side of the square into which a sticker fits, in pixels.
  static let pictureSide = tile - 2 * padding
  /// The stickers in a row.
  private static let columns = 4
  /// The space around the sheet and between stickers, in pixels.
  private static let (margin, gap) = (40, 32)
  private static let (headingSize, textSize) = (SheetFont.Size.heading, SheetFont.Size.text)

  /// The columns of backgrounds, the lighter one of each above: white and black, the bubbles in blue and green,
  /// those in gray.
  private static let backgrounds = PictureFacts.Backdrop.ofMessages.map { $0.color }
  private static let (cellWidth, cellHeight) = (backgrounds.count / 2 * tile, 2 * tile)
  private static let page = Pixel(red: 245, green: 245, blue: 247, alpha: 255)
  private static let ink = Pixel(red: 29, green: 29, blue: 31, alpha: 255)
  private static let quiet = Pixel(red: 102, green: 102, blue: 107, alpha: 255)

  /// A sticker on the sheet.
  struct Entry {
    var name: String
    var asset: AssetFacts
    /// The open findings about it.
    var findings: [Finding]
  }

  /// A pack on the sheet.
  struct Pack {
    var name: String
    var summary: String
    /// The open findings about the pack or its icons, or about most of its stickers.
    var findings: [Finding]
    var entries: [Entry]
  }

  /// A word or a rule in a color.
  private struct Word {
    var text: String
    var color: Pixel
  }

  /// The sheet as a PNG.
  ///
  /// - Parameter stickers: the drawn stickers.
  package static func png(of result: LintResult, _ stickers: StickerPictures) throws(ImageError)
    -> [UInt8]
  {
    let packs = packs(of: result)
    let hidden = result.stickerCount - packs.reduce(0) { $0 + $1.entries.count }
    let widest = packs.map { min(columns, $0.entries.count) }.max() ?? 0
    let width = 2 * margin + max(1, widest) * (cellWidth + gap) - gap
    // The first pass finds the height.
    var sheet = Bitmap(width: width, height: 0)
    for isDrawn in [false, true] {
      var y = margin
      for pack in packs {
        y += draw(pack, y: y, on: &sheet, isDrawn)
        for row in stride(from: 0, to: pack.entries.count, by: columns) {
          let entries = pack.entries[row..<min(row + columns, pack.entries.count)]
          y +=
            entries.enumerated().map { column, entry in
              let x = margin + column * (cellWidth + gap)
              if isDrawn {
                fillBackgrounds(x: x, y: y, of: &sheet)
                if let still = stickers.still(of: entry.asset) {
                  show(still, x: x, y: y, on: &sheet)
                } else {
                  sheet.write(
                    "no image", x: x + 12, baseline: y + tile / 2 + 8, textSize, color: quiet)
                }
              }
              return draw(entry, x: x, y: y + cellHeight, on: &sheet, isDrawn)
            }.max() ?? 0
        }
      }
      if hidden > 0 {
        y += write(
          [Word(text: "and \(Text.count(hidden, "more sticker"))", color: quiet)], x: margin, y: y,
          width: width - 2 * margin, on: &sheet, isDrawn)
      }
      if isDrawn { break }
      sheet = Bitmap(width: width, height: y + margin - gap)
      sheet.fill(sheet.bounds, with: page)
    }
    let png = try ImageEncoder.png(sheet)
    return png.prefix(markOffset) + mark + png.dropFirst(markOffset)
  }

  /// A chunk that tells sheets from art, which must not be overwritten.
  private static let mark = PNGChunk.bytes(
    "tEXt", Array("Software\u{0}stickerpack preview --sheet".utf8))
  /// Between IHDR and all other chunks.
  private static let markOffset = 33

  /// Whether a file that begins with some bytes is a sheet.
  package static func isSheet(_ head: some Collection<UInt8>) -> Bool {
    head.dropFirst(markOffset).starts(with: mark)
  }

  private static func fillBackgrounds(x: Int, y: Int, of sheet: inout Bitmap) {
    for (index, background) in backgrounds.enumerated() {
      sheet.fill(
        PixelRect(
          x: x + index / 2 * tile, y: y + index % 2 * tile, width: tile, height: tile),
        with: background)
    }
  }

  /// Shows a picture on all backgrounds of a sticker.
  private static func show(_ picture: Bitmap, x: Int, y: Int, on sheet: inout Bitmap) {
    for index in backgrounds.indices {
      sheet.blend(
        picture, x: x + index / 2 * tile + (tile - picture.width) / 2,
        y: y + index % 2 * tile + (tile - picture.height) / 2)
    }
  }

  /// The packs and stickers on the sheet of a result.
  static func packs(of result: LintResult) -> [Pack] {
    var left = mostStickers
    return result.packs.map { pack in
      let shown = pack.facts.shownStickers.prefix(left)
      left -= shown.count
      let ids = Set(pack.facts.source.allStickers.map(FileID.init))
      let open = pack.findings.filter { $0.isOpen }
      return Pack(
        name: pack.name, summary: summary(of: pack),
        findings: open.filter { !ids.contains($0.subject) },
        entries: shown.map { source, asset in
          let id = FileID(source)
          return Entry(
            name: pack.shortName(of: id.path), asset: asset,
            findings: open.filter {
              $0.subject == id || ids.contains($0.subject) && $0.others.contains(id)
            })
        })
    }
  }

  private static func summary(of pack: LintedPack) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      let count = pack.findings.count(of: severity)
      return count == 0 ? nil : severity.phrase(for: count)
    }
    return ([Text.count(pack.facts.source.allStickers.count, "sticker")] + counts)
      .joined(separator: ", ")
  }

  /// The rules of findings, each once, the most severe first.
  private static func rules(of findings: [Finding]) -> [Word] {
    var words: [Word] = []
    for finding in findings.sorted(by: { $0.severity > $1.severity })
    where !words.contains(where: { $0.text == finding.rule }) {
      words.append(Word(text: finding.rule, color: color(of: finding.severity)))
    }
    for index in words.indices.dropLast() { words[index].text += "," }
    return words
  }

  /// Writes the name and the rules of a pack. Returns their height, with the space below.
  private static func draw(_ pack: Pack, y: Int, on sheet: inout Bitmap, _ isDrawn: Bool) -> Int {
    let width = sheet.width - 2 * margin
    if isDrawn {
      sheet.write(
        SheetFont.regular.fitted(pack.name, headingSize, width: width), x: margin,
        baseline: y + 32, headingSize, color: ink)
    }
    var height = 48
    for words in [[Word(text: pack.summary, color: quiet)], rules(of: pack.findings)] {
      height += write(words, x: margin, y: y + height, width: width, on: &sheet, isDrawn)
    }
    return height + 16
  }

  /// Writes the name and the rules of a sticker. Returns the height of its cell, with the space below.
  private static func draw(
    _ entry: Entry, x: Int, y: Int, on sheet: inout Bitmap, _ isDrawn: Bool
  ) -> Int {
    var height = 6
    for words in [[Word(text: entry.name, color: ink)], rules(of: entry.findings)] {
      height += write(words, x: x, y: y + height, width: cellWidth, on: &sheet, isDrawn)
    }
    return cellHeight + height + gap
  }

  /// Writes words in as many lines as they need. A word that is wider than a line loses its middle.
  /// Returns the height of the lines.
  private static func write(
    _ words: [Word], x left: Int, y: Int, width: Int, on sheet: inout Bitmap, _ isDrawn: Bool
  ) -> Int {
    let font = SheetFont.regular
    let space = font.width(of: " ", textSize)
    var (x, lines) = (0.0, 0)
    for word in words {
      let text = font.fitted(word.text, textSize, width: width)
      let length = font.width(of: text, textSize)
      if lines == 0 || x + length > Double(width) { (x, lines) = (0, lines + 1) }
      if isDrawn {
        sheet.write(
          text, x: left + Int(clamping: x.rounded()), baseline: y + lines * textSize.lineHeight - 8,
          textSize,
          color: word.color)
      }
      x += length + space
    }
    return lines * textSize.lineHeight
  }

  private static func color(of severity: Severity) -> Pixel {
    switch severity {
    case .error: Pixel(red: 196, green: 22, blue: 11, alpha: 255)
    case .warning: Pixel(red: 143, green: 84, blue: 0, alpha: 255)
    case .info: Pixel(red: 61, green: 90, blue: 128, alpha: 255)
    }
  }
}
