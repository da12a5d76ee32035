internal import SystemLibraries

// Unsafe: `write` gets the rest of a buffer and its size.

extension FileStream {
  /// Writes all bytes. Returns the error number, or 0.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    let partSize = SystemCall.partSize(of: bytes.count)
    var written = 0
    while written < bytes.count {
      var count = 0
      let code = SystemCall.write.run {
        count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe platformWrite(
            descriptor, buffer.baseAddress.map { unsafe $0 + written },
            min(partSize, buffer.count - written))
        }
        return count < 0 ? -1 : 0
      }
      if code == 0 {
        written += count
      } else if code != EINTR {
        return code
      }
    }
    return 0
  }
}

// Inside of the type, `write` is its own function.
private func platformWrite(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int
) -> Int {
  unsafe write(descriptor, buffer, count)
}
