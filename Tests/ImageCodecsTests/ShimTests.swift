import CImageShim
import ImageCodecs
import TestSupport
import Testing

/// The shim's own results, including those for arguments that Swift never passes.
@Suite("The C shim's error paths")
struct ShimTests {
  typealias P = PNGBytes
  typealias J = JPEGBytes

  struct Answer {
    var succeeded: Bool
    var message: String
    var warnings: UInt32
    var hasBuffer: Bool

    init(_ outcome: cis_outcome, _ buffer: cis_buffer = cis_buffer()) {
      succeeded = outcome.succeeded != 0
      message = withUnsafeBytes(of: outcome.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      warnings = outcome.warnings
      hasBuffer = buffer.bytes != nil
      cis_buffer_free(buffer)
    }

    /// A failure with a reason and without a buffer.
    func isFailure(_ reason: String) -> Bool {
      !succeeded && !hasBuffer && message.contains(reason)
    }

    /// A success with a warning.
    func isWarned(_ warning: String) -> Bool {
      succeeded && warnings > 0 && message.contains(warning)
    }
  }

  /// Decodes into a buffer of `width` times `height` pixels, or one that is `missing` bytes smaller.
  static func png(
    _ bytes: [UInt8], width: UInt32 = 3, height: UInt32 = 2, bits: UInt32 = 8, missing: Int = 0
  ) -> Answer {
    var outcome = cis_outcome()
    var pixels = [UInt8](repeating: 0, count: Int(width * height * 4 * (bits / 8)) - missing)
    cis_png_decode(
      bytes, bytes.count, width, height, bits, &pixels, pixels.count, &outcome)
    return Answer(outcome)
  }

  static func jpeg(
    _ bytes: [UInt8], width: UInt32 = 16, height: UInt32 = 8, missing: Int = 0
  ) -> Answer {
    var outcome = cis_outcome()
    var pixels = [UInt8](repeating: 0, count: Int(width * height * 4) - missing)
    cis_jpeg_decode(bytes, bytes.count, width, height, &pixels, pixels.count, &outcome)
    return Answer(outcome)
  }

  static func gif(
    _ bytes: [UInt8], width: UInt32 = 3, height: UInt32 = 2, missing: Int = 0
  ) -> Answer {
    var outcome = cis_outcome()
    var indices = [UInt8](repeating: 0, count: Int(width * height) - missing)
    cis_gif_decode(bytes, bytes.count, width, height, &indices, indices.count, &outcome)
    return Answer(outcome)
  }

  static func encode(
    _ function: (UnsafeMutablePointer<cis_outcome>, UnsafeMutablePointer<cis_buffer>) -> Void
  ) -> Answer {
    var outcome = cis_outcome()
    var buffer = cis_buffer()
    function(&outcome, &buffer)
    return Answer(outcome, buffer)
  }

  @Test("an image is not decoded into a buffer that is one byte too small")
  func capacity() {
    #expect(Self.png(Self.still, missing: 1).isFailure("unexpected image size"))
    #expect(Self.jpeg(J.color, missing: 1).isFailure("unexpected image size"))
    #expect(Self.gif(Self.indexed, missing: 1).isFailure("unexpected image size"))
  }

  // MARK: GIF

  static let indexed =
    GIFBytes.screen(3, 2, globalPalette: false) + GIFBytes.image(3, 2, [0, 1, 2, 3, 0, 1])
    + GIFBytes.trailer

  @Test("a GIF of another size, without an image or with too little data is not decoded")
  func gif() {
    #expect(Self.gif(Self.indexed).succeeded)
    #expect(Self.gif(Self.indexed, width: 2).isFailure("unexpected image"))
    #expect(Self.gif(GIFBytes.screen(3, 2) + GIFBytes.trailer).isFailure("unexpected image"))
    #expect(Self.gif(Array(Self.indexed.prefix(20))).isFailure("Failed to read"))
    #expect(Self.gif([1, 2, 3]).isFailure("Failed to read"))
    #expect(Self.gif(Array("GIF89b".utf8) + Self.indexed.dropFirst(6)).succeeded)
    #expect(Self.gif([UInt8](repeating: 7, count: 99)).isFailure("Data is not in GIF format"))
  }

  // MARK: WebP

