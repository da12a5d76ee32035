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
