internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ImageFacts {
  /// Decodes every canvas of a walked file and keeps only what rules ask about.
  init(decoding container: ImageContainer, _ bytes: [UInt8], _ limits: DecodingLimits) {
    var decoder = ImageDecoder(container, bytes: bytes, limits: limits)
    var frameAlpha: [AlphaStatistics] = []
    while let canvas = decoder.nextCanvas() { frameAlpha.append(AlphaStatistics(of: canvas)) }
    // Nobody who animates sees it, but it is part of the file.
    _ = decoder.hiddenImage()
    self.init(
      container: container, defects: container.defects + decoder.defects,
      isAnimated: decoder.isAnimated, frameAlpha: frameAlpha)
  }
}
