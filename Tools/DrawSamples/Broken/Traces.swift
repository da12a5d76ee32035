import ImageContainers

/// What cameras leave in a file, written as Exif's TIFF structure.
enum Traces {
  /// Latitude and longitude 0, where there is nothing but sea.
  static let position: [UInt8] = {
    let zeros = [UInt8](repeating: 0, count: 24)
    let gps =
      directory([
        entry(1, type: 2, count: 2, value: Array("N\0\0\0".utf8)),
        entry(2, type: 5, count: 3, value: PNGChunk.bigEndian32(80)),
        entry(3, type: 2, count: 2, value: Array("E\0\0\0".utf8)),
        entry(4, type: 5, count: 3, value: PNGChunk.bigEndian32(80)),
      ])
    return tiff + directory([entry(0x8825, type: 4, count: 1, value: PNGChunk.bigEndian32(26))])
      + gps + zeros
  }()

  /// The maker and the model of a tin.
  static let device: [UInt8] =
    tiff
    + directory([
      entry(0x010F, type: 2, count: 8, value: PNGChunk.bigEndian32(38)),
      entry(0x0110, type: 2, count: 4, value: Array("Tin\0".utf8)),
    ]) + Array("Biscuit\0".utf8)

  private static let tiff = Array("MM\0*".utf8) + PNGChunk.bigEndian32(8)

  private static func entry(_ tag: Int, type: Int, count: Int, value: [UInt8]) -> [UInt8] {
    PNGChunk.bigEndian16(tag) + PNGChunk.bigEndian16(type) + PNGChunk.bigEndian32(count) + value
  }

  private static func directory(_ entries: [[UInt8]]) -> [UInt8] {
    PNGChunk.bigEndian16(entries.count) + entries.flatMap { $0 } + PNGChunk.bigEndian32(0)
  }
}
