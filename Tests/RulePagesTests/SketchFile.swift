import ImageCodecs
import Pixels
import StickerLint
import TestSupport
import Testing

extension Sketch {
  /// The bytes of the file.
  func bytes() throws -> [UInt8] {
    var file: [UInt8]
    switch format {
    case .png: file = try pngBytes()
    case .gif:
      file = try ImageEncoder.gif(
        CanvasAnimation(
          canvases: (frames.isEmpty ? [try #require(art)] : frames.map(\.art)).map { canvas($0) },
          delays: frames.isEmpty
            ? [.init(numerator: 0, denominator: 100)]
            : frames.map { .init(numerator: $0.milliseconds / 10, denominator: 100) }),
        loopCount: plays)
    case .jpeg: file = try ImageEncoder.jpeg(canvas(try #require(art)))
    }
    for edit in edits {
      switch edit {
      case .append(let bytes): file += bytes
      case .insertChunk, .removeChunk, .moveChunk, .setChunk, .breakChecksum: break
      }
    }
    return file
  }

  private struct Chunk {
    var type: String
    var data: [UInt8] = []
    var isBroken = false

    var bytes: [UInt8] {
      var bytes = PNGBytes.chunk(type, data)
      if isBroken { bytes[bytes.count - 1] ^= 255 }
      return bytes
    }
  }

  private func pngBytes() throws -> [UInt8] {
    func written(grain: Int, padding: Int? = nil) throws -> [UInt8] {
      var chunks = try chunks(grain: grain)
      try apply(to: &chunks)
      if let padding {
        // A private chunk, which may stand anywhere.
        chunks.insert(Chunk(type: "paDd", data: Array(repeating: 0, count: padding)), at: 1)
      }
      return PNGBytes.signature + chunks.flatMap(\.bytes)
    }
    guard let byteCount else { return try written(grain: 0) }
    // A pixel of grain takes a little more than its three bytes, so that a few steps come near.
    var grain = 0
    for _ in 0..<12 {
      let missing = byteCount - 12 - (try written(grain: grain).count)
      if (0..<1000).contains(missing) { return try written(grain: grain, padding: missing) }
      grain += (missing - 500) / 4
      // Otherwise the art has too few pixels for so many bytes.
      try #require((0...width * height).contains(grain))
    }
    throw TooFewPixels()
  }

  private struct TooFewPixels: Error {}

  private func chunks(grain: Int) throws -> [Chunk] {
    let pictures = (art.map { [$0] } ?? []) + frames.map(\.art)
    let canvases = pictures.map { canvas($0, grain: grain) }
    let palette = coding == .palette ? try Palette(canvases) : nil
    let type: UInt8 =
      switch coding {
      case .rgb: 2
      case .rgba, .rgba16: 6
      case .palette: 3
      }
    var chunks = [
      Chunk(
        type: "IHDR",
        data: PNGBytes.number(width) + PNGBytes.number(height)
          + [coding == .rgba16 ? 16 : 8, type, 0, 0, 0])
    ]
    if let palette {
      chunks.append(
        Chunk(type: "PLTE", data: palette.colors.flatMap { [$0.red, $0.green, $0.blue] }))
      chunks.append(Chunk(type: "tRNS", data: palette.colors.map(\.alpha)))
    }
    if !frames.isEmpty {
      chunks.append(
        Chunk(type: "acTL", data: PNGBytes.number(frames.count) + PNGBytes.number(plays ?? 0)))
    }
    var sequence = 0
    if art != nil { chunks.append(Chunk(type: "IDAT", data: data(canvases[0], palette))) }
    for (index, frame) in frames.enumerated() {
      let data = data(canvases[index + (art == nil ? 0 : 1)], palette)
      let times = [frame.milliseconds >> 8, frame.milliseconds & 255, 1000 >> 8, 1000 & 255]
      chunks.append(
        Chunk(
          type: "fcTL",
          data: [sequence, width, height, 0, 0].flatMap(PNGBytes.number)
            + times.map { UInt8($0) } + [0, 0]))
      sequence += 1
      if index == 0, art == nil {
        chunks.append(Chunk(type: "IDAT", data: data))
      } else {
        chunks.append(Chunk(type: "fdAT", data: PNGBytes.number(sequence) + data))
        sequence += 1
      }
    }
    return chunks + [Chunk(type: "IEND")]
  }

  private func apply(to chunks: inout [Chunk]) throws {
    func place(_ type: String, _ number: Int = 0) throws -> Int {
      let places = chunks.indices.filter { chunks[$0].type == type }
      return try #require(places.dropFirst(number).first, "no \(type) \(number)")
    }
    for edit in edits {
      switch edit {
      case .insertChunk(let type, let data, let next):
        chunks.insert(Chunk(type: type, data: data), at: try place(next))
      case .removeChunk(let type, let number): chunks.remove(at: try place(type, number))
      case .moveChunk(let type, let before):
        let chunk = chunks.remove(at: try place(type))
        chunks.insert(chunk, at: try place(before) + 1)
      case .setChunk(let type, let number, let offset, let bytes):
        chunks[try place(type, number)].data
          .replaceSubrange(offset..<offset + bytes.count, with: bytes)
      case .breakChecksum(let type): chunks[try place(type)].isBroken = true
      case .append: break
      }
    }
  }

  private struct Palette {
    var colors: [Pixel]
    var indices: [Pixel: UInt8] = [:]

    init(_ canvases: [Bitmap]) throws {
      colors = Array(Set(canvases.flatMap(\.pixels))).sorted {
        ($0.alpha, $0.red, $0.green, $0.blue) < ($1.alpha, $1.red, $1.green, $1.blue)
      }
      try #require(colors.count <= 256)
      for (index, color) in colors.enumerated() { indices[color] = UInt8(index) }
    }
  }

  /// The compressed rows, none of them filtered.
  private func data(_ canvas: Bitmap, _ palette: Palette?) -> [UInt8] {
    let length = width * 4
    return Zlib.deflated(
      (0..<height).flatMap { y -> [UInt8] in
        let row = canvas.samples[y * length..<(y + 1) * length]
        let samples: [UInt8] =
          switch coding {
          case .rgba: Array(row)
          case .rgb: row.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
          case .rgba16: row.flatMap { [$0, $0] }
          case .palette: (0..<width).map { palette?.indices[canvas[$0, y]] ?? 0 }
          }
        return [0] + samples
      })
  }
}
