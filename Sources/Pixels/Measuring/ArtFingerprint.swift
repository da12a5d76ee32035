/// The look of the art on a canvas, independent of its place and size: 24 × 24 cells of the rectangle around its solid
/// pixels.
///
/// It recognizes copies that were moved, scaled, compressed again or converted to a GIF. Drawings on
/// one template, such as faces with different mouths, are different.
package struct ArtFingerprint: Sendable, Equatable {
  /// The difference of two fingerprints, in steps of an 8-bit sample.
  package struct Difference: Sendable, Equatable {
    /// The largest change of a cell beyond the range of the cells around it, over white and over black:
    /// scaling shifts edges by less than a cell.
    package var largestChange: Int
    /// The upper quartile of the changes of cells with edges. Nearly every copy changes all edges a
    /// little, but a drawing on the same template changes only few.
    package var typicalChange: Int
    /// The largest share of all changes that is in a square of 7 × 7 cells, 0 to 1; 0 if no cell changes visibly. Scaling
    /// and compression change the whole drawing, up to 0.36 in a square; another number on a stamp is 0.8 and more.
    package var concentration: Double
  }

  /// The number of cells per row and per column.
  package static let side = 24
  /// Art whose mean red, green, blue or alpha differs by more is not compared, in steps of an 8-bit
  /// sample.
  fileprivate static let largestMeanDifference: Float = 6
  /// Art whose ratio of width to height differs by more is not compared, as a share.
  private static let largestShapeDifference: Float = 0.06
  /// Pixels of at least this alpha are solid. Hard edges, as in a GIF, keep those and no others.
  private static let solid: UInt8 = 128
  /// Cells whose neighborhood spans more have edges.
  private static let edge: Int16 = 24
  /// Fewer cells with edges have no meaningful quartile.
  private static let fewestEdges = 8

  /// Premultiplied red, green, blue and alpha of each cell, 8 bits each from the lowest, row by row.
  private var cells: [UInt32]
  /// Width divided by height.
  private var shape: Float
  fileprivate var mean: SIMD4<Float>

  /// Fingerprints the art of a canvas of at least one pixel.
  package init(of canvas: Bitmap) { self.init(of: canvas, in: canvas.bounds) }

  /// Fingerprints the art of a canvas whose solid pixels are all in an area.
  package init(of canvas: Bitmap, in area: PixelRect) {
    let area = canvas.bounds(ofAlpha: Self.solid, in: area) ?? canvas.bounds
    shape = Float(area.width) / Float(area.height)
    let columns = Self.overlaps(of: area.width, from: area.x)
    let rows = Self.overlaps(of: area.height, from: area.y)
    let samples = canvas.samples.span
    let columnSpan = columns.span
    // One cell has at most 255 × 255 times the area of the canvas.
    var totals = [SIMD4<UInt64>](repeating: .zero, count: Self.side * Self.side)
    for (row, overlap) in rows.enumerated() {
      for y in overlap.pixels {
        let weight = UInt64(overlap.weight(of: y))
        for column in 0..<Self.side {
          let sum = samples.weightedSum(columnSpan[column], row: y * canvas.width)
          totals[row * Self.side + column] &+= SIMD4<UInt64>(truncatingIfNeeded: sum) &* weight
        }
      }
    }
    // Unlike the colors, alpha is not a product with alpha.
    let sums = totals.map {
      SIMD4<Float>($0 &* SIMD4(1, 1, 1, 255)) / Float(Int64(area.width * area.height) * 255)
    }
    cells = sums.map { sum in
      (0..<4).reduce(0) { $0 | UInt32(sum[$1].rounded()) << UInt32($1 * 8) }
    }
    mean = sums.reduce(.zero, +) / Float(sums.count)
  }

  /// Returns how the art differs; nil if it is clearly different, as with a change of a cell above a limit.
  package func difference(from other: ArtFingerprint, limit: Int = 255) -> Difference? {
    let means = mean - other.mean
    guard abs(shape - other.shape) <= max(shape, other.shape) * Self.largestShapeDifference,
      max(means.max(), -means.min()) <= Self.largestMeanDifference
    else { return nil }
    let (own, others) = (overBoth, other.overBoth)
    var largest: Int16 = 0
    var changes: [Int16] = []
    var edges: [Int16] = []
    var changeOfCell = [Int16](repeating: 0, count: own.count)
    for step in own.indices {
      // Far from the cell before, so a different part is found early. 245 has no factor in common
      // with the number of cells.
      let index = step * 245 % own.count
      let (least, most) = Self.neighborhood(of: index, in: own)
      let (otherLeast, otherMost) = Self.neighborhood(of: index, in: others)
      let beyond = pointwiseMax(
        pointwiseMax(otherLeast &- own[index], own[index] &- otherMost),
        pointwiseMax(least &- others[index], others[index] &- most))
      largest = max(largest, beyond.max())
      guard largest <= limit else { return nil }
      let change = pointwiseMax(own[index] &- others[index], others[index] &- own[index]).max()
      changes.append(change)
      changeOfCell[index] = change
      if max((most &- least).max(), (otherMost &- otherLeast).max()) > Self.edge {
        edges.append(change)
      }
    }
    let typical = (edges.count > Self.fewestEdges ? edges : changes).sorted()
    return Difference(
      largestChange: Int(largest), typicalChange: Int(typical[typical.count * 3 / 4]),
      concentration: Self.concentration(of: changeOfCell))
  }

  /// The distance from the center of the square that `concentration` looks at to its edge, in cells, and the
  /// smallest change of a cell that is seen.
  private static let (reach, visible) = (3, Int16(20))

  private static func concentration(of changes: [Int16]) -> Double {
    let total = changes.reduce(0) { $0 + Int($1) }
    guard total > 0, changes.contains(where: { $0 >= visible }) else { return 0 }
    var most = 0
    for row in reach..<side - reach {
      for column in reach..<side - reach {
        var sum = 0
        for y in row - reach...row + reach {
          for x in column - reach...column + reach { sum += Int(changes[y * side + x]) }
        }
        most = max(most, sum)
      }
    }
    return Double(most) / Double(total)
  }

  /// Red, green, blue and nothing of each cell, over black and over white.
  private var overBoth: [SIMD8<Int16>] {
    cells.map { cell in
      func sample(_ shift: UInt32) -> Int16 { Int16(truncatingIfNeeded: cell >> shift & 255) }
      let black = SIMD4(sample(0), sample(8), sample(16), 0)
      return SIMD8(lowHalf: black, highHalf: black &+ (255 - sample(24)))
    }
  }

  /// The minimum and maximum of a cell and the cells around it.
  private static func neighborhood(
    of index: Int, in cells: [SIMD8<Int16>]
  ) -> (least: SIMD8<Int16>, most: SIMD8<Int16>) {
    var (least, most) = (cells[index], cells[index])
    let (row, column) = index.quotientAndRemainder(dividingBy: side)
    for y in max(0, row - 1)...min(side - 1, row + 1) {
      for x in max(0, column - 1)...min(side - 1, column + 1) {
        least = pointwiseMin(least, cells[y * side + x])
        most = pointwiseMax(most, cells[y * side + x])
      }
    }
    return (least, most)
  }

  /// Returns the pixels of each cell along one axis.
  private static func overlaps(of length: Int, from start: Int) -> [Overlap] {
    (0..<side).map { cell in
      // In units of 1/24 pixel, where a cell is as long as the whole side has pixels.
      let (left, right) = (cell * length, (cell + 1) * length)
      let (first, last) = (left / side, (right - 1) / side)
      return Overlap(
        pixels: start + first...start + last,
        first: UInt32(min(right, (first + 1) * side) - left),
        last: UInt32(right - max(left, last * side)))
    }
  }

  /// The pixels of a cell along one axis, and their weights in units of 1/24 pixel.
  fileprivate struct Overlap {
    let pixels: ClosedRange<Int>
    /// The weight of the first pixel, 1 to 24.
    let first: UInt32
    /// The weight of the last pixel, 1 to 24; the same as `first` if there is only one.
    let last: UInt32

    func weight(of pixel: Int) -> UInt32 {
      pixel == pixels.lowerBound ? first : pixel == pixels.upperBound ? last : 24
    }
  }
}

