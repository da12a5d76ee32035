internal import Basics

/// A PNG or APNG as a list of chunks.
///
/// Source: PNG Third Edition, 5.3 (chunk layout), 5.4 (naming), 11.3.6 (APNG chunks).
package struct EditablePNG: EditableFile {
  private struct Chunk {
    var type: String
    var data: [UInt8]

    /// Whether the chunk stays valid when pixels change: its last letter is in lower case, and it is not
    /// needed to show the image.
    var isSafeToCopy: Bool {
      let letters = Array(type.utf8)
      return letters[0] & 0x20 != 0 && letters[3] & 0x20 != 0
    }
  }

  private var chunks: [Chunk] = []

  package init(_ bytes: [UInt8]) {
    var offset = PNGChunk.signature.count
    while let size = bytes.bigEndian32(at: offset)?.bounded, chunks.last?.type != "IEND" {
      let start = offset + 8
      let end = start + size
      chunks.append(
        Chunk(
          type: String(decoding: bytes[offset + 4..<start], as: UTF8.self),
          data: Array(bytes[start..<end])))
      offset = end + 4
    }
  }

  package var bytes: [UInt8] {
    PNGChunk.signature + chunks.flatMap { PNGChunk.bytes($0.type, $0.data) }
  }

  /// The image data of a frame, or of the image that is not part of the animation.
  package struct ImageData: Sendable {
    /// A zlib stream.
    package var stream: [UInt8]
    /// The size of the filtered rows, in bytes.
    package let rowBytes: Int
  }

  /// The image data in the order of the file, of one chunk for each image, and not interlaced.
  package var images: [ImageData] {
    get {
      guard let header = chunks.first?.data, header.count == 13 else { return [] }
      let channels = [2: 3, 4: 2, 6: 4][header[9]] ?? 1
      let bitsPerPixel = Int(header[8]) * channels
      func rowBytes(_ data: [UInt8], at offset: Int) -> Int {
        let width = data.bigEndian32(at: offset)?.bounded ?? 0
        let height = data.bigEndian32(at: offset + 4)?.bounded ?? 0
        return ((width * bitsPerPixel + 7) / 8 + 1) * height
      }
      var size = rowBytes(header, at: 0)
      return chunks.compactMap { chunk in
        if chunk.type == "fcTL" { size = rowBytes(chunk.data, at: 4) }
        return Self.streamStarts[chunk.type].map {
          ImageData(stream: Array(chunk.data[$0...]), rowBytes: size)
        }
      }
    }
    set {
      var streams = newValue.makeIterator()
      for index in chunks.indices {
        guard let start = Self.streamStarts[chunks[index].type], let image = streams.next() else {
          continue
        }
        chunks[index].data.replaceSubrange(start..., with: image.stream)
      }
    }
  }

  /// The place of the stream in chunks of image data: an fdAT chunk begins with a sequence number.
  private static let streamStarts = ["IDAT": 0, "fdAT": 4]

  /// Adds the chunks of the original, such as text, that remain valid for other pixels.
  package mutating func keepMetadata(of original: EditablePNG) {
    chunks.insert(contentsOf: original.chunks.filter { $0.isSafeToCopy }, at: 1)
  }

  package mutating func removeMetadata() {
    chunks.removeAll { ["eXIf", "tEXt", "zTXt", "iTXt"].contains($0.type) }
  }

  package mutating func raiseDelays(_ played: (Double) -> Double) {
    for index in chunks.indices where chunks[index].type == "fcTL" {
      guard let numerator = chunks[index].data.bigEndian16(at: 20),
        let denominator = chunks[index].data.bigEndian16(at: 22)
      else { continue }
      // A denominator of 0 stands for 100.
      let delay = Double(numerator) * 1000 / Double(denominator == 0 ? 100 : denominator)
      let raised = played(delay)
      guard raised > delay else { continue }
      chunks[index].data.replaceSubrange(
        20..<24, with: PNGChunk.bigEndian16(Int(clamping: raised)) + PNGChunk.bigEndian16(1000))
    }
  }

  package mutating func loopForever() {
    for index in chunks.indices where chunks[index].type == "acTL" {
      chunks[index].data.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    }
  }

  package mutating func makeStill() {
    chunks.removeAll { ["acTL", "fcTL", "fdAT"].contains($0.type) }
  }
}
