package import ImageCodecs
internal import Pixels

/// A smaller copy of a sticker's art, with the least loss with which it has at most a number of bytes.
///
/// Copies are made with every build, so they take little time: the levels of their scale are encoded quickly, one after
/// the other, and compared by their fidelity, which takes a small part of the time of a score.
package struct ScaledCopy: Sendable {
  package let bytes: [UInt8]
  /// The difference from the best that the format allows; nil for none.
  package let loss: Loss?

  package struct Loss: Sendable, Equatable {
    /// The number of colors, or the quality of a JPEG.
    package let step: StickerChange.Step
    /// The fidelity of the worst frame, in decibels; nil for a JPEG.
    package let decibels: Double?
  }

  /// The fidelity in decibels from which a loss is invisible: the mean error is below one code.
  private static let invisibleLoss = 50.0

  /// Encodes art, which has its smaller size already. If no level is small enough, it is the smallest result.
  ///
  /// - Parameters:
  ///   - art: if it is a PNG with a palette, one without visible loss is preferred to full color. Frames of an APNG are
  ///     in full color if they fit, because some viewers play palettes incorrectly.
  ///   - maximumBytes: the size of the largest file.
  ///   - jobs: the maximum number of frames that are encoded at the same time.
  package init(of art: Artwork, maximumBytes: Int, jobs: Int = 1) throws(ImageError) {
    var scale = EncodingScale(copying: art)
    var smallest: ScaledCopy?
    // A palette before full color loses nothing that is visible, or nothing at all.
    var leastFidelity = art.format != .png ? 0 : art.isIndexed ? Self.invisibleLoss : .infinity
    for encoding in scale.levels {
      let copy: ScaledCopy
      // A GIF never has more colors, and a JPEG no higher quality.
      let isUsual = encoding == scale.levels[0] && art.format != .png
      switch encoding {
      case .lossless:
        copy = try Self.inFullColor(scale.art, maximumBytes, smallest, jobs)
        leastFidelity = 0
      case .palette(let colors, _, _):
        let reduced = scale.reduced(to: colors)
        guard reduced.decibels >= leastFidelity else { continue }
        copy = ScaledCopy(
          bytes: try reduced.art.encoded(
            palette: art.colors.isGray ? nil : reduced.palette, jobs: jobs),
          loss: isUsual || reduced.decibels == .infinity
            ? nil : Loss(step: .colors(reduced.palette.count), decibels: reduced.decibels))
      default:
        copy = ScaledCopy(
          bytes: try scale.encode(encoding, with: LosslessOptimizer()).bytes,
          loss: isUsual ? nil : Loss(step: encoding.steps[0], decibels: nil))
      }
      guard copy.bytes.count < smallest?.bytes.count ?? .max else { continue }
      smallest = copy
      if copy.bytes.count <= maximumBytes { break }
    }
    guard let smallest else { throw .codecFailed("there is no way to encode the image") }
    self = smallest
  }

  private init(bytes: [UInt8], loss: Loss? = nil) { (self.bytes, self.loss) = (bytes, loss) }

  private static func inFullColor(
    _ art: Artwork, _ maximumBytes: Int, _ smallest: ScaledCopy?, _ jobs: Int
  ) throws(ImageError) -> ScaledCopy {
    let quick = try art.encoded(jobs: jobs)
    // The highest compression saves a few percent and takes many times as long.
    guard quick.count > maximumBytes,
      min(quick.count, smallest?.bytes.count ?? .max) <= maximumBytes + maximumBytes / 4
    else { return ScaledCopy(bytes: quick) }
    var optimizer = LosslessOptimizer()
    (optimizer.allowsPalette, optimizer.mergesFrames, optimizer.jobs) = (false, false, jobs)
    let bytes = try art.encoded(with: optimizer)
    return ScaledCopy(bytes: bytes.count < quick.count ? bytes : quick)
  }
}

extension EncodingScale {
  /// Returns the art in at most a number of colors, counting the transparent one, and the fidelity of its worst image.
  fileprivate mutating func reduced(
    to count: Int
  ) -> (art: Artwork, palette: [Pixel], decibels: Double) {
    let colors = palette(count)
    var reducer = PaletteReduction.Reducer(to: colors)
    var decibels = Double.infinity
    let images = art.images.map { image in
      let reduced = reducer.reduced(image)
      decibels = min(decibels, reduced.fidelity(to: image))
      return reduced
    }
    return (art.with(images: images), needsClear ? [.clear] + colors : colors, decibels)
  }
}
