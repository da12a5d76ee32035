internal import Basics

/// A GIF as a list of blocks.
///
/// Source: CompuServe, Graphics Interchange Format, Version 89a; Netscape's application extension.
struct EditableGIF: EditableFile {
  /// The header, the logical screen descriptor and the global palette.
  private var head: [UInt8]
  /// The extensions and images; an image includes its palette.
  private var blocks: [[UInt8]] = []

  private static let loopForever: [UInt8] =
    [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]

  init(_ bytes: [UInt8]) {
    var offset = 13 + Self.paletteSize(bytes[10])
    head = Array(bytes[..<offset])
    while offset < bytes.count, bytes[offset] != 0x3B {
      let start = offset
      // An introducer and a label; or an image descriptor, a palette and the code size.
      offset += bytes[start] == 0x21 ? 2 : 11 + Self.paletteSize(bytes[start + 9])
      while bytes[offset] > 0 { offset += 1 + Int(bytes[offset]) }
      offset += 1
      blocks.append(Array(bytes[start..<offset]))
    }
  }

  private static func paletteSize(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 * (2 << Int(flags & 7))
  }

  var bytes: [UInt8] { head + blocks.flatMap { $0 } + [0x3B] }

  mutating func removeMetadata() { blocks.removeAll(where: Self.isMetadata) }

  /// Adds the comments and the XMP of the original.
  mutating func keepMetadata(of original: EditableGIF) {
    blocks.insert(contentsOf: original.blocks.filter(Self.isMetadata), at: 0)
  }

  private static func isMetadata(_ block: [UInt8]) -> Bool {
    block.starts(with: [0x21, 0xFE])
      || block.starts(with: [0x21, 0xFF]) && block.matches("XMP Data", at: 3)
  }

  mutating func raiseDelays(_ played: (Double) -> Double) {
    stateVersion()
    var result: [[UInt8]] = []
    var hasControl = false
    for var block in blocks {
      if block.starts(with: [0x21, 0xF9]) {
        hasControl = true
        let hundredths = Self.raised(Int(block[4]) | Int(block[5]) << 8, played)
        block.replaceSubrange(4..<6, with: hundredths)
      } else if block[0] == 0x2C {
        // An image without a control block has a delay of 0.
        if !hasControl { result.append([0x21, 0xF9, 4, 0] + Self.raised(0, played) + [0, 0]) }
        hasControl = false
      } else if block.starts(with: [0x21, 0x01]) {
        // Plain text takes the control block before it.
        hasControl = false
      }
      result.append(block)
    }
    blocks = result
  }

  /// Returns a delay in hundredths of a second, least significant byte first.
  private static func raised(_ hundredths: Int, _ played: (Double) -> Double) -> [UInt8] {
    littleEndian(max(hundredths, Int(clamping: played(Double(hundredths) * 10) / 10)))
  }

  mutating func loopForever() {
    stateVersion()
    makeStill()
    blocks.insert(Self.loopForever, at: 0)
  }

  /// Moves the images onto a larger screen.
  ///
  /// - Parameters:
  ///   - place: the offset of the old screen on the new one, in pixels.
  ///   - transparent: an index that the data of the first image does not have, which becomes its transparent one:
  ///     viewers then do not fill the margins with a color; nil if it has one. Its palette may have to grow for that.
  mutating func enlargeScreen(
    to size: CanvasSize, placing place: (x: Int, y: Int), transparent: UInt8?
  ) {
    head.replaceSubrange(
      6..<10, with: Self.littleEndian(size.width) + Self.littleEndian(size.height))
    let images = blocks.indices.filter { blocks[$0][0] == 0x2C }
    for index in images {
      let (x, y) = (blocks[index].littleEndian16(at: 1), blocks[index].littleEndian16(at: 3))
      blocks[index].replaceSubrange(
        1..<5,
        with: Self.littleEndian((x ?? 0) + place.x) + Self.littleEndian((y ?? 0) + place.y))
    }
    guard let transparent, let first = images.first else { return }
    stateVersion()
    addColor(transparent, toPaletteOf: first)
    let control = blocks[..<first].lastIndex {
      $0[0] == 0x21 && [0xF9, 0x01].contains($0[1]) && $0.count >= 8
    }
    if let control, blocks[control][1] == 0xF9 {
      blocks[control][3] |= 1
      blocks[control][6] = transparent
    } else {
      blocks.insert([0x21, 0xF9, 4, 1, 0, 0, transparent, 0], at: first)
    }
  }

  /// Gives an image a palette of its own that has a color with an index.
  private mutating func addColor(_ index: UInt8, toPaletteOf image: Int) {
    let block = blocks[image]
    let start = 10 + Self.paletteSize(block[9])
    let palette = start > 10 ? Array(block[10..<start]) : Array(head[13...])
    guard Int(index) >= palette.count / 3 else { return }
    let bits = max(1, UInt8.bitWidth - index.leadingZeroBitCount)
    blocks[image] =
      block[..<9] + [block[9] & 0x40 | 0x80 | UInt8(bits - 1)] + palette
      + [UInt8](repeating: 0, count: (3 << bits) - palette.count) + block[start...]
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  /// States version 89a, which has control blocks and application extensions.
  private mutating func stateVersion() { head[4] = UInt8(ascii: "9") }

  /// Removes the loop block.
  mutating func makeStill() {
    blocks.removeAll { block in
      block.starts(with: [0x21, 0xFF])
        && (block.matches("NETSCAPE2.0", at: 3) || block.matches("ANIMEXTS1.0", at: 3))
    }
  }
}
