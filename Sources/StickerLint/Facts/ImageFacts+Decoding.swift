internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ImageFacts {
  /// Decodes every canvas of a parsed file and keeps only what rules need.
  init(
    decoding container: ImageContainer, _ bytes: [UInt8], _ limits: DecodingLimits, isFrame: Bool
  ) {
    var decoder = ImageDecoder(container, bytes: bytes, limits: limits)
    let frames = container.frameTable
    let isAnimated = decoder.isAnimated
    var frameAlpha: [AlphaStatistics] = []
    var digest: CanvasDigest?
    var picture: PictureFacts?
    var motion = MotionTracker()
    var bytesInFullColor: Int?
    // Compressing takes longer than everything else, so it is only done for files that Apple rejects
    // or may reject.
    var recompression =
      bytes.count > StickerLimits.safeBytes
      ? Recompression(of: container, isAnimated: isAnimated) : nil
    while let canvas = decoder.nextCanvas() {
      let index = frameAlpha.count
      let delay = index < frames.count ? frames[index].delayMilliseconds : 0
      let own = CanvasDigest(of: canvas)
      frameAlpha.append(AlphaStatistics(of: canvas))
      if isFrame, index == 0 { bytesInFullColor = try? ImageEncoder.png(canvas).count }
      if frameAlpha[index].visible > 0, picture == nil {
        picture = PictureFacts(of: canvas, Thumbnail(of: canvas))
      }
      recompression?.add(canvas)
      if isAnimated {
        motion.show(own, milliseconds: delay) { Thumbnail(of: canvas) }
        var whole = digest ?? own
        if digest != nil { whole.combine(own) }
        whole.combine(Int((delay * 1000).rounded()))
        digest = whole
      } else {
        digest = own
      }
    }
    motion.end(loops: container.loop?.repeats == true)
    // Viewers that play the animation do not show it, but it is part of the file.
    let hidden = decoder.hiddenImage()
    if let hidden { recompression?.addHidden(hidden) }
    self.init(
      container: container, decodingDefects: decoder.defects,
      isAnimated: isAnimated, frameAlpha: frameAlpha,
      hiddenAlpha: hidden.map(AlphaStatistics.init(of:)),
      colors: StatedColors(of: container, bytes: bytes),
      recompression: recompression.flatMap { found in
        found.byteCount.map { RecompressedSize(own: found.ownByteCount, again: $0) }
      }, digest: digest, picture: picture,
      motion: isAnimated && !frameAlpha.isEmpty ? motion.facts : nil,
      bytesInFullColor: bytesInFullColor)
  }
}
