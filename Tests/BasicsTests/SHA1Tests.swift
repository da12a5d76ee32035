import Basics
import Testing

@Suite("SHA-1 of bytes")
struct SHA1Tests {
  // FIPS 180-2, appendix A, and the empty message by sha1sum.
  @Test(
    "agrees with the standard's examples",
    arguments: [
      ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
  func examples(_ text: String, _ count: Int, _ digest: String) {
    var sha1 = SHA1()
    sha1.update(Array(String(repeating: text, count: count).utf8))
    #expect(sha1.hexadecimal() == digest)
  }

  @Test("parts of any length have the digest of the whole", arguments: [1, 7, 63, 64, 65, 200])
  func parts(_ length: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
    var (whole, parts) = (SHA1(), SHA1())
    whole.update(bytes)
    for start in stride(from: 0, to: bytes.count, by: length) {
      parts.update(Array(bytes[start..<min(bytes.count, start + length)]))
    }
    #expect(parts.hexadecimal() == whole.hexadecimal())
  }
}
