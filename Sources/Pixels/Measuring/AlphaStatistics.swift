/// The numbers of opaque, translucent and transparent pixels of an image.
package struct AlphaStatistics: Sendable, Equatable {
  /// The number of pixels with alpha 255.
  package var opaque = 0
  /// The number of pixels with alpha 1 to 254.
  package var translucent = 0
  /// The number of pixels with alpha 0.
  package var transparent = 0
  /// The sum of the alphas of the translucent pixels.
  package var translucentAlpha: Int64 = 0

  package init() {}

  /// Creates the statistics of `total` pixels, of which `visible` have an alpha above 0.
  init(opaque: Int, visible: Int, total: Int, alphaSum: Int64) {
    self.opaque = opaque
    translucent = visible - opaque
    transparent = total - visible
    translucentAlpha = alphaSum - Int64(opaque) * 255
  }

  /// Replaces what a part of the image counted.
  mutating func replace(_ old: AlphaStatistics, with new: AlphaStatistics) {
    opaque += new.opaque - old.opaque
    translucent += new.translucent - old.translucent
    transparent += new.transparent - old.transparent
    translucentAlpha += new.translucentAlpha - old.translucentAlpha
  }

  package init(of bitmap: Bitmap) {
    let samples = bitmap.samples.span
    let paired = samples.count & ~7
    var index = 0
    while index < paired {
      // Most pixels have the alpha of their neighbor.
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
      translucentAlpha += Int64(alpha)
    }
  }

  package var total: Int { opaque + translucent + transparent }
  /// The mean alpha, 0 (transparent) to 1 (opaque).
  package var opacity: Double {
    total == 0 ? 0 : (Double(opaque) + Double(translucentAlpha) / 255) / Double(total)
  }
  package var visible: Int { opaque + translucent }
}
