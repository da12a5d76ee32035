extension GIFBytes {
  /// The header and a logical screen, with the palette of four colors or without a palette.
  package static func screen(
    _ width: Int, _ height: Int, version: String = "GIF89a", globalPalette: Bool = true
  ) -> [UInt8] {
    let size = Array(version.utf8) + littleEndian(width) + littleEndian(height)
    return size + (globalPalette ? [0x91, 0, 0] + palette : [0, 0, 0])
  }

  /// A graphic control extension; `disposal` is the method's number, 0 to 7.
  package static func control(
    delay: Int = 10, disposal: Int = 0, transparent: UInt8? = nil
  ) -> [UInt8] {
    let flags = UInt8(disposal << 2) | (transparent == nil ? 0 : 1)
    return [0x21, 0xF9, 4, flags] + littleEndian(delay) + [transparent ?? 0, 0]
  }

  /// An image descriptor with its data; a local palette has four colors, 12 bytes.
  package static func image(
    x: Int = 0, y: Int = 0, _ width: Int, _ height: Int, _ indices: [UInt8],
    interlaced: Bool = false, localPalette: [UInt8] = []
  ) -> [UInt8] {
    let flags: UInt8 = (interlaced ? 0x40 : 0) | (localPalette.isEmpty ? 0 : 0x81)
    return [0x2C] + [x, y, width, height].flatMap(littleEndian) + [flags] + localPalette
      + imageData(indices)
  }

  /// An application extension: a name and code of eleven letters, then sub-blocks.
  package static func application(_ name: String, _ blocks: [[UInt8]]) -> [UInt8] {
    [0x21, 0xFF, 11] + Array(name.utf8) + blocks.flatMap { [UInt8($0.count)] + $0 } + [0]
  }

  /// A comment extension.
  package static func comment(_ text: String) -> [UInt8] {
    [0x21, 0xFE, UInt8(text.utf8.count)] + Array(text.utf8) + [0]
  }

  /// The trailer.
  package static let trailer: [UInt8] = [0x3B]

  private static func littleEndian(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