extension Span where Element == UInt8 {
  /// Returns the sum of pixels times their weights, as `PixelSum` has it.
  ///
  /// - Parameter row: the number of the row's first pixel.
  @inline(__always)
  fileprivate func weightedSum(_ overlap: ArtFingerprint.Overlap, row: Int) -> SIMD4<UInt32> {
    let first = (row &+ overlap.pixels.lowerBound) &* 4
    let last = (row &+ overlap.pixels.upperBound) &* 4
    var sum = PixelSum()
    var opaque = SIMD4<UInt32>.zero
    var index = first &+ 4
    while index &+ 16 <= last {
      let (left, right) = (pixelPair(at: index), pixelPair(at: index &+ 8))
      // Most pixels are transparent or opaque, and so are their neighbors.
      if left & right & pairAlphaMask == pairAlphaMask {
        let both = Self.samples(left) &+ Self.samples(right)
        opaque &+= SIMD4<UInt32>(truncatingIfNeeded: both.lowHalf)
        opaque &+= SIMD4<UInt32>(truncatingIfNeeded: both.highHalf)
      } else if (left | right) & pairAlphaMask != 0 {
        sum.add(pair: left)
        sum.add(pair: right)
      }
      index &+= 16
    }
    if index &+ 8 <= last {
      sum.add(pair: pixelPair(at: index))
      index &+= 8
    }
    if index < last { sum.add(pixelWord(at: index)) }
    sum.add(opaque: opaque)
    sum.multiply(by: 24)
    sum.add(pixelWord(at: first), times: overlap.first)
    if last > first { sum.add(pixelWord(at: last), times: overlap.last) }
    return sum.channels
  }

  @inline(__always)
  private static func samples(_ pair: UInt64) -> SIMD8<UInt16> {
    // Unsafe: any bits are valid in both types.
    SIMD8<UInt16>(
      truncatingIfNeeded: unsafe unsafeBitCast(pair.littleEndian, to: SIMD8<UInt8>.self))
  }
}

/// Art by its mean color, for finding similar art without comparing all pairs.
package struct ArtIndex: Sendable {
  /// The width of a bin per channel, in steps of an 8-bit sample. The means of similar art differ by
  /// less, so they are in the same bin or in neighboring bins.
  private static let width = ArtFingerprint.largestMeanDifference + 1

  private var bins: [SIMD4<Int32>: [Int]] = [:]

  package init() {}

  package mutating func add(_ number: Int, _ art: ArtFingerprint) {
    bins[Self.bin(of: art), default: []].append(number)
  }

  /// Returns the numbers of all art that can be similar, in no order.
  package func candidates(for art: ArtFingerprint) -> [Int] {
    let center = Self.bin(of: art)
    // The 81 bins around the center, one step or none away in each channel.
    return (0..<81).flatMap { neighbor in
      let step = SIMD4<Int32>(
        truncatingIfNeeded: SIMD4(neighbor, neighbor / 3, neighbor / 9, neighbor / 27) % 3 &- 1)
      return bins[center &+ step] ?? []
    }
  }

  private static func bin(of art: ArtFingerprint) -> SIMD4<Int32> {
    SIMD4<Int32>((art.mean / width).rounded(.down))
  }
}
