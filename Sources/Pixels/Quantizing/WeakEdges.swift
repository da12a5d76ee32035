internal import Basics

/// The edges between flat areas of similar colors. A difference that texture hides would move them: parts of a line
/// would take the color of the other side, which looks like teeth.
struct WeakEdges {
  /// The fewest equal pixels in a line that are an area: this, and a share of the canvas's side. The steps of gradients
  /// in GIFs of 512 px have up to 15.
  private static let leastLength = (pixels: 4, share: 24)
  /// The most pixels between two areas: a soft edge, or one that was scaled.
  private static let mostBetween: Int32 = 4
  /// The least difference that is seen as an edge, in codes of gray. Gradients have smaller steps.
  private static let leastContrast: Float = 2.5

  /// The difference up to which a color may change, in codes of gray: half of that to an area beside it.
  private typealias Limit = (color: UInt32, codes: Float)
  private static let unlimited: Limit = (0, .infinity)

  /// A table with the limit of each color at its slot or one of the next; empty for no edges.
  private var limits: [Limit] = []
  private var bits: UInt32 = 0

  /// Pixels of a row or a column.
  private struct Line {
    var color: UInt32 = 0
    var length: Int32 = 0
    /// The last color of an area, and the end of that, which is far away before the first one.
    var area: (color: UInt32, end: Int32) = (0, -.max / 2)

    /// Adds a pixel. Returns the color of the area before if this pixel makes one of another color.
    @inline(__always)
    mutating func add(_ word: UInt32, at place: Int32, _ leastLength: Int32) -> UInt32? {
      guard word == color else {
        (color, length) = (word, 1)
        return nil
      }
      length &+= 1
      guard length >= leastLength else { return nil }
      let before = area
      area = (word, place &+ 1)
      guard length == leastLength, before.color != word,
        place &+ 1 &- length &- before.end <= mostBetween
      else { return nil }
      return before.color
    }
  }

  /// - Parameter difference: the largest one that matters, in codes of gray.
  init(in canvas: Bitmap, upTo difference: Float) {
    let samples = canvas.samples.span
    var codes: [UInt32: Float] = [:]
    let (pixels, share) = Self.leastLength
    let least = Int32(clamping: max(pixels, max(canvas.width, canvas.height) / share))
    var lines = [Line](repeating: Line(), count: canvas.width)
    var columns = lines.mutableSpan
    for y in 0..<canvas.height {
      var row = Line()
      let (start, line) = (y * canvas.width * 4, Int32(clamping: y))
      for x in columns.indices {
        let word = samples.pixelWord(at: start + x * 4)
        if let other = row.add(word, at: Int32(truncatingIfNeeded: x), least) {
          Self.add(word, other, difference, to: &codes)
        }
        if let other = columns[x].add(word, at: line, least) {
          Self.add(word, other, difference, to: &codes)
        }
      }
    }
    guard !codes.isEmpty else { return }
    while codes.count * 4 > 1 << bits { bits += 1 }
    limits = [Limit](repeating: Self.unlimited, count: 1 << bits)
    for (color, limit) in codes {
      var place = color.slot(bits: bits)
      while limits[place].codes < .infinity { place = (place + 1) % limits.count }
      limits[place] = (color, limit)
    }
  }

  private static func add(
    _ one: UInt32, _ other: UInt32, _ difference: Float, to codes: inout [UInt32: Float]
  ) {
    // Transparent pixels stay so.
    guard one >> 24 > 0, other >> 24 > 0 else { return }
    let (first, second) = (Pixel(packed: one.byteSwapped), Pixel(packed: other.byteSwapped))
    let distance = ColorVector(first).point - ColorVector(second).point
    let contrast = ((distance * distance).sum() / ColorVector.squaredGrayStep).squareRoot()
    guard contrast >= leastContrast, contrast < 2 * difference else { return }
    for color in [one, other] { codes[color] = min(codes[color] ?? .infinity, contrast / 2) }
  }

  /// The difference up to which a color may change, in codes of gray; infinite for a color without a weak edge.
  private func limit(of color: UInt32) -> Float {
    guard !limits.isEmpty else { return .infinity }
    var place = color.slot(bits: bits)
    while limits[place].color != color, limits[place].codes < .infinity {
      place = (place + 1) % limits.count
    }
    return limits[place].codes
  }

  /// Lowers the differences up to which the pixels of a canvas may change, in codes of gray.
  func limit(_ differences: inout [Float], in canvas: Bitmap) {
    guard !limits.isEmpty else { return }
    let samples = canvas.samples.span
    var target = differences.mutableSpan
    for place in target.indices {
      target[place] = min(target[place], limit(of: samples.pixelWord(at: place * 4)))
    }
  }

  /// The difference up to which a color may change, in whole codes; nil for a color without a weak edge.
  func codes(of color: UInt32) -> Int32? {
    let limit = limit(of: color)
    return limit < .infinity ? Int32(clamping: limit) : nil
  }
}
