import ImageCodecs
import ImageContainers
import Pixels

/// The PNGs that the encoder does not write: palettes, 16 bits, interlacing, no compression.
enum RawPNG {
  /// The cookie's four colors, the first one see-through.
  private static let palette = [
    .clear, Cookie.Dough.golden.rim, Cookie.Dough.golden.crumb, Cookie.Dough.golden.chocolate,
  ]
  private static let paletteChunks =
    PNGChunk.bytes("PLTE", palette.flatMap { [$0.red, $0.green, $0.blue] })
    + PNGChunk.bytes("tRNS", [0])

  static func header(
    _ bitmap: Bitmap, depth: UInt8, color: PNGContainer.ColorType, interlace: UInt8 = 0
  ) -> [UInt8] {
    let size = PNGChunk.bigEndian32(bitmap.width) + PNGChunk.bigEndian32(bitmap.height)
    return size + [depth, UInt8(color.rawValue), 0, 0, interlace]
  }

  /// Two bits a pixel in Adam7's passes, not compressed.
  static func interlaced(_ bitmap: Bitmap) -> [UInt8] {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    var rows: [UInt8] = []
    for (x, y, right, down) in passes {
      for row in stride(from: y, to: bitmap.height, by: down) {
        let indices = stride(from: x, to: bitmap.width, by: right).map {
          index(of: bitmap[$0, row])
        }
        rows.append(0)
        for start in stride(from: 0, to: indices.count, by: 4) {
          rows.append(
            (0..<4).reduce(0) { $0 << 2 | (start + $1 < indices.count ? indices[start + $1] : 0) })
        }
      }
    }
    return file(header(bitmap, depth: 2, color: .indexed, interlace: 1), paletteChunks, rows)
  }

  /// RGB, not compressed, where one color stands for nothing.
  static func uncompressed(_ bitmap: Bitmap, _ comment: String) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<bitmap.height {
      rows.append(0)
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y].alpha < 128 ? .clear : bitmap[x, y]
        rows += [pixel.red, pixel.green, pixel.blue]
      }
    }
    let chunks =
      PNGChunk.bytes("tEXt", Array("Comment\0\(comment)".utf8))
      + PNGChunk.bytes("tRNS", [UInt8](repeating: 0, count: 6))
    return file(header(bitmap, depth: 8, color: .rgb), chunks, rows)
  }

  private static func file(_ header: [UInt8], _ chunks: [UInt8], _ rows: [UInt8]) -> [UInt8] {
    PNGChunk.signature + PNGChunk.bytes("IHDR", header) + chunks
      + PNGChunk.bytes("IDAT", stored(rows)) + PNGChunk.bytes("IEND")
  }

  /// Rows of 16-bit gray and alpha have the bytes of RGBA rows with each sample twice.
  static func sixteenBits(_ bitmap: Bitmap) throws -> [UInt8] {
    var doubled = bitmap
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        doubled[x, y] = Pixel(
          red: pixel.green, green: pixel.green, blue: pixel.alpha, alpha: pixel.alpha)
      }
    }
    var png = ChunkList(try ImageEncoder.png(doubled))
    png.set("IHDR", at: 0, to: header(bitmap, depth: 16, color: .grayAlpha))
    return png.bytes
  }

  /// Rows of indices have the bytes of gray ones.
  static func indexed(_ canvases: [Bitmap]) throws -> [UInt8] {
    var gray = ColorDescription()
    gray.isGray = true
    let images = try canvases.map { canvas in
      var indices = canvas
      for y in 0..<canvas.height {
        for x in 0..<canvas.width {
          let code = index(of: canvas[x, y])
          indices[x, y] = Pixel(red: code, green: code, blue: code)
        }
      }
      let list = ChunkList(try ImageEncoder.png(indices, colors: gray))
      return list.chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
    }
    var png =
      PNGChunk.signature + PNGChunk.bytes("IHDR", header(canvases[0], depth: 8, color: .indexed))
    png += PNGChunk.bytes(
      "acTL", PNGChunk.bigEndian32(images.count) + PNGChunk.bigEndian32(0))
    png += paletteChunks
    for (frame, data) in images.enumerated() {
      let numbers = [max(0, frame * 2 - 1), canvases[0].width, canvases[0].height, 0, 0]
      png += PNGChunk.bytes(
        "fcTL", numbers.flatMap(PNGChunk.bigEndian32) + [0, 10, 0, 100, 0, 0])
      png +=
        frame == 0
        ? PNGChunk.bytes("IDAT", data)
        : PNGChunk.bytes("fdAT", PNGChunk.bigEndian32(frame * 2) + data)
    }
    return png + PNGChunk.bytes("IEND")
  }

  private static func index(of pixel: Pixel) -> UInt8 {
    guard pixel.alpha >= 128 else { return 0 }
    func distance(_ index: Int) -> Int {
      abs(Int(palette[index].red) - Int(pixel.red))
    }
    return UInt8((1..<palette.count).min { distance($0) < distance($1) } ?? 0)
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65535) {
      let block = data[start..<min(data.count, start + 65535)]
      stream.append(block.endIndex == data.count ? 1 : 0)
      for number in [block.count, ~block.count] {
        stream += PNGChunk.bigEndian16(number).reversed()
      }
      stream += block
    }
    var (low, high) = (1, 0)
    for byte in data {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + PNGChunk.bigEndian16(high) + PNGChunk.bigEndian16(low)
  }
}
