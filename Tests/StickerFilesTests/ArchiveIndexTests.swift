import StickerFiles
import Testing

@Suite("Limits of archives")
struct ArchiveIndexTests {
  @Test("an archive has at most 65,534 files")
  func entries() throws {
    var index = ArchiveIndex()
    for number in 1...65_534 { try index.append("\(number)", bytes: 0, crc32: 0) }
    #expect(throws: ArchiveIndex.Overflow.entries) {
      try index.append("one more", bytes: 0, crc32: 0)
    }
    #expect(index.directory.suffix(14).prefix(4) == [0xFE, 0xFF, 0xFE, 0xFF])
  }

  @Test("an archive has less than 4 GiB, including headers and directory")
  func bytes() throws {
    // Headers of 30 and 46 bytes with a name of 1 byte each, and the end record of 22 bytes.
    let maximum = (1 << 32) - 2 - 31 - 47 - 22
    for (size, fits) in [(maximum, true), (maximum + 1, false), (1 << 32, false), (Int.max, false)]
    {
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
    try index.append("a", bytes: maximum, crc32: 0)
    #expect(throws: ArchiveIndex.Overflow.bytes) { try index.append("b", bytes: 0, crc32: 0) }
  }
}
