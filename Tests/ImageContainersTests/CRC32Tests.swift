import ImageContainers
import TestSupport
import Testing

@Suite("CRC32")
struct CRC32Tests {
  // CBF43926 is the check value that every catalog of CRCs gives for CRC-32/ISO-HDLC; AE426082
  // ends every PNG there is.
  @Test(
    "has the known checksums",
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926), ("IEND", 0xAE42_6082), ("a", 0xE8B7_BE43),
    ] as [(String, UInt32)])
  func known(_ text: String, _ checksum: UInt32) {
    let bytes = Array(text.utf8)
    #expect(CRC32.checksum(of: bytes, in: 0..<bytes.count) == checksum)
  }

  @Test("agrees with the bit-by-bit definition at every length and offset", arguments: 0...40)
  func lengths(_ length: Int) {
    let bytes = (0..<60).map { UInt8(truncatingIfNeeded: $0 * 73 + 41) }
    for offset in 0...(60 - length) {
      let range = offset..<offset + length
      #expect(CRC32.checksum(of: bytes, in: range) == PNGBytes.checksum(Array(bytes[range])))
    }
  }

  @Test("a chunk is written with its length, type and checksum")
  func chunk() {
    #expect(
      PNGChunk.bytes("IEND") == [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    #expect(PNGChunk.bytes("tEXt", [1, 2, 3]) == PNGBytes.chunk("tEXt", [1, 2, 3]))
  }
}
