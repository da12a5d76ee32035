/// A PNG as a list of chunks, valid or not.
package struct PNGFile {
  /// A chunk without its length and checksum.
  package struct Chunk: Equatable {
    /// Four bytes, which need not be letters.
    package var type: [UInt8]
    package var data: [UInt8]

    package init(_ type: String, _ data: [UInt8] = []) {
      self.type = Array(type.utf8)
      self.data = data
    }

    package func has(_ name: String) -> Bool { type.elementsEqual(name.utf8) }
  }

  /// The size and layout of one image's rows.
  package struct Geometry {
    package var width: Int
    package var height: Int
    package var depth: Int
    package var color: Int
    package var interlaced: Bool

    package init(width: Int, height: Int, depth: Int, color: Int, interlaced: Bool) {
      self.width = width
      self.height = height
      self.depth = depth
      self.color = color
      self.interlaced = interlaced
    }
  }

  /// The chunks that hold one image's zlib stream.
  package struct Image {
    package var chunks: [Int]
    package var geometry: Geometry
  }

  package var chunks: [Chunk] = []

  package init() {}

  /// Reads the chunks of a file. A chunk whose length is too large ends with the file.
  package init(_ bytes: [UInt8]) {
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

  /// The file, with correct lengths and checksums.
  package var bytes: [UInt8] {
    PNGBytes.signature + chunks.flatMap { PNGBytes.chunk($0.type, $0.data) }
  }

  /// The position of the `number`th chunk of a type, from 0.
  package func index(of type: String, _ number: Int = 0) -> Int? {
    chunks.indices.filter { chunks[$0].has(type) }.dropFirst(number).first
  }

  package static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The geometry that IHDR declares; nil without a header of 13 bytes.
  package var geometry: Geometry? {
    guard let header = chunks.first(where: { $0.has("IHDR") })?.data, header.count == 13 else {
      return nil
    }
    return Geometry(
      width: Self.number(header, 0), height: Self.number(header, 4), depth: Int(header[8]),
      color: Int(header[9]), interlaced: header[12] == 1)
  }

  /// The images, each with the size that its fcTL or IHDR declares.
  package var images: [Image] {
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

  /// The rows of an image with their filter bytes; empty if its zlib stream is invalid.
  package func rows(of image: Image) -> [UInt8] {
    Zlib.inflated(
      image.chunks.flatMap { index -> ArraySlice<UInt8> in
        chunks[index].data.dropFirst(chunks[index].has("fdAT") ? 4 : 0)
      })
  }

  /// Stores a zlib stream in the image's first chunk and empties the others.
  package mutating func store(_ stream: [UInt8], in image: Image) {
    for (position, index) in image.chunks.enumerated() {
      let sequence = chunks[index].has("fdAT") ? chunks[index].data.prefix(4) : []
      chunks[index].data = sequence + (position == 0 ? stream : [])
    }
  }
}

extension PNGFile.Geometry {
  /// Bits in a pixel; 0 for a color type that does not exist.
  package var bits: Int { ([0: 1, 2: 3, 3: 1, 4: 2, 6: 4][color] ?? 0) * depth }

  /// The columns of each stored row, by the row of the image that it is a part of, in the order of
  /// the passes (PNG Third Edition, 8).
  package var storedRows: [(y: Int, columns: [Int])] {
    let passes =
      interlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    return passes.flatMap { x, y, stepX, stepY in
      x < width
        ? stride(from: y, to: height, by: stepY).map {
          ($0, Array(stride(from: x, to: width, by: stepX)))
        } : []
    }
  }

  /// The length of each stored row in bytes, its filter byte included.
  package var rowLengths: [Int] {
    storedRows.map { 1 + ($0.columns.count * bits + 7) / 8 }
  }

  /// Whether the image is small enough to be written out.
  package var isSmall: Bool { (1...64).contains(width) && (1...64).contains(height) && bits > 0 }
}
