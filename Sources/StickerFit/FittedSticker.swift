package import Pixels

/// A sticker that was made to fit, with what that changed.
package struct FittedSticker: Sendable {
  /// A change of the art.
  package enum Change: Sendable, Equatable {
    /// A GIF became an APNG.
    case converted
    /// The art came from a file of another format, which has the name, or from a number of files.
    case imported(from: String)
    /// The transparent margins around the art were removed.
    case trimmed
    /// An outline was drawn, whose white part has a width in pixels.
    case outlined(width: Int)
    /// Transparent margins of a width in pixels were added.
    case padded(width: Int)
    /// Transparent pixels were added until the canvas was square.
    case squared
    /// The art was scaled to a longer side of a number of pixels.
    case scaled(side: Int)
    /// Only some frames were kept.
    case frames(kept: Int, of: Int)
    /// The art was reduced to at most a number of colors, counting the transparent one.
    case colors(Int)
    /// Differences between frames and between neighbors of at most a number of gray codes were dropped.
    case settled(codes: Int)
    /// A JPEG was encoded at a quality of 1 to 100.
    case quality(Int)
  }

  /// A result that is better and too large.
  package struct Alternative: Sendable, Equatable {
    /// The changes of the art.
    package var changes: [Change]
    /// The size of the file, in bytes.
    package var bytes: Int
  }

  /// The file.
  package var bytes: [UInt8]
  /// The size of the original, in bytes.
  package var originalBytes: Int
  /// The changes of the art, the most harmful first; none for a lossless result or the original.
  package var changes: [Change] = []
  /// The quality of the frames that were kept, compared with the originals at the same size, after changes
  /// of the art that were requested.
  package var quality = Quality.perfect
  /// Whether a PNG or APNG has a palette that the original did not have.
  package var hasNewPalette = false
  /// The best result that was tried and is too large; nil if nothing was.
  package var nextBetter: Alternative?
  /// Whether the result is worse than the lowest score allows, so that it should not be used.
  package var isRefused = false
  /// The reason against the outline that was drawn; nil if there is none.
  package var outlineObstacle: OutlineObstacle?
  /// Whether the size and the quality are within the limits.
  package var fits = true

  /// The score of the worst frame by SSIMULACRA 2, at most 100.
  package var lowestScore: Double { quality.worst.score }

  /// The PSNR of the worst frame, in decibels; infinite without loss.
  package var lowestDecibels: Double { quality.worst.decibels }

  /// Whether the file is a PNG or APNG of another format.
  package var isConverted: Bool {
    changes.contains {
      switch $0 {
      case .converted, .imported: true
      default: false
      }
    }
  }

  /// Whether the file differs from the original.
  package var isChanged: Bool { !changes.isEmpty || bytes.count != originalBytes }
}
