package import ImageContainers

extension ImageFormat {
  /// The shortest delay that Apple's ImageIO returns for frames of this format, in milliseconds.
  ///
  /// Source: `kCGImagePropertyGIFDelayTime` ("never less than 100 millseconds") and
  /// `kCGImagePropertyAPNGDelayTime` ("never less than 50 millseconds").
  var shortestDelay: Double { self == .gif ? 100 : 50 }

  /// How long a frame is shown, in milliseconds. All rules about time use this definition.
  ///
  /// ImageIO's minimum applies. Up to 10 ms count as a mistake and play as 100 ms, as in WebKit
  /// (`ImageDecoderCG::frameDurationAtIndex`), Chromium and Firefox.
  ///
  /// - Parameter delay: the stored delay in milliseconds.
  package func played(_ delay: Double) -> Double { delay <= 10 ? 100 : max(delay, shortestDelay) }
}
