internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ImageFacts {
  /// Decodes every frame and keeps only what rules need.
  init(_ decoder: consuming ImageDecoder, _ bytes: [UInt8], isFrame: Bool) {
    let undecoded = copy decoder
    let container = decoder.container
    let isAnimated = decoder.isAnimated
    var defects: [Defect] = []
    var frameAlpha: [AlphaStatistics] = []
    var artArea: PixelRect?
    var frameCuts: [[EdgeCut]] = []
    var digest: CanvasDigest?
    var sampler = PictureSampler(frameCount: max(1, container.frameTable.count))
    var rows = CanvasRows()
    var motion = MotionTracker(container.format)
    var bytesInFullColor: Int?
    // Only for files that Apple rejects or may reject, because compressing takes time.
    var sample =
      bytes.count > StickerLimits.safeBytes
      ? Recompression(.sample, of: container, isAnimated: isAnimated) : nil
    while let frame = decoder.nextFrame(collecting: &defects) {
      let (canvas, index, delay) = (frame.canvas, frame.index, frame.delayMilliseconds)
      rows.measure(canvas, changedIn: frame.changedArea)
      let own = rows.digest
      frameAlpha.append(rows.alpha)
      if let visible = rows.visibleArea { artArea = artArea?.union(visible) ?? visible }
      frameCuts.append(EdgeCut.all(in: canvas))
      if isFrame, index == 0 { bytesInFullColor = try? ImageEncoder.png(canvas).count }
      sampler.show(canvas, frame: index, rows, own)
      sample?.add(canvas)
      if isAnimated {
        motion.show(canvas, own, changedIn: frame.changedArea, milliseconds: delay)
        var whole = digest ?? own
        if digest != nil { whole.combine(own) }
        whole.combine(Int((delay * 1000).rounded()))
        digest = whole
      } else {
        digest = own
      }
    }
    sampler.end()
    motion.end(loops: container.loop?.repeats == true)
    // Viewers that play the animation do not show it, but it is part of the file.
    let hidden = decoder.hiddenImage(collecting: &defects)
    if let hidden { sample?.addHidden(hidden) }
    self.init(
      container: container, decodingDefects: defects,
      isAnimated: isAnimated, frameAlpha: frameAlpha, artArea: artArea, frameCuts: frameCuts,
      hiddenAlpha: hidden.map(AlphaStatistics.init(of:)),
      colors: StatedColors(of: container, bytes: bytes),
      recompression: sample?.byteCount == nil ? nil : RecompressedSize(decoding: undecoded),
      digest: digest, pictures: sampler.pictures,
      motion: isAnimated && !frameAlpha.isEmpty ? motion.facts : nil,
      bytesInFullColor: bytesInFullColor)
  }
}

extension ImageFacts.RecompressedSize {
  /// Decodes a file again and compresses every canvas; nil if that saves nothing.
  ///
  /// Keeping all canvases until the sample has decided would take up to 200 MB.
  fileprivate init?(decoding decoder: consuming ImageDecoder) {
    guard
      var measured = Recompression(
        .whole, of: decoder.container, isAnimated: decoder.isAnimated)
    else { return nil }
    // Found when the file was decoded first.
    var known: [Defect] = []
    while measured.byteCount != nil, let frame = decoder.nextFrame(collecting: &known) {
      measured.add(frame.canvas)
    }
    if let hidden = decoder.hiddenImage(collecting: &known) { measured.addHidden(hidden) }
    guard let byteCount = measured.byteCount else { return nil }
    self.init(own: measured.ownByteCount, again: byteCount)
  }
}