  @Test(
    "a WebP file of another size, a damaged one or one for a buffer that is too small is not decoded",
    .enabled(if: WebPEncoder.isAvailable, "this build has no libwebp"))
  func webP() {
    let pixels = [UInt8](repeating: 200, count: 3 * 2 * 4)
    var outcome = cis_outcome()
    var buffer = cis_buffer()
    cis_webp_encode(pixels, 3, 2, -1, &outcome, &buffer)
    let file = Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
    cis_buffer_free(buffer)
    func decode(_ file: [UInt8], width: UInt32 = 3, missing: Int = 0) -> Answer {
      var outcome = cis_outcome()
      var pixels = [UInt8](repeating: 0, count: 24 - missing)
      cis_webp_decode(file, file.count, width, 2, &pixels, pixels.count, &outcome)
      return Answer(outcome)
    }
    #expect(decode(file).succeeded)
    #expect(decode(file, width: 2).isFailure("unexpected image size"))
    #expect(decode(file, width: 20_000).isFailure("unexpected image size"))
    #expect(decode(file, missing: 1).isFailure("unexpected image size"))
    #expect(decode([1, 2, 3]).isFailure("unexpected image size"))
    #expect(decode(Array(file.dropLast(3))).isFailure("damaged"))
    for (width, height): (UInt32, UInt32) in [(0, 2), (2, 0), (16_384, 1), (1, 16_384)] {
      #expect(
        Self.encode { cis_webp_encode(pixels, width, height, 50, $0, $1) }.isFailure("16383"))
    }
  }

  // MARK: PNG

  static let still = P.still(3, 2, [1, 2, 3, 255])

  @Test("a PNG whose size or depth differs from the expected one is not decoded")
  func sizeOfPNG() {
    #expect(Self.png(Self.still).succeeded)
    #expect(Self.png(Self.still, width: 2).isFailure("unexpected image size"))
    #expect(Self.png(Self.still, height: 1).isFailure("unexpected image size"))
    #expect(Self.png(Self.still, bits: 16).isFailure("unexpected image size"))
    let deep = P.still(1, 1, depth: 16, color: 0, rows: [0, 1, 2])
    #expect(Self.png(deep, width: 1, height: 1).isFailure("unexpected image size"))
  }

  @Test("data after the last row is inflated only up to a limit")
  func surplus() {
    // Two gray rows, then up to 100,000 stored bytes.
    let rows: [UInt8] = [0, 1, 2, 3, 0, 4, 5, 6]
    func image(_ surplus: Int) -> [UInt8] {
      P.still(3, 2, depth: 8, color: 0, rows: rows + [UInt8](repeating: 0, count: surplus))
    }
    #expect(Self.png(image(0)).warnings == 0)
    #expect(Self.png(image(100)).isWarned("Too much image data"))
    #expect(Self.png(image(100_000)).isFailure("the image data goes on after the last row"))
  }

  @Test("a PNG cut anywhere before its last checksum fails with a reason")
  func cutPNG() {
    for length in 0..<Self.still.count {
      let answer = Self.png(Array(Self.still[..<length]))
      #expect(!answer.succeeded && !answer.hasBuffer && !answer.message.isEmpty, "\(length)")
    }
    #expect(Self.png(Array(Self.still.dropLast())).isFailure("the data ends too early"))
  }

  @Test("damaged zlib data fails with libpng's or zlib's reason")
  func zlib() {
    func image(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var stream = P.zlib([0, 1, 2, 3, 0, 4, 5, 6])
      change(&stream)
      return P.signature + P.header(3, 2, color: 0) + P.chunk("IDAT", stream) + P.chunk("IEND")
    }
    #expect(Self.png(image { _ in }).succeeded)
    #expect(Self.png(image { $0[0] = 0 }).isFailure("incorrect header check"))
    #expect(Self.png(image { $0[2] = 7 }).isFailure("invalid block type"))
    #expect(Self.png(image { $0[5] ^= 1 }).isFailure("invalid stored block lengths"))
    #expect(Self.png(image { $0 = [] }).isFailure("Not enough image data"))
    #expect(Self.png(image { $0[7] = 9 }).isFailure("bad adaptive filter value"))
    #expect(Self.png(image { $0[$0.count - 1] ^= 1 }).message.contains("incorrect data check"))
  }

  /// Whether a stream inflates to exactly `size` bytes.
  static func inflates(_ stream: [UInt8], to size: Int) -> Bool {
    var bytes = [UInt8](repeating: 0, count: size)
    return cis_inflate(stream, stream.count, &bytes, size) != 0
  }

  @Test("only a valid stream of exactly the expected size inflates")
  func inflate() {
    let stream = Zlib.deflated([UInt8](repeating: 7, count: 600))
    #expect(Self.inflates(stream, to: 600))
    #expect(!Self.inflates(stream, to: 599))
    #expect(!Self.inflates(stream, to: 601))
    #expect(!Self.inflates(stream + [0], to: 600))
    for length in 0..<stream.count {
      #expect(!Self.inflates(Array(stream[..<length]), to: 600), "\(length)")
    }
    // The header's check bits and the Adler-32.
    for index in [0, 1] + stream.indices.suffix(4) {
      var damaged = stream
      damaged[index] ^= 0x10
      #expect(!Self.inflates(damaged, to: 600), "\(index)")
    }
  }

