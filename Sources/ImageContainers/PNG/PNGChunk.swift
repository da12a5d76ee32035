/// Writes PNG chunks: length, type, data, CRC (PNG Third Edition, 5.3).
package enum PNGChunk {
  /// The first eight bytes of every PNG.
  package static let signature = PNGParser.signature

  /// Returns a complete chunk. `type` is four ASCII letters.
  package static func bytes(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    var chunk = bigEndian32(data.count) + Array(type.utf8) + data
    let checksum = CRC32.checksum(of: chunk, in: 4..<chunk.count)
    chunk.append(contentsOf: bigEndian32(checksum))
    return chunk
  }

  /// Returns a number as four bytes, most significant first.
  package static func bigEndian32(_ value: some BinaryInteger) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns a number as two bytes, most significant first.
  package static func bigEndian16(_ value: Int) -> [UInt8] {
    [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
