extension GIFContainer {
  /// Returns a GIF on a larger screen, in the center of which its frames are; nil if they cannot be moved. The
  /// compressed pixels, the palettes, the timing and everything else stay as they are.
  ///
  /// - Parameters:
  ///   - file: the GIF, without defects other than trailing bytes.
  ///   - unusedIndex: returns an index that the data of a frame does not have; nil if it has all.
  package static func padded(
    _ file: [UInt8], to size: CanvasSize, unusedIndex: (Frame) -> UInt8?
  ) -> [UInt8]? {
    let gif = GIFContainer(file)
    guard let first = gif.frames.first, (gif.width...65_535).contains(size.width),
      (gif.height...65_535).contains(size.height),
      // Otherwise what the old screen clipped would be in a margin.
      gif.frames.allSatisfy({
        $0.entry.x + $0.entry.width <= gif.width && $0.entry.y + $0.entry.height <= gif.height
      })
    else { return nil }
    let transparent = first.transparentIndex == nil ? unusedIndex(first) : nil
    guard first.transparentIndex != nil || transparent != nil else { return nil }
    var result = EditableGIF(file)
    result.enlargeScreen(
      to: size, placing: ((size.width - gif.width) / 2, (size.height - gif.height) / 2),
      transparent: transparent)
    return result.bytes
  }
}
