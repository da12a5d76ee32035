internal import Pixels

/// Encodes a bitmap as JPEG and adds its color profile.
enum JPEGEncoding {
  static func encode(
    _ bitmap: Bitmap, quality: Int, _ colors: ColorDescription
  ) throws(ImageError) -> [UInt8] {
    var jpeg = try Shim.encodeJPEG(
      bitmap.samples, width: bitmap.width, height: bitmap.height, quality: quality)
    // libjpeg writes SOI and a JFIF segment of 18 bytes; application segments follow.
    jpeg.insert(contentsOf: colors.segments, at: 2 + 18)
    return jpeg
  }
}
