import Basics
import ImageContainers
import Pixels
import RuleExamples
import StickerLint
import TestSupport

/// The picture on a rule's page: its first failing example on the left, and a passing one on the right, with
/// outlines around what the rule found.
struct RulePicture {
  /// The picture.
  let bitmap: Bitmap
  /// The examples on the left and on the right.
  let examples: (failing: Rule.Example, passing: Rule.Example)

  /// The side of the square in which an example is drawn, in pixels.
  private static let side = 200
  /// The distances between examples, and between the pictures of an example.
  private static let (gap, smallGap) = (16, 4)
  /// The height of the bar that says whether an example fails.
  private static let barHeight = 4
  /// The largest number of pictures of an example: frames or stickers, in two rows.
  private static let mostTiles = 4
  /// The smallest number of pixels by which examples look different: 1% of a square.
  private static let leastDifference = side * side / 100

  private static let outline = Pixel(red: 255, green: 45, blue: 149)
  private static let red = Pixel(red: 215, green: 0, blue: 21)
  private static let green = Pixel(red: 36, green: 138, blue: 61)

  /// Draws the examples of a rule. Nil if it is about files rather than what is seen, if they look alike, or
  /// if one of them has no picture.
  init?(of rule: Rule, _ examples: [RulePage.Shown]) {
    guard let failing = examples.first(where: { $0.example.verdict == .fails }),
      let passing = examples.first(where: {
        $0.example.verdict == .passes && $0.example.rules[rule.id] == nil
      })
    else { return nil }
    guard
      [.canvas, .transparency].contains(rule.category)
        || failing.findings.contains(where: { !$0.regions.isEmpty || !$0.related.isEmpty })
    else { return nil }
    let tiles = Self.zoomed([failing, passing].map(Self.tiles))
    guard !tiles.contains(where: \.isEmpty) else { return nil }
    let columns = tiles.contains { $0.count > 1 } ? 2 : 1
    let cell = (Self.side - (columns - 1) * Self.smallGap) / columns
    let longest = tiles.joined().map { max($0.canvas.width, $0.canvas.height) }.max() ?? 1
    let scale = Double(cell) / Double(longest)
    let rows = (tiles.map(\.count).max() ?? 1) + columns - 1
    let height = rows / columns * (cell + Self.smallGap) - Self.smallGap
    let background = failing.findings.lazy.flatMap(\.regions).compactMap(\.pixels)
      .compactMap(Self.background).first
    func panel(_ tiles: [Tile], _ draw: (Tile, inout Bitmap, Int, Int) -> Void) -> Bitmap {
      var panel = Bitmap(width: Self.side, height: height)
      for (index, tile) in tiles.enumerated() {
        let step = cell + Self.smallGap
        draw(tile, &panel, index % columns * step, index / columns * step)
      }
      return panel
    }
    let panels = tiles.map { tiles in
      panel(tiles) { $0.draw(on: &$1, x: $2, y: $3, scale, background) }
    }
    let isMarked = failing.findings.contains { $0.regions.contains { $0.area != nil } }
    guard isMarked || Self.difference(panels[0], panels[1]) >= Self.leastDifference else {
      return nil
    }
    self.examples = (failing.example, passing.example)
    var bitmap = Bitmap(
      width: Self.side * 2 + Self.gap, height: height + Self.smallGap + Self.barHeight)
    for (index, var panel) in panels.enumerated() {
      let left = index * (Self.side + Self.gap)
      let step = cell + Self.smallGap
      for (number, tile) in tiles[index].enumerated() {
        tile.outline(
          on: &panel, x: number % columns * step, y: number / columns * step, scale, Self.outline)
      }
      bitmap.replace(with: panel, x: left, y: 0)
      bitmap.replace(
        with: Bitmap(
          width: Self.side, height: Self.barHeight, filledWith: index == 0 ? Self.red : Self.green),
        x: left, y: height + Self.smallGap)
    }
    self.bitmap = bitmap
  }

  /// The background on which pixels that a rule measured are seen; nil for any.
  private static func background(for pixels: MeasuredPixels) -> Pixel? {
    switch pixels {
    case .lost(let background, _, _): background
    case .fringe(.white), .lightRim: .gray(28)
    case .fringe(.black), .darkRim: .gray(255)
    case .hiddenColor, .island, .leftoverRim, .keyRim, .background, .cutEdge: nil
    }
  }

  private static func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
    (0..<one.width * one.height).count { place in
      (place * 4..<place * 4 + 4).contains {
        abs(Int(one.samples[$0]) - Int(other.samples[$0])) > 24
      }
    }
  }
}

extension RulePicture {
  /// A frame or sticker, with what a rule found in it.
  private struct Tile {
    var canvas: Bitmap
    var areas: [PixelRect]

