import ImageCodecs
import Pixels

/// A file as the public API decodes it, to be encoded and decoded again.
package struct RoundTrip {
  private var format: ImageFormat
  private var frames: [DecodedFrame]
  private var loop: LoopCount?
  private var hiddenImage: Bitmap?
  private var colors: ColorDescription

  /// Decodes a file.
  package init(_ file: [UInt8]) throws(ImageError) {
    var decoder = try ImageDecoder(file)
    frames = []
    while let frame = try decoder.nextFrame() { frames.append(frame) }
    hiddenImage = try decoder.hiddenImage()
    // Viewers show the static image of an APNG with an invalid animation.
    format = decoder.format == .apng && !decoder.isAnimated ? .png : decoder.format
    (loop, colors) = (decoder.loop, decoder.colors)
  }

  /// Encodes what was decoded, decodes the result, and returns what differs.
  package func difference(effort: ImageEncoder.Effort = .quick) throws -> String? {
    let copy = try RoundTrip(encoded(effort))
    if copy.format != format { return "the format" }
    if copy.frames.count != frames.count { return "the number of frames" }
    for (new, old) in zip(copy.frames, frames) {
      if new.canvas.changedArea(from: old.canvas) != nil { return "canvas \(old.index + 1)" }
      if new.delay != old.delay { return "delay \(old.index + 1)" }
    }
    if copy.loop != loop { return "the loop count" }
    if (copy.hiddenImage == nil) != (hiddenImage == nil) { return "the hidden image" }
    if let new = copy.hiddenImage, let old = hiddenImage, new.changedArea(from: old) != nil {
      return "the hidden image"
    }
    // A color type that takes fewer bytes is not a difference.
    let isSame = effort == .quick ? copy.colors == colors : copy.colors.chunks == colors.chunks
    return isSame ? nil : "the color information"
  }

  private func encoded(_ effort: ImageEncoder.Effort) throws(ImageError) -> [UInt8] {
    switch format {
    case .png: return try ImageEncoder.png(frames[0].canvas, colors: colors)
    case .apng:
      return try ImageEncoder.apng(
        CanvasAnimation(frames), loop: loop ?? .unstated, hiddenImage: hiddenImage, colors: colors,
        effort: effort)
    case .gif:
      return try ImageEncoder.gif(CanvasAnimation(frames), loop: loop ?? .unstated, colors: colors)
    case .jpeg: return try ImageEncoder.jpeg(frames[0].canvas, colors: colors)
    }
  }
}
