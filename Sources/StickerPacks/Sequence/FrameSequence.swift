package import Basics

/// The still images of one animated sticker, and how they are played.
package struct FrameSequence: Sendable, Equatable {
  /// One frame, before its file is read.
  package struct Frame: Sendable, Equatable {
    /// The file's name.
    package var name: String
    /// The file.
    package var location: Location

    /// The path for reading.
    package var path: FilePath { location.path }
    /// The path that reports show.
    package var displayPath: String { location.displayPath.string }

    /// Creates a frame.
    package init(name: String, at location: Location) {
      self.name = name
      self.location = location
    }
  }

  /// The duration of a frame.
  package enum Timing: Sendable, Equatable {
    /// Frames per second; Xcode's `fps`.
    case fps(Double)
    /// Seconds for all frames together; Xcode's `fixed`.
    case duration(Double)

    /// The duration of each of `count` frames, in seconds.
    package func seconds(of count: Int) -> Double {
      switch self {
      case .fps(let fps): 1 / fps
      case .duration(let seconds): seconds / Double(max(1, count))
      }
    }
  }

  /// How a catalog stores a sequence.
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
    /// How many times it repeats after the first time; 0 is forever, as in a `.stickersequence`.
    package var repetitions = 0
    /// How a catalog stores it.
    package var form = Form.apng

    /// The defaults.
    package init() {}

    /// How many times it plays, as an APNG counts: 0 is forever.
    package var plays: Int { repetitions == 0 ? 0 : repetitions + 1 }
  }

  /// The frames in playback order; at least two.
  package var frames: [Frame]
  /// How they are played.
  package var settings: Settings

  /// Creates a sequence.
  package init(frames: [Frame], settings: Settings) {
    self.frames = frames
    self.settings = settings
  }
}
