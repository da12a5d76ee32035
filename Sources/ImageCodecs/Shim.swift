internal import CImageShim

/// The only place where C is called. Each call copies its buffer into an array and frees it.
enum Shim {
  /// What a library decoded.
  struct Image {
    var width: Int
    var height: Int
    /// 8 or 16; 16-bit samples have this machine's byte order.
    var bitsPerChannel: Int
    var samples: [UInt8]
    /// The library's first complaint about data that it could read all the same.
    var warning: String?
  }

  static func decodePNG(_ bytes: [UInt8], mostPixels: Int) throws(CodecFailure) -> Image {
    try unsafe decode(bytes, mostPixels, with: cis_png_decode)
  }

  static func decodeJPEG(_ bytes: [UInt8], mostPixels: Int) throws(CodecFailure) -> Image {
    try unsafe decode(bytes, mostPixels, with: cis_jpeg_decode)
  }

  private static func decode(
    _ bytes: [UInt8], _ mostPixels: Int,
    with function: (UnsafePointer<UInt8>?, Int, UInt64, UnsafeMutablePointer<cis_image>?) -> Void
  ) throws(CodecFailure) -> Image {
    var image = unsafe cis_image()
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe function(bytes.baseAddress, bytes.count, UInt64(mostPixels), &image)
    }
    let samples = unsafe take(image.pixels)
    let message = unsafe message(of: image.outcome)
    guard unsafe image.outcome.succeeded != 0 else { throw CodecFailure(description: message) }
    return unsafe Image(
      width: Int(image.width), height: Int(image.height),
      bitsPerChannel: Int(image.bits_per_channel), samples: samples,
      warning: image.outcome.warnings > 0 ? message : nil)
  }

  static func encodePNG(
    _ rows: [UInt8], width: Int, height: Int, channels: Int, isFiltered: Bool
  ) throws(CodecFailure) -> [UInt8] {
    try unsafe encode(rows) { rows, outcome, buffer in
      // Higher levels take much longer for a few per cent.
      unsafe cis_png_encode(
        rows, UInt32(width), UInt32(height), UInt32(channels), 6, isFiltered ? 1 : 0, outcome,
        buffer)
    }
  }

  static func encodeJPEG(_ bitmap: [UInt8], width: Int, height: Int, quality: Int)
    throws(CodecFailure) -> [UInt8]
  {
    try unsafe encode(bitmap) { rgba, outcome, buffer in
      unsafe cis_jpeg_encode(
        rgba, UInt32(width), UInt32(height), Int32(quality), outcome, buffer)
    }
  }

  static func encodeGIFIndices(
    _ indices: [UInt8], width: Int, height: Int, bits: Int
  ) throws(CodecFailure) -> [UInt8] {
    try unsafe encode(indices) { indices, outcome, buffer in
      unsafe cis_gif_encode_indices(
        indices, UInt32(width), UInt32(height), UInt32(bits), outcome, buffer)
    }
  }

  private static func encode(
    _ input: [UInt8],
    with function: (
      UnsafePointer<UInt8>?, UnsafeMutablePointer<cis_outcome>, UnsafeMutablePointer<cis_buffer>
    ) -> Void
  ) throws(CodecFailure) -> [UInt8] {
    var outcome = cis_outcome()
    var buffer = unsafe cis_buffer()
    unsafe input.withUnsafeBufferPointer { input in
      unsafe function(input.baseAddress, &outcome, &buffer)
    }
    let bytes = unsafe take(buffer)
    guard outcome.succeeded != 0 else { throw CodecFailure(description: message(of: outcome)) }
    return bytes
  }

  private static func take(_ buffer: cis_buffer) -> [UInt8] {
    defer { unsafe cis_buffer_free(buffer) }
    return unsafe Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }

  private static func message(of outcome: cis_outcome) -> String {
    unsafe withUnsafeBytes(of: outcome.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
