/// Apple's limits. Each rule that uses one states its source.
enum StickerLimits {
  /// The largest file that Apple's asset compiler accepts without a warning, in bytes: 500 × 1024.
  static let hardBytes = 512_000
  /// The largest file that is within 500 KB by any definition, in bytes.
  static let safeBytes = 500_000
  /// The shortest side, in pixels: the small size class at @3x.
  static let leastSide = 300
  /// The longest side, in pixels: the large size class at @3x.
  static let mostSide = 618
  /// The longest label, in Unicode scalars.
  static let labelLength = 150
}
