import ImageCodecs
import ImageContainers
import Pixels
import TestSupport
import Testing

/// Compares the fast decoder with the reference decoder, for all files that the fast one decodes.
@Suite("Both PNG decoders")
struct PNGDecodersTests {
  typealias P = PNGBytes

  /// The storage of a file's pixels.
  struct Form: Sendable, CustomTestStringConvertible {
    var color: Int
    var depth: Int
    var interlaced: Bool

    var testDescription: String {
      "color type \(color), \(depth) bits\(interlaced ? ", interlaced" : "")"
    }

    static let all: [Form] = [
      (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ].flatMap { color, depths in
      depths.flatMap { depth in
        [false, true].map { Form(color: color, depth: depth, interlaced: $0) }
      }
    }
  }

  /// A PNG of random rows in all filters.
  struct Drawing {
    var form: Form
    var width: Int
    var height: Int
    /// The colors of the palette, and the values of a stored byte.
    var values: Int
    var isKeyed: Bool
    var rows: [UInt8]

    init(_ form: Form, _ width: Int, _ height: Int, _ random: inout SplitMix) {
      self.form = form
      self.width = width
      self.height = height
      // Few values, so a transparent color occurs.
      values = Bool.random(using: &random) ? 256 : 2
      isKeyed = Bool.random(using: &random)
      rows = []
      let geometry = PNGFile.Geometry(
        width: width, height: height, depth: form.depth, color: form.color,
        interlaced: form.interlaced)
      for length in geometry.rowLengths {
        rows.append(UInt8.random(in: 0..<5, using: &random))
        for _ in 1..<length { rows.append(UInt8(Int.random(in: 0..<values, using: &random))) }
      }
    }

    var palette: [UInt8] { (0..<3 << form.depth).map { UInt8(truncatingIfNeeded: $0 &* 83) } }

    var chunks: [UInt8] {
      switch form.color {
      case 0 where isKeyed: P.chunk("tRNS", [0, 1])
      case 2 where isKeyed: P.chunk("tRNS", [0, 1, 0, 0, 0, 1])
      case 3: P.chunk("PLTE", palette) + (isKeyed ? P.chunk("tRNS", [0, 99]) : [])
      default: []
      }
    }

    func file(_ pieces: [[UInt8]], _ chunks: [UInt8]? = nil) -> [UInt8] {
      P.signature
        + P.header(
          width, height, depth: form.depth, color: form.color, interlace: form.interlaced ? 1 : 0)
        + (chunks ?? self.chunks) + pieces.flatMap { P.chunk("IDAT", $0) } + P.chunk("IEND")
    }
  }

  /// Decodes a file with both decoders, which must agree.
  @discardableResult
  static func agreed(_ bytes: [UInt8], _ comment: Comment? = nil) throws -> Decoded {
    var limits = DecodingLimits()
    let fast = try Decoded(bytes, limits: limits)
    limits.usesReferenceDecoders = true
    let reference = try Decoded(bytes, limits: limits)
    #expect(fast.decodingDefects == reference.decodingDefects, comment)
    #expect(fast.canvases == reference.canvases, comment)
    #expect(fast.hiddenImage == reference.hiddenImage, comment)
    return reference
  }

  /// Returns the canvas if the fast decoder decodes the file itself.
  static func fast(_ bytes: [UInt8]) -> Bitmap? {
    var decoder = FastPNGDecoder(PNGContainer(bytes), bytes: bytes)
    return decoder?.staticImage()
  }

  @Test("agree on every color type, depth, filter and size", arguments: Form.all)
  func forms(_ form: Form) throws {
    var random = SplitMix(state: 1)
    let sizes = (1...9).flatMap { width in (1...9).map { (width, $0) } } + [(33, 5), (70, 40)]
    for (width, height) in sizes {
      let drawing = Drawing(form, width, height, &random)
      let file = drawing.file([Zlib.deflated(drawing.rows)])
      let decoded = try Self.agreed(file, "\(width) × \(height)")
      #expect(decoded.defects == [])
      #expect(decoded.canvases.count == 1)
      // Both decoders use libpng for interlaced images of 16 bits.
      let isLeft = form.interlaced && form.depth == 16
      #expect(Self.fast(file) == (isLeft ? nil : decoded.canvases.first), "\(width) × \(height)")
    }
  }

  /// An image with damage of a kind, 0 to 9; that of kind 9 is whole.
  static func damaged(
    _ drawing: Drawing, _ kind: Int, _ random: inout SplitMix
  ) -> (pieces: [[UInt8]], chunks: [UInt8]) {
    var rows = drawing.rows
    var chunks = drawing.chunks
    switch kind {
    case 0: rows[rows.indices.randomElement(using: &random) ?? 0] = 5
    case 1: rows.removeLast(Int.random(in: 1...min(9, rows.count), using: &random))
    case 2: rows += [UInt8](repeating: 3, count: Int.random(in: 1...9, using: &random))
    case 3 where drawing.form.color == 0: chunks = P.chunk("tRNS", [UInt8(drawing.form.depth), 1])
    case 3 where drawing.form.color == 2: chunks = P.chunk("tRNS", [0, 1, 1, 0, 9, 9])
    case 3 where drawing.form.color == 3: chunks = P.chunk("PLTE", [1, 2, 3])
    default: break
    }
    var stream = Bool.random(using: &random) ? P.zlib(rows) : Zlib.deflated(rows)
    func place() -> Int { Int.random(in: 0..<stream.count, using: &random) }
    switch kind {
    case 4: stream[place()] = UInt8.random(in: 0...255, using: &random)
    case 5: stream[place()] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 6: stream.removeLast(Int.random(in: 1...stream.count, using: &random))
    case 7: stream += [UInt8](repeating: 0, count: Int.random(in: 1...9, using: &random))
    case 8:
      // Another window, with the check bits that it requires (RFC 1950, 2.2).
      stream[0] = UInt8.random(in: 0..<16, using: &random) << 4 | 8
      stream[1] = UInt8((31 - Int(stream[0]) << 8 % 31) % 31)
    default: break
    }
    guard Bool.random(using: &random), !stream.isEmpty else { return ([stream], chunks) }
    let cut = Int.random(in: 0...stream.count, using: &random)
    return ([Array(stream[..<cut]), [], Array(stream[cut...])], chunks)
  }

