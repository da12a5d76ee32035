/// The bytes of a file with their SHA-256, which is computed once.
package struct HashedBytes: Sendable {
  package let bytes: [UInt8]
  /// Their SHA-256: 64 digits of lower-case hexadecimal.
  package let sha256: String

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    sha256 = SHA256.hexadecimal(bytes)
  }
}
