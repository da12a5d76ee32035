/// A baseline JPEG in four inks, each flat: enough to be a CMYK file, and no more.
enum InkJPEG {
  /// Every block codes "no change" and "no detail", one bit each.
  static func bytes(side: Int) -> [UInt8] {
    let size = [UInt8(side >> 8), UInt8(side & 255)]
    var jpeg: [UInt8] = [0xFF, 0xD8]
    func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
    }
    // Adobe's segment with transform 0: the four components are inks, inverted.
    jpeg += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    jpeg += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let samplings: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]
    jpeg += segment(0xC0, [8] + size + size + [4] + samplings)
    // Two Huffman tables with one code of one bit: 0 stands for 0.
    let table: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
    jpeg += segment(0xC4, [0x00] + table + [0x10] + table)
    jpeg += segment(0xDA, [4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0])
    let rows = (side + 7) / 8
    jpeg += [UInt8](repeating: 0, count: rows * rows)
    return jpeg + [0xFF, 0xD9]
  }
}