  @Test("agree on damaged images", arguments: Form.all)
  func damage(_ form: Form) throws {
    var random = SplitMix(state: UInt64(form.color * 100 + form.depth))
    var defective = 0
    for round in 0..<200 {
      let sides = (0..<2).map { _ in Int.random(in: 1...24, using: &random) }
      let drawing = Drawing(form, sides[0], sides[1], &random)
      let (pieces, chunks) = Self.damaged(drawing, round % 10, &random)
      let decoded = try Self.agreed(drawing.file(pieces, chunks), "round \(round)")
      if !decoded.defects.isEmpty { defective += 1 }
    }
    #expect(defective > 80)
  }

  /// The predictor as the specification defines it (PNG Third Edition, 9.4).
  static func paeth(_ left: Int, _ above: Int, _ upperLeft: Int) -> Int {
    let estimate = left + above - upperLeft
    let toLeft = abs(estimate - left)
    let toAbove = abs(estimate - above)
    let toUpperLeft = abs(estimate - upperLeft)
    if toLeft <= toAbove, toLeft <= toUpperLeft { return left }
    return toAbove <= toUpperLeft ? above : upperLeft
  }

  @Test("any three neighbors predict what the specification says", arguments: 0..<256)
  func prediction(_ upperLeft: Int) throws {
    // Pairs of pixels, `upperLeft` and `above` in the first row, and `left` and 0 below. The channels of
    // a pixel have different values of `left`.
    var rows: [UInt8] = [0]
    var filtered: [UInt8] = [4]
    var decoded: [UInt8] = []
    var before = 0
    for above in 0..<256 {
      for first in stride(from: 0, to: 256, by: 4) {
        for left in first..<first + 4 {
          rows.append(UInt8(upperLeft))
          filtered.append(UInt8(truncatingIfNeeded: left - Self.paeth(0, upperLeft, before)))
          decoded.append(UInt8(left))
        }
        for left in first..<first + 4 {
          rows.append(UInt8(above))
          filtered.append(UInt8(truncatingIfNeeded: -Self.paeth(left, above, upperLeft)))
          decoded.append(0)
        }
        before = above
      }
    }
    let width = decoded.count / 4
    let file = P.still(width, 2, depth: 8, color: 6, rows: rows + filtered)
    let bitmap = try #require(Self.fast(file))
    #expect(bitmap.samples[decoded.count...].elementsEqual(decoded))
  }

  @Test("an image in several pieces, some of them empty, is one image")
  func pieces() throws {
    var random = SplitMix(state: 3)
    let drawing = Drawing(Form(color: 6, depth: 8, interlaced: false), 40, 30, &random)
    let stream = Zlib.deflated(drawing.rows)
    let file = drawing.file([[], Array(stream[..<7]), [], Array(stream[7...]), []])
    #expect(try Self.agreed(file).canvases == [Self.fast(file)])
  }

  @Test("a stream that is longer than its rows require is left to the reference decoder")
  func longStream() throws {
    var random = SplitMix(state: 4)
    let drawing = Drawing(Form(color: 6, depth: 8, interlaced: false), 2, 2, &random)
    let stream = P.zlib(drawing.rows)
    // Empty stored blocks before the rows.
    func file(_ blocks: Int) -> [UInt8] {
      let empty = [[UInt8]](repeating: [0, 0, 0, 0xFF, 0xFF], count: blocks).flatMap { $0 }
      return drawing.file([Array(stream[..<2]) + empty + Array(stream[2...])])
    }
    #expect(Self.fast(file(13000)) != nil)
    #expect(try Self.agreed(file(13000)).defects == [])
    #expect(Self.fast(file(14000)) == nil)
    #expect(try Self.agreed(file(14000)).defects.count == 1)
  }

  @Test("frames of different sizes, operations and pieces are drawn alike", arguments: Form.all)
  func animation(_ form: Form) throws {
    var random = SplitMix(state: 5)
    let sizes = [(20, 16), (3, 16), (20, 1), (1, 1), (7, 5), (20, 16), (9, 9)]
    let hidden = Drawing(form, 20, 16, &random)
    var frames: [UInt8] = []
    for (index, size) in sizes.enumerated() {
      let stream = Zlib.deflated(Drawing(form, size.0, size.1, &random).rows)
      let cut = stream.count / 2
      frames += P.frameControl(
        3 * index, size.0, size.1, dispose: index % 3, blend: index / 2 % 2)
      frames += P.frameData(3 * index + 1, Array(stream[..<cut]))
      frames += P.frameData(3 * index + 2, Array(stream[cut...]))
    }
    let decoded = try Self.agreed(
      P.signature
        + P.header(
          20, 16, depth: form.depth, color: form.color, interlace: form.interlaced ? 1 : 0)
        + hidden.chunks + P.animationControl(frames: sizes.count)
        + P.chunk("IDAT", Zlib.deflated(hidden.rows)) + frames + P.chunk("IEND"))
    #expect(decoded.defects == [])
    #expect(decoded.canvases.count == sizes.count)
    #expect(decoded.hiddenImage != nil)
  }
}
