// Unsafe: the buffer of the new array is passed on during its initialization only, with its own count.

/// Decompresses data that is not an image, such as the files of a .zip.
package enum Deflate {
  /// Returns the content of a deflate stream without a header; nil if it is damaged or has another size.
  ///
  /// - Parameter size: the size of the content, in bytes, which the caller has bounded.
  package static func inflated(_ stream: [UInt8], size: Int) -> [UInt8]? {
    var isValid = false
    let content = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
      let target = unsafe UnsafeMutableBufferPointer(rebasing: target[..<size])
      isValid = unsafe Shim.inflate(stream, 0..<stream.count, isRaw: true, into: target)
      count = isValid ? size : 0
    }
    return isValid ? content : nil
  }
}
