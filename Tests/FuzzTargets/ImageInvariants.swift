import ImageCodecs
import ImageContainers
import Pixels

/// Invariants of decoding and linting, for any bytes with an image's signature.
enum ImageInvariants {
  /// Low limits, so an input takes about a millisecond. Measuring one canvas of 408 × 408 px takes 40.
  static let limits = {
    var limits = DecodingLimits()
    limits.pixels = 1 << 14
    limits.frames = 50
    limits.decodedBytes = 1 << 19
    return limits
  }()

  static func check(_ bytes: [UInt8]) throws {
    guard var decoder = try? ImageDecoder(bytes, limits: limits) else { return }
    let container = decoder.container
    try ContainerInvariants.check(container, bytes)
    var found: [Defect] = []
    let alpha = try checkCanvases(&decoder, &found)
    let hidden = decoder.hiddenImage(collecting: &found)
    try invariant(decoder.nextFrame(collecting: &found) == nil, "the decoder stays at its end")
    try ContainerInvariants.check(found, bytes)
    let defects = container.defects + found
    try checkCount(alpha.count, decoder, defects)
    try checkHidden(hidden, container, defects)
    try FindingInvariants.check(bytes, limits, alpha, defects)
  }

  private static func checkCanvases(
    _ decoder: inout ImageDecoder, _ defects: inout [Defect]
  ) throws(InvariantViolation) -> [AlphaStatistics] {
    var alpha: [AlphaStatistics] = []
    while let frame = decoder.nextFrame(collecting: &defects) {
      let canvas = frame.canvas
      try invariant(
        CanvasSize(width: canvas.width, height: canvas.height) == decoder.container.canvas,
        "every canvas has the declared size")
      try invariant(
        canvas.samples.count == canvas.width * canvas.height * 4,
        "a canvas has four samples per pixel")
      let counted = AlphaStatistics(of: canvas)
      try invariant(counted.total == canvas.width * canvas.height, "every pixel is counted once")
      if case .jpeg = decoder.container {
        try invariant(counted.opaque == counted.total, "a JPEG has no alpha")
      }
      alpha.append(counted)
      try invariant(
        counted.total <= limits.pixels && alpha.count <= limits.frames
          && alpha.count * counted.total * 4 <= limits.decodedBytes, "limits hold")
    }
    return alpha
  }

  private static func checkCount(
    _ count: Int, _ decoder: ImageDecoder, _ defects: [Defect]
  ) throws(InvariantViolation) {
    let frames = decoder.container.frameTable.count
    let expected = decoder.isAnimated ? frames : 1
    try invariant(count <= expected, "there are no more canvases than frames")
    if count < expected {
      try invariant(
        !defects.isEmpty, "a defect explains why \(expected - count) canvases are missing")
    }
    if defects.isEmpty {
      try invariant(count == frames, "a valid file of \(frames) frames has as many canvases")
    }
  }

  private static func checkHidden(
    _ hidden: Bitmap?, _ container: ImageContainer, _ defects: [Defect]
  ) throws(InvariantViolation) {
    guard case .png(let png) = container, let animation = png.animation,
      !animation.defaultImageIsFrame
    else {
      try invariant(hidden == nil, "only an APNG has a hidden image")
      return
    }
    if let hidden {
      try invariant(
        CanvasSize(width: hidden.width, height: hidden.height) == container.canvas,
        "a hidden image has the size of the canvas")
    } else {
      try invariant(!defects.isEmpty, "a defect explains why the hidden image is missing")
    }
  }
}
