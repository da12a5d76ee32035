internal import CSHA256

/// The SHA-256 hash function (FIPS 180-4).
///
/// Written here because one function does not justify a dependency on a cryptography package.
package struct SHA256 {
  // The first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4,
  // 5.3.3).
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var blocks = DigestBlocks()

  package init() {}

  package mutating func update(_ bytes: [UInt8]) { Self.add(blocks.add(bytes), to: &state) }

  /// Returns the digest of all bytes, 32 bytes.
  package func bytes() -> [UInt8] {
    var state = state
    Self.add(blocks.last, to: &state)
    return DigestBlocks.bytes(of: state)
  }

  /// Returns the digest of all bytes in lower-case hexadecimal, 64 digits.
  package func hexadecimal() -> String { Self.hexadecimal(digest: bytes()) }

  /// Returns the digest of `bytes`, 32 bytes.
  package static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.bytes()
  }

  /// Returns the digest of `bytes` in lower-case hexadecimal, 64 digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    hexadecimal(digest: self.bytes(bytes))
  }

  /// Returns a digest in lower-case hexadecimal, two digits for each byte.
  package static func hexadecimal(digest: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(digest.count * 2)
    for byte in digest {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds the whole blocks of `bytes` to a state.
  private static func add(_ bytes: [UInt8], to state: inout [UInt32]) {
    guard bytes.count >= 64 else { return }
    // Unsafe: reads `count` blocks of 64 bytes, and writes the eight numbers of the state.
    unsafe csha_add_blocks(&state, bytes, bytes.count / 64)
  }
}
