import TestSupport

/// The smallest baseline JPEG in CMYK: each component is flat.
enum FourInkJPEG {
  static func bytes(width: Int, height: Int) -> [UInt8] {
    let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    // Adobe's segment with transform 0: the four components are inverted CMYK.
    var jpeg: [UInt8] = [0xFF, 0xD8]
    jpeg += JPEGBytes.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    jpeg += JPEGBytes.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let samplings: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0, 4, 0x11, 0]
    jpeg += JPEGBytes.segment(0xC0, [8] + size + [4] + samplings)
    // Two Huffman tables with one code of one bit: 0 stands for 0.
    let table: [UInt8] = [1] + [UInt8](repeating: 0, count: 16)
    jpeg += JPEGBytes.segment(0xC4, [0x00] + table + [0x10] + table)
    jpeg += JPEGBytes.segment(0xDA, [4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0])
    // Two bits for each component of each block: "no change" and "no detail".
    jpeg += [UInt8](repeating: 0, count: ((width + 7) / 8) * ((height + 7) / 8))
    return jpeg + [0xFF, 0xD9]
  }
}
