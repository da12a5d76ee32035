/// The art of a canvas that cannot be told apart from a background.
///
/// A part is a connected region of art in about the color of the background. It is lost if it opens
/// to the background and no visible art is near enough to outline it: the white body of a line drawing
/// on white is not lost, nor is a die-cut border around visible art; dark hair around a face on a dark
/// background is.
package struct LostArt: Sendable, Equatable, Codable {
  /// The lost parts at one contrast.
  package struct Portion: Sendable, Equatable, Codable {
    /// The lost fraction of the art, weighted by its alpha, 0 to 1.
    package fileprivate(set) var share = 0.0
    /// The bounds of the largest lost part, in pixels of the canvas; nil if nothing is lost.
    package fileprivate(set) var area: PixelRect?
  }

  /// What has about the color of the background: a contrast below 1.1:1, and no channel that differs
  /// by 0.05 in linear light.
  package let invisible: Portion
  /// What cannot be told apart from the background, as `BackgroundColor` defines it. Includes
  /// `invisible`.
  package let lost: Portion
  /// What can hardly be told apart: a contrast below 1.6:1, and no more difference of a channel than
  /// `lost`, which this includes.
  package let faint: Portion

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

  fileprivate enum Cell: UInt8 {
    case background, visible, merged, counted
  }

  /// Measures a canvas on each of some opaque backgrounds.
  package static func measured(in bitmap: Bitmap, on backgrounds: [Pixel]) -> [LostArt] {
    let cells = bitmap.reduced(toSide: cellsPerSide)
    let samples = cells.samples.span
    let pixels = (0..<cells.width * cells.height).map { samples.pixel(at: $0 * 4) }
    let isFaint = pixels.allSatisfy { $0.alpha < Self.minimumAlpha }
    let minimumAlpha = isFaint ? 1 : Self.minimumAlpha
    let art = pixels.reduce(0) { $1.alpha >= minimumAlpha ? $0 + Int($1.alpha) : $0 }
    return backgrounds.map { background in
      let background = BackgroundColor(background)
      let visibilities = pixels.map { $0.alpha > 0 ? background.visibility(of: $0) : .visible }
      var found = [false, false, false, false]
      for visibility in visibilities { found[Int(visibility.rawValue)] = true }
      func portion(upTo most: Visibility, including less: Portion = Portion()) -> Portion {
        // Without a cell of this visibility, nothing changes.
        guard found[Int(most.rawValue)] else { return less }
        let states = pixels.indices.map { index -> Cell in
          guard pixels[index].alpha > 0 else { return .background }
          guard visibilities[index] <= most else { return .visible }
          return pixels[index].alpha >= minimumAlpha ? .merged : .background
        }
        guard states.contains(.merged) else { return Portion() }
        var portion = Portion(of: cells, in: states, width: bitmap.width, height: bitmap.height)
        portion.share /= Double(art)
        return portion
      }
      let invisible = portion(upTo: .invisible)
      let lost = portion(upTo: .lost, including: invisible)
      return LostArt(
        invisible: invisible, lost: lost, faint: portion(upTo: .faint, including: lost))
    }
  }
}

extension LostArt.Portion {
  /// Adds up the alpha of all lost parts.
  fileprivate init(of cells: Bitmap, in states: [LostArt.Cell], width: Int, height: Int) {
    var states = states
    let depth = LostArt.minimumDepth * Double(max(cells.width, cells.height)) * 255
    var (lost, largest) = (0, 0)
    var waiting: [Int] = []
    for start in states.indices where states[start] == .merged {
      var (alpha, opening, outline) = (0, 0, 0)
      var (left, right, top, bottom) = (cells.width, 0, cells.height, 0)
      states[start] = .counted
      waiting.append(start)
      while let index = waiting.popLast() {
        let (x, y) = (index % cells.width, index / cells.width)
        alpha += Int(cells[x, y].alpha)
        (left, right) = (min(left, x), max(right, x + 1))
        (top, bottom) = (min(top, y), max(bottom, y + 1))
        for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
          guard (0..<cells.width).contains(column), (0..<cells.height).contains(row) else {
            opening += 1
            continue
          }
          let neighbor = row * cells.width + column
          switch states[neighbor] {
          case .background: opening += 1
          case .visible: outline += 1
          case .merged:
            states[neighbor] = .counted
            waiting.append(neighbor)
          case .counted: break
          }
        }
      }
      guard Double(alpha) >= depth * Double(outline),
        Double(opening) >= LostArt.minimumOpening * Double(outline)
      else { continue }
      lost += alpha
      guard alpha > largest else { continue }
      largest = alpha
      (left, right) = (left * width / cells.width, right * width / cells.width)
      (top, bottom) = (top * height / cells.height, bottom * height / cells.height)
      area = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
    share = Double(lost)
  }
}

extension Bitmap {
  /// Returns the mean colors of the cells of a grid, at most `side` along the longer side. They are
  /// means of encoded values, as viewers scale and composite.
  fileprivate func reduced(toSide side: Int) -> Bitmap {
    let longest = max(width, height)
    guard longest > side else { return self }
    var cells = Bitmap(
      width: max(1, width * side / longest), height: max(1, height * side / longest))
    // Two to four samples of a cell each way; a drawn line is wider.
    let distance = max(1, longest / side / 2)
    let samples = samples.span
    var sums = [SIMD4<UInt32>](repeating: .zero, count: cells.width)
    let columns = (0..<cells.width).map { column in
      column * width / cells.width..<(column + 1) * width / cells.width
    }
    for row in 0..<cells.height {
      let top = row * height / cells.height
      let bottom = (row + 1) * height / cells.height
      for y in stride(from: top, to: bottom, by: distance) {
        for column in 0..<cells.width {
          let (left, right) = (columns[column].lowerBound, columns[column].upperBound)
          var sum = SIMD4<UInt32>.zero
          for x in stride(from: left, to: right, by: distance) {
            let index = (y * width + x) * 4
            let alpha = UInt32(samples[index + 3])
            guard alpha > 0 else { continue }
            let color = SIMD4(
              UInt32(samples[index]), UInt32(samples[index + 1]), UInt32(samples[index + 2]), 1)
            sum &+= color &* alpha
          }
          sums[column] &+= sum
        }
      }
      let rows = (bottom - top + distance - 1) / distance
      for column in 0..<cells.width where sums[column].w > 0 {
        let count = UInt32(rows * ((columns[column].count + distance - 1) / distance))
        let sum = sums[column]
        let color = (sum &+ sum.w / 2) / sum.w
        cells[column, row] = Pixel(
          red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z),
          alpha: UInt8((sum.w + count / 2) / count))
        sums[column] = .zero
      }
    }
    return cells
  }
}
