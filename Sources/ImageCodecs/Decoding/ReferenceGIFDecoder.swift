package import ImageContainers

/// Decodes images with giflib, each as a GIF file of its own.
///
/// giflib reads whole rows and says no more about damaged data than that it is, so the part that can be shown
/// and what is wrong come from `LZWDecoder`.
package enum ReferenceGIFDecoder {
  /// Returns the palette indices of a frame, in the order in which its rows are stored.
  ///
  /// - Throws: `codecFailed` if giflib cannot read all rows.
  package static func indices(
    of frame: GIFContainer.Frame, in bytes: [UInt8]
  ) throws(ImageError) -> [UInt8] {
    let (width, height) = (frame.entry.width, frame.entry.height)
    let size = [width, height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    // A screen without a palette, and an image that fills it.
    let file =
      Array("GIF89a".utf8) + size + [0, 0, 0] + [0x2C, 0, 0, 0, 0] + size + [0] + bytes[frame.data]
      + [0x3B]
    return try Shim.decodeGIF(file, width: width, height: height)
  }
}
