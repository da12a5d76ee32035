internal import Basics
public import ImageCodecs
public import ImageContainers
package import StickerPacks

/// Limits and choices for making art smaller that has too many bytes or too large a canvas.
///
/// Without ``minimumScore``, every sticker gets small enough, whatever that costs. With it, art for which nothing is
/// good enough stays as it is and is reported. ``effort`` only affects the time and the size of lossless results.
public struct FitOptions: Sendable {
  /// The destination, whose limits apply. A build has that of its lint.
  package var destination = Destination.messages
  /// The longer sides of the canvases to try, in descending order; nil for those of the platform.
  package var sides: [Int]?
  /// The largest file, in bytes; nil for that of the destination.
  public var maximumBytes: Int?
  /// The longer side of the largest canvas, in pixels. Larger canvases get it, and all others keep their size. Nil for
  /// the size classes of Messages, which are all tried.
  public var maximumSide: Int? {
    didSet { destination = maximumSide.map { Destination.messages.with(oneSide: $0) } ?? .messages }
  }
  /// The lowest SSIMULACRA 2 score of the worst frame, at most 100; nil for any. Art for which no result
  /// is good enough stays as it is.
  public var minimumScore: Double?
  /// Whether a PNG or APNG may get a palette. Some versions of iOS play indexed animations incorrectly.
  public var allowsPalette = true
  /// Whether every GIF becomes an APNG with the same pixels and timing, even one that is small enough.
  public var convertsGIF = false
  /// Whether every PNG, APNG and GIF is only compressed again without loss, whatever its size, and nothing else is done.
  public var isLossless = false
  /// The time that is spent on files that lose nothing.
  public var effort = ImageEncoder.Effort.smallest
  /// The changes that are always made, even to art that is small enough. A build makes none.
  public var art = ArtChanges()
  /// The limits for reading and decoding one file. A build has those of its lint.
  public var limits = DecodingLimits()
  /// The number of files to process at the same time, 1 or more; of one file, the number of frames. Does not
  /// affect the result. A build has that of its lint.
  public var jobs = Processors.count

  /// Creates the default options.
  public init() {}
}
