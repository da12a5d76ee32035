internal import Basics

/// The edges between flat areas of similar colors. A difference that texture hides would move them: parts of a line
/// would take the color of the other side, which looks like teeth.
struct WeakEdges {
  /// The fewest equal pixels in a line that are an area: this, and a share of the canvas's side. The steps of gradients
  /// in GIFs of 512 px have up to 15.
  private static let leastLength = (pixels: 4, share: 24)
  /// The most pixels between two areas: a soft edge, or one that was scaled.
  private static let mostBetween = 4
  /// The least difference that is seen as an edge, in codes of gray. Gradients have smaller steps.
  private static let leastContrast: Float = 2.5

  /// The difference up to which a color may change, in codes of gray: half of that to an area beside it.
  private var codes: [UInt32: Float] = [:]

  /// Pixels of a row or a column.
  private struct Line {
    var color: UInt32 = 0
    var length = 0
    /// The last color of an area, and the end of that.
    var area: (color: UInt32, end: Int)?

    /// Adds a pixel. Returns the color of the area before if this pixel makes one of another color.
    mutating func add(_ word: UInt32, at place: Int, _ leastLength: Int) -> UInt32? {
      guard word == color else {
        (color, length) = (word, 1)
        return nil
      }
      length += 1
      guard length >= leastLength else { return nil }
      defer { area = (word, place + 1) }
      guard length == leastLength, let area, area.color != word,
        place + 1 - length - area.end <= mostBetween
      else { return nil }
      return area.color
    }
  }

  /// - Parameter difference: the largest one that matters, in codes of gray.
  init(in canvas: Bitmap, upTo difference: Float) {
    let samples = canvas.samples.span
    let (pixels, share) = Self.leastLength
    let least = max(pixels, max(canvas.width, canvas.height) / share)
    var lines = [Line](repeating: Line(), count: canvas.width)
    var columns = lines.mutableSpan
    for y in 0..<canvas.height {
      var row = Line()
      for x in 0..<canvas.width {
        let word = samples.pixelWord(at: (y * canvas.width + x) * 4)
        if let other = row.add(word, at: x, least) { add(word, other, difference) }
        if let other = columns[x].add(word, at: y, least) { add(word, other, difference) }
      }
    }
  }

  private mutating func add(_ one: UInt32, _ other: UInt32, _ difference: Float) {
    // Transparent pixels stay so.
    guard one >> 24 > 0, other >> 24 > 0 else { return }
    let (first, second) = (Pixel(packed: one.byteSwapped), Pixel(packed: other.byteSwapped))
    let distance = ColorVector(first).point - ColorVector(second).point
    let contrast = ((distance * distance).sum() / ColorVector.squaredGrayStep).squareRoot()
    guard contrast >= Self.leastContrast, contrast < 2 * difference else { return }
    for color in [one, other] { codes[color] = min(codes[color] ?? .infinity, contrast / 2) }
  }

  /// Lowers the differences up to which the pixels of a canvas may change, in codes of gray.
  func limit(_ differences: inout [Float], in canvas: Bitmap) {
    guard !codes.isEmpty else { return }
    let samples = canvas.samples.span
    // Most pixels equal their neighbor.
    var last: (word: UInt32, limit: Float?) = (0, codes[0])
    for place in differences.indices {
      let word = samples.pixelWord(at: place * 4)
      if word != last.word { last = (word, codes[word]) }
      if let limit = last.limit { differences[place] = min(differences[place], limit) }
    }
  }

  /// The difference up to which a color may change, in whole codes; nil for a color without a weak edge.
  func codes(of word: UInt32) -> Int32? {
    codes[word].map { Int32(clamping: $0) }
  }
}
