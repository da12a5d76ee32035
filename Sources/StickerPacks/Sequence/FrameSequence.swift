package import Basics
package import ImageContainers

/// The still images of one animated sticker, and how they are played.
package struct FrameSequence: Sendable, Equatable {
  /// One frame, before its file is read.
  package struct Frame: Sendable, Equatable {
    package var location: Location
    /// Its own duration in seconds, if it differs from that of the others.
    package var delay: Double?

    package var name: String { location.path.name.string }
    package var displayPath: String { location.displayPath.string }
  }

  /// The duration of a frame.
  package enum Timing: Sendable, Equatable {
    /// Frames per second; Xcode's `fps`.
    case fps(Double)
    /// Seconds for all frames together; Xcode's `fixed`.
    case duration(Double)

    // They allow any plausible animation and fit into the delay of an APNG.
    static let fpsRange = 0.1...100
    static let durationRange = 0.01...600

    /// The duration of each of `count` frames, in seconds.
    package func seconds(of count: Int) -> Double {
      switch self {
      case .fps(let fps): 1 / fps
      case .duration(let seconds): seconds / Double(max(1, count))
      }
    }
  }

  /// The storage of a sequence in a catalog.
  package enum Form: String, Sendable, Equatable, CaseIterable {
    /// As an assembled APNG, whose size lint can check.
    case apng
    /// As a `.stickersequence` of unchanged frames, which Xcode assembles.
    case sequence
  }

  /// The settings of a sequence in `stickerpack.json`.
  package struct Settings: Sendable, Equatable {
    /// The duration of a frame. The default is Xcode's, 15 frames per second.
    package var timing = Timing.fps(15)
    /// The number of repetitions after the first time; 0 is forever, as in a `.stickersequence`.
    package var repetitions = 0
    package var form = Form.apng

    static let repetitionsRange = 0...65_535

    /// Whether the numbers are in their ranges.
    var isValid: Bool {
      let isTimingValid =
        switch timing {
        case .fps(let fps): Timing.fpsRange.contains(fps)
        case .duration(let seconds): Timing.durationRange.contains(seconds)
        }
      return isTimingValid && Self.repetitionsRange.contains(repetitions)
    }

    package var loop: LoopCount { LoopCount(repetitions: repetitions) }
  }

  /// The frames in playback order. An image can be several of them.
  package var frames: [Frame]
  package var settings: Settings

  /// The duration of each frame in seconds.
  package var delays: [Double] {
    let seconds = settings.timing.seconds(of: frames.count)
    return frames.map { $0.delay ?? seconds }
  }
}
