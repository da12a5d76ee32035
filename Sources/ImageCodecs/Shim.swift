internal import CImageShim
internal import Pixels

/// The only caller of the C shim.
///
/// Unsafe: every buffer is passed with its size, C reads and writes nothing else, and no pointer outlives a call. What
/// C allocates is copied and freed.
enum Shim {
  /// Decoded samples, row by row: straight RGBA, or the palette indices of a GIF.
  struct Samples {
    var bytes: [UInt8]
    /// The library's first warning about data that it decoded.
    var warning: String?
  }

  /// - Parameter bitsPerChannel: 16, in native byte order, for a file of 16 bits; otherwise 8.
  static func decodePNG(
    _ bytes: [UInt8], width: Int, height: Int, bitsPerChannel: Int
  ) throws(ImageError) -> Samples {
    let size = width * height * 4 * (bitsPerChannel / 8)
    return try unsafe decode(bytes, size) { bytes, count, samples, capacity, outcome in
      unsafe cis_png_decode(
        bytes, count, UInt32(width), UInt32(height), UInt32(bitsPerChannel), samples, capacity,
        outcome)
    }
  }

  /// Inflates the zlib stream in a range of `bytes`, which must fill `target` exactly.
  ///
  /// - Parameter isRaw: whether the stream has neither the header nor the checksum of zlib.
  /// - Returns: false for a stream with any damage. `target` is undefined then.
  @unsafe
  static func inflate(
    _ bytes: [UInt8], _ range: Range<Int>, isRaw: Bool,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      let stream = unsafe UnsafeBufferPointer(rebasing: bytes[range])
      let inflate = unsafe isRaw ? cis_inflate_raw : cis_inflate
      return unsafe inflate(stream.baseAddress, stream.count, target.baseAddress, target.count) != 0
    }
  }

  /// Returns a palette index for each pixel of the image at the start of a GIF.
  static func decodeGIF(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(ImageError) -> [UInt8] {
    try unsafe decode(bytes, width * height) { bytes, count, indices, capacity, outcome in
      unsafe cis_gif_decode(
        bytes, count, UInt32(width), UInt32(height), indices, capacity, outcome)
    }.bytes
  }

  static func decodeJPEG(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(ImageError) -> Samples {
    try unsafe decode(bytes, width * height * 4) { bytes, count, samples, capacity, outcome in
      unsafe cis_jpeg_decode(
        bytes, count, UInt32(width), UInt32(height), samples, capacity, outcome)
    }
  }

  static func decodeWebP(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(ImageError) -> [UInt8] {
    try unsafe decode(bytes, width * height * 4) { bytes, count, samples, capacity, outcome in
      unsafe cis_webp_decode(
        bytes, count, UInt32(width), UInt32(height), samples, capacity, outcome)
    }.bytes
  }

  private static func decode(
    _ bytes: [UInt8], _ size: Int,
    with function: (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?, Int,
      UnsafeMutablePointer<cis_outcome>
    ) -> Void
  ) throws(ImageError) -> Samples {
    var outcome = cis_outcome()
    // The library writes into the array: a copy would double the memory.
    let samples = unsafe [UInt8](unsafeUninitializedCapacity: size) { samples, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe function(bytes.baseAddress, bytes.count, samples.baseAddress, size, &outcome)
      }
      count = outcome.succeeded != 0 ? size : 0
    }
    let message = message(of: outcome)
    guard outcome.succeeded != 0 else { throw .codecFailed(message) }
    return Samples(bytes: samples, warning: outcome.warnings > 0 ? message : nil)
  }

  /// Returns the ICC profile of a PNG that is cut off before its image data.
  static func profile(ofPNG bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    try unsafe produce(bytes) { bytes, count, outcome, buffer in
      unsafe cis_png_profile(bytes, count, outcome, buffer)
    }
  }

  /// Compresses bytes to a zlib stream at libdeflate's level 1 (fastest) to 12 (smallest).
  static func deflate(_ bytes: [UInt8], level: Int) throws(ImageError) -> [UInt8] {
    try unsafe produce(bytes) { bytes, count, outcome, buffer in
      unsafe cis_deflate(bytes, count, Int32(level), outcome, buffer)
    }
  }

  /// Compresses bytes with zopfli, which takes about 100 times as long as libdeflate's level 12.
  static func deflateSmallest(_ bytes: [UInt8]) throws(ImageError) -> [UInt8] {
    try unsafe produce(bytes) { bytes, count, outcome, buffer in
      unsafe cis_deflate_smallest(bytes, count, outcome, buffer)
    }
  }

  @unsafe
  static func deflate(
    _ bytes: UnsafeBufferPointer<UInt8>, level: Int
  ) throws(ImageError) -> [UInt8] {
    try unsafe produce { outcome, buffer in
      unsafe cis_deflate(bytes.baseAddress, bytes.count, Int32(level), outcome, buffer)
    }
  }

  static func encodeJPEG(_ bitmap: [UInt8], width: Int, height: Int, quality: Int)
    throws(ImageError) -> [UInt8]
  {
    try unsafe produce(bitmap) { rgba, _, outcome, buffer in
      unsafe cis_jpeg_encode(
        rgba, UInt32(width), UInt32(height), Int32(quality), outcome, buffer)
    }
  }

  /// - Parameter quality: 0 to 100; nil for no loss.
  static func encodeWebP(_ bitmap: Bitmap, quality: Int?) throws(ImageError) -> [UInt8] {
    try unsafe produce(bitmap.samples) { rgba, _, outcome, buffer in
      unsafe cis_webp_encode(
        rgba, UInt32(bitmap.width), UInt32(bitmap.height), Int32(quality ?? -1), outcome, buffer)
    }
  }

  private static func produce(
    _ input: [UInt8],
    with function: (
      UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<cis_outcome>,
      UnsafeMutablePointer<cis_buffer>
    ) -> Void
  ) throws(ImageError) -> [UInt8] {
    try unsafe produce { outcome, buffer in
      unsafe input.withUnsafeBufferPointer { input in
        unsafe function(input.baseAddress, input.count, outcome, buffer)
      }
    }
  }

  private static func produce(
    with function: (UnsafeMutablePointer<cis_outcome>, UnsafeMutablePointer<cis_buffer>) -> Void
  ) throws(ImageError) -> [UInt8] {
    var outcome = cis_outcome()
    var buffer = unsafe cis_buffer()
    unsafe function(&outcome, &buffer)
    defer { unsafe cis_buffer_free(buffer) }
    guard outcome.succeeded != 0 else { throw .codecFailed(message(of: outcome)) }
    return unsafe Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }

  private static func message(of outcome: cis_outcome) -> String {
    unsafe withUnsafeBytes(of: outcome.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
