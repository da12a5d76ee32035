internal import SystemLibraries

/// Bytes as text (RFC 4648, section 4).
package enum Base64 {
  package static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
