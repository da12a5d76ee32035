import Basics
import CSHA256
import Testing

@Suite("SHA-256 of bytes")
struct SHA256Tests {
  // FIPS 180-2, appendix B, and NIST's example of a long message.
  @Test(
    "agrees with the standard's examples",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func examples(_ text: String, _ count: Int, _ digest: String) {
    let bytes = Array(String(repeating: text, count: count).utf8)
    #expect(SHA256.hexadecimal(bytes) == digest)
  }

  @Test("parts of any length have the digest of the whole", arguments: [1, 7, 63, 64, 65, 200])
  func parts(_ length: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
    var digest = SHA256()
    for start in stride(from: 0, to: bytes.count, by: length) {
      digest.update(Array(bytes[start..<min(bytes.count, start + length)]))
    }
    #expect(digest.hexadecimal() == SHA256.hexadecimal(bytes))
  }

  @Test("the processor's instructions compute the same as the portable code", arguments: 0..<20)
  func instructions(_ count: Int) {
    let blocks = (0..<count * 64).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    var (fast, portable) = (Array<UInt32>(1...8), Array<UInt32>(1...8))
    csha_add_blocks(&fast, blocks, count)
    csha_add_blocks_portably(&portable, blocks, count)
    #expect(fast == portable)
  }
}
