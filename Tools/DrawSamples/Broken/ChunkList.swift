import ImageContainers

/// A PNG taken apart into its chunks, to be damaged and put together again.
struct ChunkList {
  var chunks: [(type: String, data: [UInt8])] = []

  init(_ png: [UInt8]) {
    var offset = PNGChunk.signature.count
    while offset + 12 <= png.count {
      let length = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
      chunks.append((type, Array(png[offset + 8..<offset + 8 + length])))
      offset += 12 + length
    }
  }

  var bytes: [UInt8] {
    PNGChunk.signature + chunks.flatMap { PNGChunk.bytes($0.type, $0.data) }
  }

  /// The place of the `count`th chunk of a type, from 0.
  func index(of type: String, _ count: Int = 0) -> Int {
    chunks.indices.filter { chunks[$0].type == type }[count]
  }

  /// Replaces bytes of a chunk's data.
  mutating func set(_ type: String, _ count: Int = 0, at offset: Int, to bytes: [UInt8]) {
    let index = index(of: type, count)
    chunks[index].data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}
