/// The SHA-1 hash function (FIPS 180-4), by which git names the content of files. It is not safe against
/// forgery, so nothing else uses it.
package struct SHA1 {
  // The first state (FIPS 180-4, 5.3.1).
  private var state: [UInt32] = [
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
  ]
  private var blocks = DigestBlocks()

  package init() {}

  package mutating func update(_ bytes: [UInt8]) { Self.add(blocks.add(bytes), to: &state) }

  /// Returns the digest of all bytes in lower-case hexadecimal, 40 digits.
  package func hexadecimal() -> String {
    var state = state
    Self.add(blocks.last, to: &state)
    return SHA256.hexadecimal(digest: DigestBlocks.bytes(of: state))
  }

  /// Adds the whole blocks of `bytes` to a state (FIPS 180-4, 6.1.2).
  private static func add(_ bytes: [UInt8], to state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: bytes.count & ~63, by: 64) {
      for index in 0..<16 {
        let byte = start + index * 4
        words[index] =
          UInt32(bytes[byte]) << 24 | UInt32(bytes[byte + 1]) << 16
          | UInt32(bytes[byte + 2]) << 8 | UInt32(bytes[byte + 3])
      }
      for index in 16..<80 {
        words[index] = rotated(
          words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mix, constant): (UInt32, UInt32) =
          switch index {
          case ..<20: (d ^ b & (c ^ d), 0x5a82_7999)
          case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
          case ..<60: (b & c | d & (b | c), 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        let next = rotated(a, by: 5) &+ mix &+ e &+ constant &+ words[index]
        (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
    }
  }

  private static func rotated(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
