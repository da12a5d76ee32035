/// How much of an image can be seen through.
public struct AlphaStatistics: Sendable, Equatable, Codable {
  /// Pixels with alpha 255.
  public var opaque = 0
  /// Pixels with alpha 1 to 254.
  public var translucent = 0
  /// Pixels with alpha 0.
  public var transparent = 0

  /// Counts nothing yet.
  public init() {}

  /// Counts every pixel of a bitmap.
  public init(of bitmap: Bitmap) {
    let samples = bitmap.samples.span
    var index = 3
    while index < samples.count {
      switch samples[index] {
      case 255: opaque += 1
      case 0: transparent += 1
      default: translucent += 1
      }
      index += 4
    }
  }

  /// All pixels counted.
  public var total: Int { opaque + translucent + transparent }
  /// Pixels that show anything.
  public var visible: Int { opaque + translucent }
}
