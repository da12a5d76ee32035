/// How much of an image can be seen through.
package struct AlphaStatistics: Sendable, Equatable, Codable {
  /// Pixels with alpha 255.
  package var opaque = 0
  /// Pixels with alpha 1 to 254.
  package var translucent = 0
  /// Pixels with alpha 0.
  package var transparent = 0
  /// The sum of the translucent pixels' alphas.
  package var translucentAlpha = 0

  /// Counts nothing yet.
  package init() {}

  /// Counts every pixel of a bitmap.
  package init(of bitmap: Bitmap) {
    let samples = bitmap.samples.span
    let paired = samples.count & ~7
    var index = 0
    while index < paired {
      // Most pixels lie beside one of their kind.
      switch samples.pixelPair(at: index) & pairAlphaMask {
      case pairAlphaMask: opaque += 2
      case 0: transparent += 2
      default:
        count(samples[index + 3])
        count(samples[index + 7])
      }
      index += 8
    }
    if index < samples.count { count(samples[index + 3]) }
  }

  private mutating func count(_ alpha: UInt8) {
    switch alpha {
    case 255: opaque += 1
    case 0: transparent += 1
    default:
      translucent += 1
      translucentAlpha += Int(alpha)
    }
  }

  /// All pixels counted.
  package var total: Int { opaque + translucent + transparent }
  /// How much is seen of all pixels on average, 0 (nothing) to 1 (opaque).
  package var opacity: Double {
    total == 0 ? 0 : (Double(opaque) + Double(translucentAlpha) / 255) / Double(total)
  }
  /// Pixels that show anything.
  package var visible: Int { opaque + translucent }
}
