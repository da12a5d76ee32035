/// The art of a canvas that cannot be told apart from a background.
///
/// A part is a connected region of art in about the color of the background. It is lost if it opens
/// to the background and no visible art is near enough to outline it: the white body of a line drawing
/// on white is not lost, even if the canvas cuts it, nor is a die-cut border around visible art; dark hair
/// around a face on a dark background is.
package struct LostArt: Sendable, Equatable {
  /// The lost parts at one contrast.
  package struct Portion: Sendable, Equatable {
    /// The lost fraction of the art, weighted by its alpha, 0 to 1.
    package var share = 0.0
    /// The bounds of the largest lost part, in pixels of the canvas; nil if nothing is lost.
    package var area: PixelRect?
  }

  /// What has about the color of the background: a contrast below 1.1:1, and no channel that differs
  /// by 0.05 in linear light.
  package let invisible: Portion
  /// What is `invisible` and touches no visible art, such as a caption beside a figure. The smaller it is, the
  /// less may be missed: a figure remains, but not what it says.
  package let separate: Portion
  /// What cannot be told apart from the background, as `BackgroundColor` defines it. Includes
  /// `invisible`.
  package let lost: Portion
  /// What can hardly be told apart: a contrast below 1.6:1, and no more difference of a channel than
  /// `lost`, which this includes.
  package let faint: Portion

  /// Returns the parts up to a visibility, which must not be `visible`.
  package func portion(upTo most: Visibility) -> Portion {
    switch most {
    case .invisible: invisible
    case .lost: lost
    case .faint, .visible: faint
    }
  }

  /// The number of cells along the longer side to which a canvas is reduced: two pixels each of a
  /// sticker in a conversation, 200 px wide.
  static let cellsPerSide = 96
  /// The smallest mean alpha of a cell that belongs to the art. Fainter ones are shadows, glass or the
  /// outermost pixels of an edge. Where all of the art is fainter, every cell counts.
  static let minimumAlpha: UInt8 = 128
  /// The smallest area of a lost part per length of visible art around it, as a fraction of the longer
  /// side. A border or a line inside of visible art is thinner.
  static let minimumDepth = 1.0 / 22
  /// The smallest length of a lost part's border with the background, as a fraction of its border with
  /// visible art. Drawn lines leave smaller gaps.
  static let minimumOpening = 0.3

  /// Measures a canvas on each of some opaque backgrounds.
  package static func measured(in bitmap: Bitmap, on backgrounds: [Pixel]) -> [LostArt] {
    let cells = ArtCells(of: bitmap)
    let art = cells.pixels.reduce(0) { cells.isArt($1) ? $0 + Int($1.alpha) : $0 }
    return backgrounds.map { background in
      let visibilities = CellVisibilities(of: cells, on: BackgroundColor(background))
      var separate = LostParts()
      func portion(upTo most: Visibility, including less: Portion = Portion()) -> Portion {
        // Without a cell of this visibility, nothing changes.
        guard visibilities.contains(most) else { return less }
        var parts = LostParts()
        findParts(of: cells, visibilities, upTo: most) { part, alpha, isSeparate in
          parts.add(part, of: cells, alpha)
          if isSeparate, most == .invisible { separate.add(part, of: cells, alpha) }
        }
        return parts.portion(of: art)
      }
      let invisible = portion(upTo: .invisible)
      let lost = portion(upTo: .lost, including: invisible)
      return LostArt(
        invisible: invisible, separate: separate.portion(of: art), lost: lost,
        faint: portion(upTo: .faint, including: lost))
    }
  }
}

extension LostArt {
  /// Finds the cells of the lost parts on a background, up to a visibility.
  static func find(
    in bitmap: Bitmap, on background: Pixel, upTo most: Visibility, found: (PixelRect) -> Void
  ) {
    let cells = ArtCells(of: bitmap)
    let visibilities = CellVisibilities(of: cells, on: BackgroundColor(background))
    findParts(of: cells, visibilities, upTo: most) { part, _, _ in
      for cell in part { found(cells.bounds(of: [cell])) }
    }
  }
}

/// The sum of some lost parts.
private struct LostParts {
  private var (alpha, largest) = (0, 0)
  private var area: PixelRect?

  /// Adds a part by its cells and the sum of their alpha.
  mutating func add(_ part: [Int], of cells: ArtCells, _ alpha: Int) {
    self.alpha += alpha
    guard alpha > largest else { return }
    largest = alpha
    area = cells.bounds(of: part)
  }

  /// - Parameter art: the sum of the alpha of all art.
  func portion(of art: Int) -> LostArt.Portion {
    LostArt.Portion(share: Double(alpha) / Double(art), area: area)
  }
}

extension LostArt {
  /// Calls `found` with the cells of each lost part, the sum of their alpha, and whether no visible art touches
  /// them. The cells have at most a visibility.
  private static func findParts(
    of cells: ArtCells, _ visibilities: CellVisibilities, upTo most: Visibility,
    found: (_ part: [Int], _ alpha: Int, _ isSeparate: Bool) -> Void
  ) {
    let depth = LostArt.minimumDepth * Double(max(cells.width, cells.height)) * 255
    let (pixels, all) = (cells.pixels.span, visibilities.all.span)
    let neighbors = [-1, 1, -cells.rowLength, cells.rowLength]
    var isReached = [Bool](repeating: false, count: pixels.count)
    var part: [Int] = []
    for start in visibilities.unclear where all[start] <= most && !isReached[start] {
      isReached[start] = true
      part.removeAll(keepingCapacity: true)
      part.append(start)
      var (alpha, opening, outline) = (0, 0, 0)
      var next = 0
      while next < part.count {
        let cell = part[next]
        next += 1
        alpha += Int(pixels[cell].alpha)
        for distance in neighbors {
          let neighbor = cell + distance
          if all[neighbor] > most {
            outline += 1
          } else if !cells.isArt(pixels[neighbor]) {
            // Where the canvas cuts a part, nothing separates it from the background, but it is not missed there.
            if cells.isInside(neighbor) { opening += 1 }
          } else if !isReached[neighbor] {
            isReached[neighbor] = true
            part.append(neighbor)
          }
        }
      }
      guard Double(alpha) >= depth * Double(outline),
        Double(opening) >= LostArt.minimumOpening * Double(outline)
      else { continue }
      found(part, alpha, outline == 0)
    }
  }
}

