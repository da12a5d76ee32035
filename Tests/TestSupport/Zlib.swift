import CZlib

/// The system's zlib.
package enum Zlib {
  /// The maximum number of bytes that are inflated.
  package static let mostInflated = 1 << 16

  /// The data of a valid stream; empty for an invalid one.
  package static func inflated(_ stream: [UInt8]) -> [UInt8] {
    Array(unsafeUninitializedCapacity: mostInflated) { buffer, count in
      var length = uLongf(mostInflated)
      guard
        uncompress(buffer.baseAddress, &length, stream, uLong(stream.count)) == Z_OK
      else { return }
      count = Int(length)
    }
  }

  /// A compressed stream. Its bytes depend on the version of zlib.
  package static func deflated(_ data: [UInt8]) -> [UInt8] {
    let bound = Int(compressBound(uLong(data.count)))
    return Array(unsafeUninitializedCapacity: bound) { buffer, count in
      var length = uLongf(bound)
      guard
        compress2(buffer.baseAddress, &length, data, uLong(data.count), 6) == Z_OK
      else { return }
      count = Int(length)
    }
  }
}
