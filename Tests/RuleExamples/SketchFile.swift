import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import TestSupport

extension Sketch {
  /// A sketch that cannot be written.
  enum Failure: Error {
    /// A still has no art.
    case missingArt
    /// A palette would have more than 256 colors.
    case tooManyColors
    /// An edit names a chunk that the file does not have.
    case missingChunk(String, number: Int)
  }

  /// The bytes of the file.
  package func bytes() throws -> [UInt8] {
    switch format {
    case .png: try pngBytes()
    case .gif:
      try gifBytes()
    case .jpeg: try ImageEncoder.jpeg(canvas(still))
    case .cmykJPEG: FourInkJPEG.bytes(width: width, height: height)
    }
  }

  private var still: Art {
    get throws(Failure) {
      guard let art else { throw .missingArt }
      return art
    }
  }

  private func animation() throws -> CanvasAnimation {
    let shown = frames.isEmpty ? [Frame(try still, milliseconds: 0)] : frames
    return CanvasAnimation(
      canvases: shown.map { canvas($0.art) },
      delays: shown.map { .init(numerator: $0.milliseconds / 10, denominator: 100) })
  }

  private func gifBytes() throws -> [UInt8] {
    var bytes = try ImageEncoder.gif(
      animation(), loop: plays.map { LoopCount(plays: $0) } ?? .unstated)
    for case .setGIFFrame(let number, let offset, let values) in edits {
      let start = GIFContainer(bytes).frames[number].entry.offset + offset
      bytes.replaceSubrange(start..<start + values.count, with: values)
    }
    return bytes
  }

  // MARK: PNG

  private func pngBytes() throws -> [UInt8] {
    let image = art.map { canvas($0) }
    let canvases = frames.map { canvas($0.art) }
    let palette = coding == .palette ? try Palette((image.map { [$0] } ?? []) + canvases) : nil
    let chunks =
      switch coding {
      case .rgba, .interlaced, .rgba16, .apple, .rgb: [UInt8]()
      case .storedRGB: PNGBytes.chunk("tRNS", [0, 0, 0, 0, 0, 0])
      case .palette: palette?.chunks ?? []
      }
    var file = PNGFile(
      PNGBytes.file(
        width, height, depth: coding == .rgba16 ? 16 : 8, color: colorType,
        interlace: coding == .interlaced ? 1 : 0, chunks,
        image: image.map { data($0, palette) },
        frames: zip(frames, canvases).map { (data($1, palette), ($0.milliseconds, 1000)) },
        plays: plays ?? 0))
    if coding == .apple { file.chunks.insert(PNGFile.Chunk("CgBI", [0x30, 0, 0x20, 2]), at: 0) }
    for edit in edits { try apply(edit, to: &file) }
    if let byteCount {
      let padding = [UInt8](repeating: 0, count: byteCount - file.bytes.count - 12)
      file.chunks.insert(PNGFile.Chunk("paDd", padding), at: coding == .apple ? 2 : 1)
    }
    var bytes = file.bytes
    for edit in edits { try apply(edit, to: &bytes) }
    return bytes
  }

  private var colorType: Int {
    switch coding {
    case .rgb, .storedRGB: 2
    case .palette: 3
    case .rgba, .interlaced, .rgba16, .apple: 6
    }
  }

  /// The zlib stream of the rows, none of them filtered.
  private func data(_ canvas: Bitmap, _ palette: Palette?) -> [UInt8] {
    let geometry = PNGFile.Geometry(
      width: width, height: height, depth: 8, color: colorType, interlaced: coding == .interlaced)
    var rows: [UInt8] = []
    for (y, columns) in geometry.storedRows {
      rows.append(0)
      for x in columns {
        let pixel = canvas[x, y]
        switch coding {
        case .rgba, .interlaced: rows += [pixel.red, pixel.green, pixel.blue, pixel.alpha]
        case .apple:
          let color = [pixel.blue, pixel.green, pixel.red]
          rows += color.map { UInt8((Int($0) * Int(pixel.alpha) + 127) / 255) } + [pixel.alpha]
        case .rgba16:
          rows += [pixel.red, pixel.green, pixel.blue, pixel.alpha].flatMap { [$0, $0] }
        case .rgb, .storedRGB: rows += [pixel.red, pixel.green, pixel.blue]
        case .palette: rows.append(palette?.indices[pixel] ?? 0)
        }
      }
    }
    switch coding {
    case .storedRGB: return PNGBytes.zlib(rows)
    // Without the header of 2 bytes and the checksum of 4.
    case .apple: return Array(Zlib.deflated(rows).dropFirst(2).dropLast(4))
    default: return Zlib.deflated(rows)
    }
  }

  private struct Palette {
    var chunks: [UInt8]
    var indices: [Pixel: UInt8] = [:]

    init(_ canvases: [Bitmap]) throws(Failure) {
      let colors = Set(canvases.flatMap(\.pixels)).sorted {
        ($0.alpha, $0.red, $0.green, $0.blue) < ($1.alpha, $1.red, $1.green, $1.blue)
      }
      guard colors.count <= 256 else { throw .tooManyColors }
      for (index, color) in colors.enumerated() { indices[color] = UInt8(index) }
      chunks =
        PNGBytes.chunk("PLTE", colors.flatMap { [$0.red, $0.green, $0.blue] })
        + PNGBytes.chunk("tRNS", colors.map(\.alpha))
    }
  }

  // MARK: Edits

  private func apply(_ edit: Edit, to file: inout PNGFile) throws(Failure) {
    func index(of type: String, _ number: Int = 0) throws(Failure) -> Int {
      guard let index = file.index(of: type, number) else {
        throw .missingChunk(type, number: number)
      }
      return index
    }
    switch edit {
    case .insertChunk(let type, let data, let next):
      file.chunks.insert(PNGFile.Chunk(type, data), at: try index(of: next))
    case .removeChunk(let type, let number): file.chunks.remove(at: try index(of: type, number))
    case .moveChunk(let type, let previous):
      let chunk = file.chunks.remove(at: try index(of: type))
      file.chunks.insert(chunk, at: try index(of: previous) + 1)
    case .setChunk(let type, let number, let offset, let bytes):
      file.chunks[try index(of: type, number)].data
        .replaceSubrange(offset..<offset + bytes.count, with: bytes)
    case .breakChecksum, .append, .removeEnd, .setGIFFrame: break
    }
  }

  private func apply(_ edit: Edit, to bytes: inout [UInt8]) throws(Failure) {
    switch edit {
    case .breakChecksum(let type):
      guard let offset = PNGBytes.offset(of: type, in: bytes) else {
        throw .missingChunk(type, number: 0)
      }
      bytes[offset + 11 + PNGFile.number(bytes, offset)] ^= 255
    case .append(let end): bytes += end
    case .removeEnd(let count): bytes.removeLast(count)
    case .insertChunk, .removeChunk, .moveChunk, .setChunk, .setGIFFrame: break
    }
  }
}