    private func place(of area: PixelRect, _ scale: Double) -> PixelRect {
      func scaled(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
      let (left, top) = (scaled(area.x), scaled(area.y))
      return PixelRect(
        x: left, y: top, width: max(1, scaled(area.x + area.width) - left),
        height: max(1, scaled(area.y + area.height) - top))
    }

    /// Draws the canvas on a color, or on the checkerboard that stands for transparency.
    func draw(on panel: inout Bitmap, x: Int, y: Int, _ scale: Double, _ background: Pixel?) {
      let area = place(of: canvas.bounds, scale)
      panel.replace(
        with: Bitmap(width: area.width, height: area.height) { x, y in
          background ?? .gray((x / 8 + y / 8) % 2 == 0 ? 255 : 232)
        }, x: x, y: y)
      let resampler = Resampler(
        fromWidth: canvas.width, fromHeight: canvas.height, toWidth: area.width,
        toHeight: area.height)
      panel.blend(resampler.resample(canvas), x: x, y: y)
    }

    /// Outlines what the rule found, two pixels wide and around it.
    func outline(on panel: inout Bitmap, x: Int, y: Int, _ scale: Double, _ color: Pixel) {
      for area in areas {
        let inner = place(of: area, scale)
        let left = max(0, x + inner.x - 3)
        let top = max(0, y + inner.y - 3)
        let right = min(panel.width, x + inner.x + inner.width + 3)
        let bottom = min(panel.height, y + inner.y + inner.height + 3)
        for row in top..<bottom {
          for column in left..<right
          where min(row - top, bottom - 1 - row, column - left, right - 1 - column) < 2 {
            panel[column, row] = color
          }
        }
      }
    }
  }

  /// Crops the only pictures of two examples to a quarter around what the rule found, if that is small.
  private static func zoomed(_ tiles: [[Tile]]) -> [[Tile]] {
    guard tiles.allSatisfy({ $0.count == 1 }), let area = tiles[0][0].areas.first,
      tiles[1][0].canvas.bounds == tiles[0][0].canvas.bounds
    else { return tiles }
    let bounds = tiles[0][0].canvas.bounds
    let side = min(bounds.width, bounds.height) / 4
    guard max(area.width, area.height) * 2 <= side else { return tiles }
    func start(_ place: Int, _ length: Int, _ whole: Int) -> Int {
      min(max(0, place + (length - side) / 2), whole - side)
    }
    let part = PixelRect(
      x: start(area.x, area.width, bounds.width), y: start(area.y, area.height, bounds.height),
      width: side, height: side)
    return tiles.map { tiles in
      tiles.map { tile in
        Tile(
          canvas: tile.canvas.cropped(to: part),
          areas: tile.areas.filter { $0.intersection(part) == $0 }.map {
            PixelRect(x: $0.x - part.x, y: $0.y - part.y, width: $0.width, height: $0.height)
          })
      }
    }
  }

  /// The frames of an example's only picture, or the first frame of each of its pictures.
  private static func tiles(of shown: RulePage.Shown) -> [Tile] {
    let pictures = shown.example.files.compactMap { file -> (path: String, canvases: [Bitmap])? in
      let bytes: [UInt8]? =
        switch file.content {
        case .sticker(let sketch): try? sketch.bytes()
        case .bytes(let bytes): bytes
        case .text, .usualText, .link, .pipe: nil
        }
      guard let canvases = bytes.flatMap({ try? Decoded($0).canvases }), !canvases.isEmpty else {
        return nil
      }
      return (file.path, canvases)
    }
    func tile(_ path: String, _ canvas: Bitmap, frame: Int) -> Tile {
      let regions = shown.findings.filter { $0.file == path }.flatMap(\.regions)
        .filter { $0.frame ?? frame == frame }
      var canvas = canvas
      if regions.contains(where: { $0.pixels == .hiddenColor }) { canvas.showHiddenColor() }
      let bounds = canvas.bounds
      return Tile(canvas: canvas, areas: regions.map { $0.area ?? bounds })
    }
    func chosen(_ wanted: [Int], of count: Int) -> [Int] {
      var seen: Set<Int> = []
      return (wanted + Array(0..<count)).filter { seen.insert($0).inserted }.prefix(mostTiles)
        .sorted()
    }
    if pictures.count == 1, let (path, canvases) = pictures.first {
      let last = canvases.count - 1
      let found = shown.findings.flatMap(\.regions).compactMap(\.frame).map { $0 - 1 }
      let frames = [0, last] + found.prefix(2) + [last / 3, last * 2 / 3]
      return chosen(frames.filter(canvases.indices.contains), of: canvases.count).map {
        tile(path, canvases[$0], frame: $0 + 1)
      }
    }
    let files = Set(shown.findings.flatMap { [$0.file] + $0.related })
    return chosen(
      pictures.indices.filter { files.contains(pictures[$0].path) }, of: pictures.count
    ).map { tile(pictures[$0].path, pictures[$0].canvases[0], frame: 1) }
  }
}

extension Bitmap {
  /// Makes the color of fully transparent pixels opaque.
  fileprivate mutating func showHiddenColor() {
    for index in stride(from: 0, to: samples.count, by: 4)
    where samples[index + 3] == 0 && samples[index..<index + 3].contains(where: { $0 > 0 }) {
      samples[index + 3] = 255
    }
  }
}
