import ImageContainers
import TestSupport

/// A PNG as a list of chunks, however little sense they make.
struct PNGFile {
  struct Chunk {
    var type: [UInt8]
    var data: [UInt8]

    init(_ type: String, _ data: [UInt8] = []) {
      self.type = Array(type.utf8)
      self.data = data
    }

    func has(_ name: String) -> Bool { type.elementsEqual(name.utf8) }
  }

  /// The size and the form of one image's rows.
  struct Geometry {
    var width: Int
    var height: Int
    var depth: Int
    var color: Int
    var interlaced: Bool
  }

  /// The chunks that hold one image's zlib stream.
  struct Image {
    var chunks: [Int]
    var geometry: Geometry
  }

  var chunks: [Chunk] = []

  init() {}

  /// Reads chunks up to the end of the bytes. A length that is too large takes what there is.
  init(_ bytes: [UInt8]) {
    var offset = 8
    while offset + 8 <= bytes.count {
      let length = Self.number(bytes, offset)
      let end = min(bytes.count, offset + 8 + length)
      var chunk = Chunk("", Array(bytes[offset + 8..<end]))
      chunk.type = Array(bytes[offset + 4..<offset + 8])
      chunks.append(chunk)
      offset = end + 4
    }
  }

  /// The file with the right lengths and checksums.
  var bytes: [UInt8] {
    chunks.reduce(into: PNGBytes.signature) { file, chunk in
      let start = file.count + 4
      file += PNGBytes.number(chunk.data.count) + chunk.type + chunk.data
      file += PNGBytes.number(Int(CRC32.checksum(of: file, in: start..<file.count)))
    }
  }

  static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// IHDR's image; nil without a header that means anything.
  var geometry: Geometry? {
    guard let header = chunks.first(where: { $0.has("IHDR") })?.data, header.count == 13 else {
      return nil
    }
    return Geometry(
      width: Self.number(header, 0), height: Self.number(header, 4), depth: Int(header[8]),
      color: Int(header[9]), interlaced: header[12] == 1)
  }

  /// The images, each with the size that its fcTL or IHDR gives it.
  var images: [Image] {
    guard let whole = geometry else { return [] }
    var images: [Image] = []
    var still: [Int] = []
    var frame: Image?
    for (index, chunk) in chunks.enumerated() {
      if chunk.has("IDAT") {
        still.append(index)
      } else if chunk.has("fcTL"), chunk.data.count == 26 {
        frame.map { images.append($0) }
        var geometry = whole
        geometry.width = Self.number(chunk.data, 4)
        geometry.height = Self.number(chunk.data, 8)
        frame = Image(chunks: [], geometry: geometry)
      } else if chunk.has("fdAT"), chunk.data.count >= 4 {
        frame?.chunks.append(index)
      }
    }
    frame.map { images.append($0) }
    images.append(Image(chunks: still, geometry: whole))
    return images.filter { !$0.chunks.isEmpty }
  }

  /// The rows of an image with their filter bytes, as far as its zlib stream is sound.
  func rows(of image: Image) -> [UInt8] {
    Zlib.inflated(
      image.chunks.flatMap { index -> ArraySlice<UInt8> in
        chunks[index].data.dropFirst(chunks[index].has("fdAT") ? 4 : 0)
      })
  }

  /// Puts a zlib stream into the image's first chunk and empties the others.
  mutating func store(_ stream: [UInt8], in image: Image) {
    for (position, index) in image.chunks.enumerated() {
      let sequence = chunks[index].has("fdAT") ? chunks[index].data.prefix(4) : []
      chunks[index].data = sequence + (position == 0 ? stream : [])
    }
  }
}

extension PNGFile.Geometry {
  /// Bits in a pixel; 0 for a color type that does not exist.
  var bits: Int { ([0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color] ?? 0) * depth }

  /// The length of each stored row, its filter byte included, in all passes (PNG Third Edition, 8).
  var rowLengths: [Int] {
    func rows(_ width: Int, _ height: Int) -> [Int] {
      width <= 0 || height <= 0
        ? [] : Array(repeating: 1 + (width * bits + 7) / 8, count: height)
    }
    guard interlaced else { return rows(width, height) }
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    return passes.flatMap { x, y, stepX, stepY in
      rows((width - x + stepX - 1) / stepX, (height - y + stepY - 1) / stepY)
    }
  }

  /// Whether the rows are few enough to write.
  var isSmall: Bool { (1...64).contains(width) && (1...64).contains(height) && bits > 0 }
}
