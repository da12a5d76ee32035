/// Just enough of RFC 1951 to store equal rows in few bytes: one block of fixed codes, the first row
/// letter by letter, the others as copies of the row before.
enum Deflate {
  private struct Bits {
    var bytes: [UInt8] = []
    var pending = 0
    var count = 0

    /// Appends a number, its lowest bit first.
    mutating func append(_ value: Int, _ width: Int) {
      pending |= value << count
      count += width
      while count >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        count -= 8
      }
    }

    /// Appends a Huffman code, its highest bit first.
    mutating func appendCode(_ code: Int, _ width: Int) {
      for bit in (0..<width).reversed() { append(code >> bit & 1, 1) }
    }

    mutating func appendLiteral(_ byte: UInt8) {
      byte < 144 ? appendCode(0x30 + Int(byte), 8) : appendCode(0x190 + Int(byte) - 144, 9)
    }
  }

  /// The zlib stream of `row`, `count` times.
  static func zlib(repeating row: [UInt8], count: Int) -> [UInt8] {
    var bits = Bits()
    bits.append(0b011, 3)
    for byte in row { bits.appendLiteral(byte) }
    var left = row.count * (count - 1)
    while left > 0 {
      if left >= 258 {
        // 258 bytes, code 285, from one row back.
        bits.appendCode(0xC5, 8)
        appendDistance(row.count, to: &bits)
        left -= 258
      } else {
        bits.appendLiteral(row[(row.count - left % row.count) % row.count])
        left -= 1
      }
    }
    bits.appendCode(0, 7)
    bits.append(0, (8 - bits.count) % 8)
    let whole = Array(repeatElement(row, count: count).joined())
    return [0x78, 0x01] + bits.bytes + PNGBytes.number(PNGBytes.adler32(whole))
  }

  private static func appendDistance(_ distance: Int, to bits: inout Bits) {
    var (code, base) = (0, 1)
    while true {
      let extra = max(0, code / 2 - 1)
      if distance < base + (1 << extra) {
        bits.appendCode(code, 5)
        bits.append(distance - base, extra)
        return
      }
      base += 1 << extra
      code += 1
    }
  }
}
