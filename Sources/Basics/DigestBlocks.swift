/// Splits the input of SHA-256 into blocks of 64 bytes (FIPS 180-4, 5.1.1 and 5.2.1).
struct DigestBlocks {
  /// The bytes after the last whole block, fewer than 64.
  private var rest: [UInt8] = []
  private var count = 0

  /// Adds bytes. Returns those to digest now, in whole blocks and a part that is kept for later.
  mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    count += bytes.count
    let bytes = rest.isEmpty ? bytes : rest + bytes
    rest = Array(bytes[(bytes.count & ~63)...])
    return bytes
  }

  /// The last blocks: the bytes that are left, the padding and the number of bits.
  var last: [UInt8] {
    var tail = rest
    tail.append(0x80)
    tail.append(contentsOf: repeatElement(0, count: (120 - tail.count % 64) % 64))
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: (count * 8) >> shift))
    }
    return tail
  }

  /// Returns the bytes of a state, the highest of each word first.
  static func bytes(of state: [UInt32]) -> [UInt8] {
    var digest: [UInt8] = []
    digest.reserveCapacity(state.count * 4)
    for word in state {
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return digest
  }
}
