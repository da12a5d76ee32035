/// Builds Exif data and ICC profiles byte by byte.
package enum MetadataBytes {
  /// An entry of a TIFF directory.
  package struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]

    /// An entry whose value, or its offset, is `value`: four bytes.
    package init(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) {
      self.tag = tag
      self.type = type
      self.count = count
      self.value = value
    }

    /// A text of any length; `offset` is its position if it has more than four bytes.
    package static func text(_ tag: Int, _ text: String, at offset: Int) -> Entry {
      let bytes = Array(text.utf8) + [0]
      return Entry(
        tag, type: 2, count: bytes.count,
        bytes.count > 4
          ? PNGBytes.number(offset) : bytes + [UInt8](repeating: 0, count: 4 - bytes.count))
    }
  }

  /// The TIFF header, big-endian, with its first directory at 8.
  package static let tiff: [UInt8] = Array("MM\0*".utf8) + PNGBytes.number(8)

  /// A directory of `2 + 12 × entries + 4` bytes.
  package static func directory(_ entries: [Entry], next: Int = 0) -> [UInt8] {
    short(entries.count)
      + entries.flatMap { short($0.tag) + short($0.type) + PNGBytes.number($0.count) + $0.value }
      + PNGBytes.number(next)
  }

  /// Exif whose position directory, at 26, has these tags.
  package static func position(_ tags: [Int]) -> [UInt8] {
    tiff + directory([Entry(0x8825, type: 4, count: 1, PNGBytes.number(26))])
      + directory(tags.map { Entry($0, type: 5, count: 3, PNGBytes.number(8)) })
  }

  /// A display profile: a name, three colorants and one gamma.
  package static func profile(
    _ name: String, _ colorants: [[Double]], gamma: Double, space: String = "RGB "
  ) -> [UInt8] {
    var tags: [(name: String, data: [UInt8])] = [
      (
        "desc",
        Array("desc".utf8) + PNGBytes.number(0) + PNGBytes.number(name.utf8.count + 1)
          + Array(name.utf8) + [UInt8](repeating: 0, count: 80)
      )
    ]
    for (name, color) in zip(["rXYZ", "gXYZ", "bXYZ"], colorants) {
      tags.append((name, Array("XYZ ".utf8) + PNGBytes.number(0) + color.flatMap(fixed)))
    }
    let curve =
      Array("curv".utf8) + PNGBytes.number(0) + PNGBytes.number(1)
      + short(Int((gamma * 256).rounded())) + [0, 0]
    for name in space == "GRAY" ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    var table = PNGBytes.number(tags.count)
    var data: [UInt8] = []
    for tag in tags {
      while data.count % 4 != 0 { data.append(0) }
      table += Array(tag.name.utf8)
      table += PNGBytes.number(132 + 12 * tags.count + data.count) + PNGBytes.number(tag.data.count)
      data += tag.data
    }
    while data.count % 4 != 0 { data.append(0) }
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at offset: Int) {
      header.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(PNGBytes.number(128 + table.count + data.count), at: 0)
    put([2, 0x10, 0, 0] + Array("mntr\(space)XYZ ".utf8), at: 8)
    put(Array("acsp".utf8), at: 36)
    put([0.9642, 1, 0.8249].flatMap(fixed), at: 68)
    return header + table + data
  }

  /// A PNG chunk with a profile.
  package static func iCCP(_ profile: [UInt8], name: String = "p") -> [UInt8] {
    PNGBytes.chunk("iCCP", Array(name.utf8) + [0, 0] + PNGBytes.zlib(profile))
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    PNGBytes.number(Int((value * 65536).rounded()))
  }
}
