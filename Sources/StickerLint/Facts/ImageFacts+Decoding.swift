internal import Basics
internal import ImageCodecs
internal import Pixels

extension ImageFacts {
  /// Decodes every frame and keeps only what rules need.
  init(
    _ decoder: consuming ImageDecoder, _ bytes: [UInt8], isFrame: Bool, _ destination: Destination
  ) {
    let container = decoder.container
    let isAnimated = decoder.isAnimated
    var defects: [Defect] = []
    var frameAlpha: [AlphaStatistics] = []
    var artArea: PixelRect?
    var frameCuts: [[EdgeCut]] = []
    var digest: CanvasDigest?
    let frameCount = max(1, container.frameTable.count)
    frameAlpha.reserveCapacity(frameCount)
    frameCuts.reserveCapacity(frameCount)
    var sampler = PictureSampler(frameCount: frameCount, hasAlpha: container.format != .jpeg)
    var rows = CanvasRows()
    var motion = MotionTracker(container.format, destination)
    var bytesInFullColor: Int?
    let isMeasured =
      !isFrame && Recompression.isPromising(container, bytes, isAnimated: isAnimated)
    var recompression = isMeasured ? Recompression(of: container, isAnimated: isAnimated) : nil
    while let frame = decoder.nextFrame(collecting: &defects) {
      let (canvas, index, delay) = (frame.canvas, frame.index, frame.delay.milliseconds)
      rows.measure(canvas, changedIn: frame.changedArea)
      let own = rows.digest
      frameAlpha.append(rows.alpha)
      if let visible = rows.visibleArea { artArea = artArea?.union(visible) ?? visible }
      frameCuts.append(EdgeCut.all(in: canvas))
      if isFrame, index == 0 { bytesInFullColor = try? ImageEncoder.png(canvas).count }
      sampler.show(canvas, frame: index, rows, own)
      recompression?.add(canvas)
      if isAnimated {
        motion.show(canvas, own, changedIn: frame.changedArea, milliseconds: delay)
        var whole = digest ?? own
        if digest != nil { whole.combine(own) }
        whole.combine(Int64(clamping: (delay * 1000).rounded()))
        digest = whole
      } else {
        digest = own
      }
    }
    sampler.end()
    motion.end(loops: container.loop?.repeats == true)
    // Viewers that play the animation do not show it, but it is part of the file.
    let hidden = decoder.hiddenImage(collecting: &defects)
    if let hidden { recompression?.addHidden(hidden) }
    self.init(
      container: container, decodingDefects: defects,
      isAnimated: isAnimated, frameAlpha: frameAlpha, artArea: artArea, frameCuts: frameCuts,
      hiddenAlpha: hidden.map(AlphaStatistics.init(of:)),
      colors: StatedColors(of: container, bytes: bytes),
      recompression: recompression.flatMap { estimate in
        estimate.result.map { RecompressedSize(own: estimate.ownByteCount, again: $0) }
      },
      digest: digest, pictures: sampler.pictures, artColors: sampler.colors,
      motion: isAnimated && !frameAlpha.isEmpty ? motion.facts : nil,
      bytesInFullColor: bytesInFullColor)
  }
}