  // RFC 1950, 2.2: the window has 2^(8 + CINFO) bytes, and the first two bytes are a multiple of 31.
  @Test("a stream inflates if its window holds all bytes, or is the largest")
  func window() {
    func inflates(_ header: [UInt8], _ size: Int) -> Bool {
      let stream = Zlib.deflated([UInt8](repeating: 7, count: size))
      return Self.inflates(header + stream[2...], to: size)
    }
    #expect(inflates([0x08, 0x1D], 256))
    #expect(!inflates([0x08, 0x1D], 257))
    #expect(inflates([0x68, 0x05], 16384))
    #expect(!inflates([0x68, 0x05], 16385))
    #expect(inflates([0x78, 0x01], 100_000))
    #expect(!inflates([0x88, 0x1C], 256))
  }

  @Test("invalid headers and palettes fail")
  func headers() {
    let rows: [UInt8] = [0, 1, 2, 3]
    #expect(Self.png([]).isFailure("the data ends too early"))
    #expect(Self.png([UInt8](repeating: 1, count: 40)).isFailure("Not a PNG file"))
    #expect(Self.png(P.still(0, 1, depth: 8, color: 0, rows: rows)).isFailure("Invalid IHDR"))
    #expect(Self.png(P.still(3, 1, depth: 3, color: 0, rows: rows)).isFailure("Invalid IHDR"))
    #expect(Self.png(P.still(3, 1, depth: 8, color: 5, rows: rows)).isFailure("Invalid IHDR"))
    #expect(Self.png(P.still(3, 1, depth: 8, color: 3, rows: rows)).isFailure("Missing PLTE"))
    #expect(
      Self.png(P.signature + P.header(3, 1) + P.chunk("IEND")).isFailure("Missing IDAT")
        || Self.png(P.signature + P.header(3, 1) + P.chunk("IEND")).isFailure("out of place"))
  }

  @Test("each color type, depth and interlacing fills its rows with four channels")
  func rowSizes() {
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    let transparency = [0: [0, 0], 2: [0, 0, 0, 0, 0, 0], 3: [0]] as [Int: [UInt8]]
    var kinds = 0
    for (color, depths) in depths {
      for depth in depths {
        for interlace in [0, 1] {
          for hasTransparency in [false, true] {
            var chunks = color == 3 ? P.chunk("PLTE", [1, 2, 3]) : []
            if hasTransparency { chunks += P.chunk("tRNS", transparency[color] ?? [0]) }
            let row = (depth * (channels[color] ?? 0) + 7) / 8
            let bytes = P.still(
              1, 1, depth: depth, color: color, interlace: interlace, chunks,
              rows: [UInt8](repeating: 0, count: row + 1))
            let answer = Self.png(bytes, width: 1, height: 1, bits: depth == 16 ? 16 : 8)
            #expect(answer.succeeded)
            kinds += 1
          }
        }
      }
    }
    #expect(kinds == 15 * 4)
  }

  @Test("bytes are deflated to a zlib stream of those bytes at each level", arguments: 1...12)
  func deflating(_ level: Int32) {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    var (outcome, buffer) = (cis_outcome(), cis_buffer())
    cis_deflate(bytes, bytes.count, level, &outcome, &buffer)
    defer { cis_buffer_free(buffer) }
    #expect(outcome.succeeded != 0 && buffer.count < bytes.count)
    #expect(
      Zlib.inflated(Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))) == bytes)
  }

  @Test("bytes are not deflated at a level that does not exist", arguments: [-1, 13] as [Int32])
  func deflatingWithoutLevel(_ level: Int32) {
    #expect(Self.encode { cis_deflate([1], 1, level, $0, $1) }.isFailure("out of memory"))
  }

  // MARK: JPEG

  @Test("a JPEG whose size differs from the expected one is not decoded")
  func sizeOfJPEG() {
    #expect(Self.jpeg(J.color).succeeded)
    #expect(Self.jpeg(J.color, width: 15).isFailure("unexpected image size"))
    #expect(Self.jpeg(J.color, height: 9).isFailure("unexpected image size"))
  }

  /// A progressive JPEG of 8 × 8 gray pixels that repeats its only scan of DC values `scans` times.
  static func progressive(scans: Int) -> [UInt8] {
    // One code of one bit for "no difference" (T.81, B.2.4.2).
    let table: [UInt8] = [0, 1] + [UInt8](repeating: 0, count: 15) + [0]
    var file: [UInt8] = [0xFF, 0xD8]
    file += J.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += J.segment(0xC2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    file += J.segment(0xC4, table)
    for _ in 0..<scans { file += J.segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x7F] }
    return file + [0xFF, 0xD9]
  }

  @Test("a JPEG of 500 scans is decoded, and one of 501 is not")
  func scans() {
    #expect(Self.jpeg(Self.progressive(scans: 1), width: 8).succeeded)
    #expect(Self.jpeg(Self.progressive(scans: 500), width: 8).succeeded)
    #expect(Self.jpeg(Self.progressive(scans: 501), width: 8).isFailure("more than 500 scans"))
  }

  @Test("truncated or corrupt entropy data is decoded as far as possible, with a warning")
  func entropy() throws {
    let scan = try #require(J.offset(of: 0xDA, in: J.color))
    let start = scan + 2 + Int(J.color[scan + 3])
    #expect(Self.jpeg(Array(J.color[..<(start + 4)])).isWarned("Premature end of JPEG"))
    let ones = [UInt8](repeatElement([0xFF, 0], count: 20).joined())
    #expect(Self.jpeg(J.color[..<start] + ones + [0xFF, 0xD9]).isWarned("bad Huffman code"))
    #expect(
      Self.jpeg(J.color[..<start] + [0xFF, 0xD0] + J.color[start...])
        .isWarned("Corrupt JPEG data"))
  }

  @Test("a JPEG with an unusable header fails with libjpeg's reason")
  func headersOfJPEG() throws {
    let frame = try #require(J.offset(of: 0xC0, in: J.color))
    let tables = try #require(J.offset(of: 0xC4, in: J.color))
    func changed(_ offset: Int, _ value: UInt8) -> [UInt8] {
      var bytes = J.color
      bytes[offset] = value
      return bytes
    }
    #expect(Self.jpeg([]).isFailure("Empty input file"))
    #expect(Self.jpeg([1, 2, 3]).isFailure("Not a JPEG file"))
    #expect(Self.jpeg([0xFF, 0xD8, 0xFF, 0xD9]).isFailure("JPEG datastream contains no image"))
    // T.81, table B.1: 0xC5 is a differential sequential frame, which libjpeg has never read.
    #expect(Self.jpeg(changed(frame + 1, 0xC5)).isFailure("Unsupported JPEG process"))
    #expect(Self.jpeg(changed(frame + 4, 11)).isFailure("Unsupported JPEG data precision 11"))
    #expect(Self.jpeg(changed(frame + 9, 2)).isFailure("Bogus marker length"))
    #expect(Self.jpeg(changed(tables + 5, 3)).isFailure("Bogus Huffman table definition"))
    #expect(Self.jpeg(changed(frame + 11, 0x51)).isFailure("Bogus sampling factors"))
    let first = try #require(J.offset(of: 0xDB, in: J.color))
    #expect(
      Self.jpeg(Array(J.color[..<first]) + J.color[frame...])
        .isFailure("Quantization table 0x00 was not defined"))
  }

  @Test("a JPEG of two components has a color space that libjpeg does not support")
  func twoComponents() {
    var file: [UInt8] = [0xFF, 0xD8]
    file += J.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += J.segment(0xC0, [8, 0, 8, 0, 8, 2, 1, 0x11, 0, 2, 0x11, 0])
    file += J.segment(0xC4, [0, 1] + [UInt8](repeating: 0, count: 16))
    file += J.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 16))
    file += J.segment(0xDA, [2, 1, 0, 2, 0, 0, 63, 0]) + [0x0F, 0xFF, 0xD9]
    #expect(Self.jpeg(file, width: 8).isFailure("Unsupported color conversion"))
  }

  @Test("a JPEG is not encoded with an invalid size")
  func encodingJPEG() {
    func encode(_ width: UInt32) -> Answer {
      let pixels = [UInt8](repeating: 7, count: Int(width) * 4)
      return Self.encode { cis_jpeg_encode(pixels, width, 1, 90, $0, $1) }
    }
    #expect(encode(0).isFailure("Empty JPEG image"))
    #expect(encode(65501).isFailure("Maximum supported image dimension is 65500"))
    #expect(encode(65500).succeeded)
  }

  @Test("the encoders return image data only, without a file around it")
  func imageData() {
    func data(
      _ encode: (UnsafeMutablePointer<cis_outcome>, UnsafeMutablePointer<cis_buffer>) -> Void
    ) -> [UInt8] {
      var (outcome, buffer) = (cis_outcome(), cis_buffer())
      encode(&outcome, &buffer)
      defer { cis_buffer_free(buffer) }
      return Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
    }
    // A zlib stream begins with its compression method, 8 (RFC 1950, 2.2).
    let stream = data { cis_deflate([1, 2, 3, 4], 4, 6, $0, $1) }
    #expect(stream.first.map { $0 & 15 } == 8)
    let smallest = data { cis_deflate_smallest([1, 2, 3, 4], 4, $0, $1) }
    #expect(Zlib.inflated(smallest) == [1, 2, 3, 4])
  }
}
