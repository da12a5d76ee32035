internal import Pixels

/// Decodes the images in a parsed PNG: its static image and its frames.
protocol PNGImageDecoder {
  /// Decodes an image.
  ///
  /// - Parameter data: the pieces of its zlib stream.
  /// - Returns: the image, and what is wrong with data that can be shown nevertheless.
  mutating func image(
    _ data: [Range<Int>], width: Int, height: Int
  ) throws(ImageError) -> (bitmap: Bitmap, warning: String?)
}
