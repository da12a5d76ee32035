import StickerBundles
import Testing

@Suite("The limits of an archive")
struct ArchiveIndexTests {
  @Test("one file more than the number's field has room for is refused")
  func entries() throws {
    var index = ArchiveIndex()
    for number in 1...65_534 { try index.append("\(number)", bytes: 0, crc32: 0) }
    #expect(throws: ArchiveIndex.Overflow.entries) {
      try index.append("one more", bytes: 0, crc32: 0)
    }
    #expect(index.directory.suffix(14).prefix(4) == [0xFE, 0xFF, 0xFE, 0xFF])
  }

  @Test("bytes that take the archive past 4 GiB are refused, headers and directory with them")
  func bytes() throws {
    // 30 and 46 bytes of headers with 1 of the name in each, and 22 at the end.
    let room = (1 << 32) - 2 - 31 - 47 - 22
    for (size, fits) in [(room, true), (room + 1, false), (1 << 32, false), (Int.max, false)] {
      var index = ArchiveIndex()
      if fits {
        try index.append("a", bytes: size, crc32: 0)
      } else {
        #expect(throws: ArchiveIndex.Overflow.bytes) {
          try index.append("a", bytes: size, crc32: 0)
        }
      }
    }
    var index = ArchiveIndex()
    try index.append("a", bytes: room, crc32: 0)
    #expect(throws: ArchiveIndex.Overflow.bytes) { try index.append("b", bytes: 0, crc32: 0) }
  }
}
