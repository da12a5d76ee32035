internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
package import StickerLint
internal import StickerPacks
internal import StickerReports

/// A picture of packs where HTML is not supported: each sticker on four backgrounds, with its name and the
/// rules that it violates.
package enum ContactSheet {
  /// The number of stickers on a sheet. More would make a picture that viewers refuse.
  package static let mostStickers = 300

  /// The longest animation of a sheet, in milliseconds.
  private static let longestAnimation = 6000.0
  /// The shortest time between two frames of a sheet, in milliseconds: that of an APNG's frame in iOS.
  private static let shortestDelay = 50.0
  /// The most pixels of all frames together: 320 MB while they are encoded.
  private static let mostPixels = 80_000_000
  /// The size of an animated sheet that README pages and mail programs still show, in bytes.
  private static let mostBytes = 10_000_000

  /// The side of a background, and the space around a sticker on it, in pixels.
  private static let (tile, padding) = (120, 8)
  /// The side of the square into which a sticker fits, in pixels.
  static let pictureSide = tile - 2 * padding
  private static let columns = 3
  /// The space around the sheet and between stickers, in pixels.
  private static let (margin, gap) = (40, 32)
  /// The height of the name and rules below a sticker, in pixels.
  private static let captionHeight = 52
  private static let headingHeight = 72

  /// White, black, yellow and a blue bubble: light, dark and the colors that most art vanishes on.
  private static let backgrounds = [
    Pixel(red: 255, green: 255, blue: 255, alpha: 255),
    Pixel(red: 0, green: 0, blue: 0, alpha: 255),
    Pixel(red: 255, green: 204, blue: 0, alpha: 255),
    Pixel(red: 0, green: 122, blue: 255, alpha: 255),
  ]
  private static let page = Pixel(red: 245, green: 245, blue: 247, alpha: 255)
  private static let ink = Pixel(red: 29, green: 29, blue: 31, alpha: 255)
  private static let quiet = Pixel(red: 102, green: 102, blue: 107, alpha: 255)

  /// A sticker on the sheet.
  struct Entry {
    var name: String
    var asset: AssetFacts
    /// The open findings, the most severe first.
    var findings: [Finding]
  }

  /// A sticker's picture or animation, and the position of its first background.
  private struct Placed {
    var still: Bitmap?
    var moving: MovingThumbnail?
    var x = 0
    var y = 0
  }

  /// The sheet as a PNG, or as an APNG in which the animated stickers play.
  ///
  /// The APNG is as long as the longest animation, at most 6 seconds, and has at most 20 frames per second.
  /// It has fewer if all frames together would have more than 80 million pixels or the file more than 10 MB.
  ///
  /// - Parameters:
  ///   - stickers: the drawn stickers.
  ///   - isAnimated: whether animated stickers play.
  package static func png(
    of result: LintResult, _ stickers: StickerPictures, isAnimated: Bool = false
  ) throws -> [UInt8] {
    let packs = entries(of: result)
    var pictures = packs.flatMap(\.entries).map { entry in
      let moving = isAnimated ? stickers.moving(entry.asset) : nil
      return Placed(
        still: moving == nil ? stickers.still(of: entry.asset, fitting: pictureSide) : nil,
        moving: moving)
    }
    let cell = (width: tile * backgrounds.count, height: tile + captionHeight)
    let widest = packs.map { min(columns, $0.entries.count) }.max() ?? 0
    let width = 2 * margin + max(1, widest) * (cell.width + gap) - gap
    let rows = packs.map { ($0.entries.count + columns - 1) / columns }
    let hidden = result.stickerCount - packs.reduce(0) { $0 + $1.entries.count }
    let height =
      2 * margin + rows.reduce(0) { $0 + headingHeight + $1 * cell.height }
      + (hidden > 0 ? headingHeight : 0)
    var sheet = Bitmap(width: width, height: height)
    sheet.fill(sheet.bounds, with: page)
    var (y, next) = (margin, 0)
    for (pack, entries) in packs {
      sheet.write(pack.name, x: margin, y: y, scale: 4, width: width - 2 * margin, color: ink)
      sheet.write(
        summary(of: pack), x: margin, y: y + 42, scale: 2, width: width - 2 * margin, color: quiet)
      y += headingHeight
      for (index, entry) in entries.enumerated() {
        pictures[next].x = margin + index % columns * (cell.width + gap)
        pictures[next].y = y + index / columns * cell.height
        draw(entry, pictures[next], on: &sheet)
        next += 1
      }
      y += (entries.count + columns - 1) / columns * cell.height
    }
    if hidden > 0 {
      sheet.write(
        "and \(Text.count(hidden, "more sticker"))", x: margin, y: y, scale: 2,
        width: width - 2 * margin, color: quiet)
    }
    return mark.added(to: try encoded(sheet, pictures.filter { $0.moving != nil }))
  }

  private static let mark = PictureMark("--sheet")

  /// Whether a file that begins with some bytes is a sheet.
  package static func isSheet(_ head: some Collection<UInt8>) -> Bool { mark.isIn(head) }

  /// Encodes a sheet on which some stickers play.
  private static func encoded(_ sheet: Bitmap, _ moving: [Placed]) throws -> [UInt8] {
    let longest = moving.compactMap { $0.moving?.duration }.max() ?? 0
    let end = min(longest, longestAnimation)
    let changes = Set(moving.flatMap { $0.moving?.changes(before: end) ?? [] }).sorted()
    guard !changes.isEmpty else { return try ImageEncoder.png(sheet) }
    let mostFrames = max(2, mostPixels / (sheet.width * sheet.height))
    var interval = shortestDelay
    while true {
      var times = [0.0]
      for change in changes where change >= times[times.count - 1] + interval - 0.001 {
        times.append(change)
      }
      interval *= 1.5
      guard times.count <= mostFrames else { continue }
      let canvases = times.map { time in
        var canvas = sheet
        for sticker in moving {
          if let frame = sticker.moving?.frame(at: time + 0.001) {
            show(frame, of: sticker, on: &canvas)
          }
        }
        return canvas
      }
      let delays = zip(times, times.dropFirst() + [end]).map {
        Delay(seconds: ($1 - $0) / 1000)
      }
      let png = try ImageEncoder.apng(
        CanvasAnimation(canvases: canvases, delays: delays), loop: .forever)
      if png.count <= mostBytes || times.count <= 2 { return png }
    }
  }

  /// Shows a picture on the four backgrounds of a sticker.
  private static func show(_ picture: Bitmap, of sticker: Placed, on sheet: inout Bitmap) {
    for index in backgrounds.indices {
      sheet.blend(
        picture, x: sticker.x + index * tile + (tile - picture.width) / 2,
        y: sticker.y + (tile - picture.height) / 2)
    }
  }

  /// The stickers on the sheet of a result.
  static func entries(of result: LintResult) -> [(pack: LintedPack, entries: [Entry])] {
    var left = mostStickers
    return result.packs.map { pack in
      let entries = pack.facts.shownStickers.prefix(left).map { source, asset in
        entry(FileID(source), asset, of: pack)
      }
      left -= entries.count
      return (pack, entries)
    }
  }

  private static func entry(_ id: FileID, _ asset: AssetFacts, of pack: LintedPack) -> Entry {
    let name = id.path.relative(to: pack.facts.source.location.displayPath) ?? id.path
    return Entry(
      name: name.string, asset: asset,
      findings: pack.findings.filter {
        $0.isOpen && ($0.subject == id || $0.others.contains(id))
      }.sorted { $0.severity > $1.severity })
  }

  private static func summary(of pack: LintedPack) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity in
      let count = pack.findings.count(of: severity)
      return count == 0
        ? nil : severity == .info ? "\(count) info" : Text.count(count, severity.rawValue)
    }
    return ([Text.count(pack.facts.source.allStickers.count, "sticker")] + counts)
      .joined(separator: ", ")
  }

  private static func draw(
    _ entry: Entry, _ picture: Placed, on sheet: inout Bitmap
  ) {
    let (x, y) = (picture.x, picture.y)
    for (index, background) in backgrounds.enumerated() {
      sheet.fill(
        PixelRect(x: x + index * tile, y: y, width: tile, height: tile), with: background)
    }
    if let still = picture.still {
      show(still, of: picture, on: &sheet)
    } else if picture.moving == nil {
      sheet.write("no image", x: x + 12, y: y + 51, scale: 2, width: tile, color: quiet)
    }
    let width = tile * backgrounds.count
    let top = y + tile + 8
    guard let worst = entry.findings.first?.severity else {
      sheet.write(entry.name, x: x, y: top, scale: 2, width: width, color: ink)
      return
    }
    sheet.fill(PixelRect(x: x, y: top, width: 14, height: 14), with: color(of: worst))
    sheet.write(entry.name, x: x + 22, y: top, scale: 2, width: width - 22, color: ink)
    var rules: [String] = []
    for finding in entry.findings where !rules.contains(finding.rule) { rules.append(finding.rule) }
    sheet.write(
      rules.joined(separator: ", "), x: x + 22, y: top + 22, scale: 2, width: width - 22,
      color: color(of: worst))
  }

  private static func color(of severity: Severity) -> Pixel {
    switch severity {
    case .error: Pixel(red: 196, green: 22, blue: 11, alpha: 255)
    case .warning: Pixel(red: 143, green: 84, blue: 0, alpha: 255)
    case .info: Pixel(red: 61, green: 90, blue: 128, alpha: 255)
    }
  }
}
