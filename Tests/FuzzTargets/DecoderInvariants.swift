import ImageCodecs
import ImageContainers
import TestSupport

/// Both decoders of PNG and GIF images give the same canvases and defects, for any bytes.
enum DecoderInvariants {
  static func check(_ bytes: [UInt8]) throws {
    guard [.png, .gif].contains(FileSignature(of: bytes)) else { return }
    var limits = ImageInvariants.limits
    let fast = try Decoded(bytes, limits: limits)
    limits.usesReferenceDecoders = true
    let reference = try Decoded(bytes, limits: limits)
    try invariant(
      fast.decodingDefects == reference.decodingDefects,
      "the defects are equal: \(fast.decodingDefects) and \(reference.decodingDefects)")
    try invariant(fast.canvases == reference.canvases, "the canvases are equal")
    try invariant(fast.hiddenImage == reference.hiddenImage, "the hidden images are equal")
  }
}