/// How well the cells of a canvas can be told apart from a background.
private struct CellVisibilities {
  /// The visibility of each cell. Transparent ones have the color of any background.
  let all: [Visibility]
  /// The cells of the art that are not clearly visible.
  let unclear: [Int]
  /// A bit for each visibility of a cell that is not transparent.
  private let found: UInt8

  init(of cells: ArtCells, on background: BackgroundColor) {
    let (pixels, luminances) = (cells.pixels.span, cells.luminances.span)
    var all = [Visibility](repeating: .invisible, count: pixels.count)
    var visibilities = all.mutableSpan
    var unclear: [Int] = []
    var found: UInt8 = 0
    for index in pixels.indices where pixels[index].alpha > 0 {
      let visibility = background.visibility(of: pixels[index], luminances[index])
      visibilities[index] = visibility
      found |= 1 &<< visibility.rawValue
      if visibility != .visible, cells.isArt(pixels[index]) { unclear.append(index) }
    }
    (self.all, self.unclear, self.found) = (all, unclear, found)
  }

  /// Whether a cell that is not transparent has a visibility.
  func contains(_ visibility: Visibility) -> Bool { found & 1 &<< visibility.rawValue != 0 }
}

/// The mean colors of the cells of a grid over a canvas. They are means of encoded values, as viewers
/// scale and composite.
private struct ArtCells {
  let width: Int
  let height: Int
  /// The cells row by row, inside a border of transparent ones, which saves checks.
  private(set) var pixels: [Pixel]
  /// The relative luminance of each cell's color.
  private(set) var luminances: [Float]
  /// The smallest alpha of a cell that belongs to the art.
  private let minimumAlpha: UInt8
  private let canvas: PixelRect

  init(of bitmap: Bitmap) {
    canvas = bitmap.bounds
    let longest = max(bitmap.width, bitmap.height)
    let count = min(LostArt.cellsPerSide, longest)
    let width = max(1, bitmap.width * count / longest)
    let height = max(1, bitmap.height * count / longest)
    (self.width, self.height) = (width, height)
    pixels = [Pixel](repeating: .clear, count: (width + 2) * (height + 2))
    luminances = [Float](repeating: 0, count: pixels.count)
    // Two to four samples of a cell each way; a drawn line is wider.
    let distance = max(1, longest / LostArt.cellsPerSide / 2)
    let samples = bitmap.samples.span
    // The offset in a row and the cell of each sampled column.
    let columns = (0..<width).flatMap { cell in
      stride(
        from: cell * bitmap.width / width, to: (cell + 1) * bitmap.width / width, by: distance
      ).map { (offset: $0 * 4, cell: cell) }
    }
    var sampled = [UInt32](repeating: 0, count: width)
    for column in columns { sampled[column.cell] += 1 }
    var largest: UInt8 = 0
    for row in 0..<height {
      var sums = [PixelSum](repeating: PixelSum(), count: width)
      var sampledRows: UInt32 = 0
      for y in stride(
        from: row * bitmap.height / height, to: (row + 1) * bitmap.height / height, by: distance)
      {
        let start = y * bitmap.width * 4
        for column in columns {
          sums[column.cell].add(samples.pixelWord(at: start &+ column.offset))
        }
        sampledRows += 1
      }
      for cell in 0..<width {
        let sum = sums[cell].channels
        guard sum.w > 0 else { continue }
        let color = (sum &+ sum.w / 2) / sum.w
        let count = sampled[cell] * sampledRows
        let alpha = UInt8((sum.w + count / 2) / count)
        largest = max(largest, alpha)
        let pixel = Pixel(
          red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z), alpha: alpha)
        let place = (row + 1) * (width + 2) + cell + 1
        (pixels[place], luminances[place]) = (pixel, LinearLight.luminance(of: pixel))
      }
    }
    minimumAlpha = largest < LostArt.minimumAlpha ? 1 : LostArt.minimumAlpha
  }

  /// The distance between a cell and the one below it.
  var rowLength: Int { width + 2 }

  /// Whether a cell is not part of the border.
  func isInside(_ cell: Int) -> Bool {
    let (row, column) = cell.quotientAndRemainder(dividingBy: rowLength)
    return 1...height ~= row && 1...width ~= column
  }

  @inline(__always)
  func isArt(_ pixel: Pixel) -> Bool { pixel.alpha >= minimumAlpha }

  /// Returns the bounds of one or more cells in pixels of the canvas.
  func bounds(of cells: [Int]) -> PixelRect {
    cells.lazy.map { $0 - rowLength - 1 }.bounds(inWidth: rowLength)
      .pixels(ofGrid: (width, height), onWidth: canvas.width, height: canvas.height)
  }
}
