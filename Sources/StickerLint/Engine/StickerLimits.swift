/// Apple's limits. The rule that applies a limit names its source.
package enum StickerLimits {
  /// The largest file that Apple's asset compiler accepts without a warning, in bytes: 500 × 1,024.
  static let hardBytes = 512_000
  /// The largest file that is within 500 KB whether a KB is 1,000 or 1,024 bytes, in bytes.
  static let safeBytes = 500_000
  /// The shortest canvas side, in pixels: the small size class at @3x.
  static let minimumSide = 300
  /// The longest canvas side, in pixels: the large size class at @3x.
  package static let maximumSide = 618
  /// The longest label, in Unicode scalars.
  static let labelLength = 150
}
