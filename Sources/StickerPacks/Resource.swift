internal import CResources

/// The files that are part of the program.
package enum Resource {
  /// The bytes of a file.
  ///
  /// - Parameter name: the name without folders of a file that `CResources` has.
  package static func bytes(_ name: String) -> [UInt8] {
    var count = 0
    // Unsafe: the bytes are constants of the program, as many as are counted.
    guard let bytes = unsafe cres_file(name, &count) else {
      preconditionFailure("no file \(name) in CResources")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
