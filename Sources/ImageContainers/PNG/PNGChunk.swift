/// Writes PNG chunks: length, type, data, CRC (PNG Third Edition, 5.3).
package enum PNGChunk {
  /// The eight bytes that every PNG begins with.
  package static let signature = PNGWalk.signature

  /// One chunk, whole. `type` is four ASCII letters.
  package static func bytes(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    var chunk = bigEndian32(data.count) + Array(type.utf8) + data
    let checksum = CRC32.checksum(of: chunk, in: 4..<chunk.count)
    chunk.append(contentsOf: bigEndian32(Int(checksum)))
    return chunk
  }

  /// A number as four bytes, the most significant first.
  package static func bigEndian32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A number as two bytes, the most significant first.
  package static func bigEndian16(_ value: Int) -> [UInt8] {
    [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
