package import Basics
public import ImageContainers
package import Pixels

/// A sticker before and after a change of its file, with what the change did: the result of fitting, fixing
/// and building, and what reports and pages show of it.
///
/// A change may change nothing: then ``after`` is nil. A result that was made can still be refused, such as one with a
/// low score, so use ``used`` for the file that counts.
public struct StickerChange: Sendable {
  /// The file, or the folder of its frames, as reports name it; empty for an image in memory.
  public var file = ""
  /// The file as it was.
  public var before: Version
  /// The result; nil if the file stays as it is. If it is refused, it was made but must not be used.
  public var after: Version?
  /// The changes, the most harmful first; none for a lossless result.
  public var steps: [Step] = []
  /// The quality of what viewers see over the whole time: the frame that is shown in the time of each original one is
  /// compared with it, at the size of the original or of the pack's size class, after steps that were requested.
  package var quality = Quality.perfect
  /// The part of the result that looks worst; nil if it was not requested or nothing is lost.
  package var closeUp: CloseUp?
  /// Whether a PNG or APNG has a palette that the original did not have.
  public var hasNewPalette = false
  /// The best result on a canvas of another size; nil if none was tried.
  public var alternative: Alternative?
  /// Reasons why the result is not used, or steps were not made.
  public var refusals: [Refusal] = []
  /// Remarks about the result, as sentences in lower case without a full stop.
  public var remarks: [String] = []
  /// The largest size that the result was made for, in bytes; nil if it was not fitted.
  public var maximumBytes: Int?
  /// Whether the size and the quality are within the limits.
  public var fits = true
  /// The bytes of the result, or of the file if it stays as it is; empty if they were not kept: those of a
  /// whole pack may not fit into memory.
  public var content: [UInt8] = []

  /// Creates a change that changes nothing.
  package init(_ before: Version) { self.before = before }

  /// Creates a change that changes nothing, because an action failed.
  package init(_ before: Version, cannot action: String, because reason: String) {
    self.before = before
    refusals = [.failed(action: action, reason: reason)]
    fits = false
  }
}

extension StickerChange {
  /// One of the versions of a sticker's file.
  public struct Version: Sendable, Equatable {
    /// The name of the sticker: a file name, or an id in a bundle.
    public var name = ""
    /// The label for VoiceOver; nil if there is none or if it does not matter.
    public var label: String?
    /// The size of the file, in bytes.
    public var bytes: Int
    /// The SHA-256 of the file, 64 digits of lower-case hexadecimal; empty if it was not read.
    public var sha256 = ""
    /// The format; nil if it is not supported.
    public var format: ImageFormat?
    /// The canvas; nil if the file declares none.
    public var canvas: CanvasSize?
    /// The timing; nil for a still image.
    public var timing: Timing?

    /// Whether it has more than one frame.
    package var isAnimated: Bool { timing.map { $0.delays.count > 1 } ?? false }

    /// Creates a version of which only the size is known.
    package init(bytes: Int) { self.bytes = bytes }

    /// Describes a file.
    ///
    /// - Parameter container: the parsed file.
    package init(_ file: HashedBytes, _ container: ImageContainer?) {
      bytes = file.bytes.count
      sha256 = file.sha256
      format = container?.format
      canvas = container?.canvas
      timing = container.flatMap { container in
        container.loop.map {
          Timing(delays: container.frameTable.map { $0.delay.milliseconds }, loop: $0)
        }
      }
    }
  }

  /// The timing of an animation.
  public struct Timing: Sendable, Equatable {
    /// The delay of each frame as it is stored, in milliseconds.
    public var delays: [Double]
    /// The duration of one loop, in milliseconds.
    public var duration: Double
    /// The number of times that the animation plays.
    public var loop: LoopCount

    /// Creates a timing.
    ///
    /// - Parameter duration: nil for the sum of the delays.
    package init(delays: [Double], duration: Double? = nil, loop: LoopCount) {
      self.delays = delays
      self.duration = duration ?? delays.reduce(0, +)
      self.loop = loop
    }
  }

  /// A change of the art or of its file.
  public enum Step: Sendable, Equatable {
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
    /// Differences between frames and between neighbors of at most a number of gray codes were dropped, in texture;
    /// fewer elsewhere.
    case settled(codes: Int)
    /// A JPEG or WebP was encoded with loss, at a quality of 0 to 100.
    case quality(Int)
    /// A finding was fixed; the summary is an imperative without a full stop.
    case fix(summary: String)
  }

  /// A result that was not chosen.
  public struct Alternative: Sendable, Equatable {
    /// The size of the canvas, and the number of frames if some are dropped.
    public var steps: [Step]
    /// An estimate of the mean score; see ``StickerChange/score``.
    public var score: Double
  }

  /// A reason why something was not done.
  public enum Refusal: Sendable, Equatable {
    /// The score is lower than requested, so the result is not used.
    case lowScore
    /// A step was not made; the reason is part of a sentence.
    case step(Step, reason: String)
    /// Nothing was changed, because an action such as `fit` or `replace` failed; the reason is part of a
    /// sentence.
    case failed(action: String, reason: String)
  }

  /// Whether there is a result that differs from the file, used or not.
  public var isChanged: Bool { after != nil }
  /// Whether the score is lower than requested, so the result is not used.
  public var isRefused: Bool { refusals.contains(.lowScore) }
  /// The result, if it is used.
  public var used: Version? { isRefused ? nil : after }
  /// The reason why there is no result, as a sentence without a full stop; nil if there is one or none is needed.
  public var error: String? {
    refusals.lazy.compactMap {
      if case .failed(let action, let reason) = $0 { "cannot \(action): \(reason)" } else { nil }
    }.first
  }

  /// The mean score by SSIMULACRA 2 of what viewers see over the whole time, at most 100: lost colors and pixels and
  /// dropped frames count.
  public var score: Double { quality.mean.score }
  /// The lowest score of any time, at most 100.
  public var worstScore: Double { quality.worst.score }
  /// The lowest PSNR of any time, in decibels; nil if nothing is lost.
  public var decibels: Double? { quality.worst.decibels.isFinite ? quality.worst.decibels : nil }

  /// Whether the result is a PNG or APNG made from another format.
  package var isConverted: Bool {
    steps.contains {
      switch $0 {
      case .converted, .imported: true
      default: false
      }
    }
  }

  /// Returns the change without a result, because an action such as `replace` failed.
  package func failing(to action: String, because reason: String) -> StickerChange {
    var change = StickerChange(before, cannot: action, because: reason)
    (change.file, change.remarks) = (file, remarks)
    return change
  }
}

extension StickerChange {
  /// The pack of a catalog in which the sticker is; nil if it is in a folder of images.
  package var catalogFolder: FilePath? {
    let folder = FilePath(file).parent
    return folder.fileExtension == "sticker" ? folder.parent : nil
  }
}
