package import Basics

/// The still images that make one animated sticker, and how they are to be played.
package struct FrameSequence: Sendable, Equatable {
  /// One frame, before its file was read.
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

  /// How long a frame is shown.
  package enum Timing: Sendable, Equatable {
    /// Frames a second; Xcode's `fps`.
    case fps(Double)
    /// Seconds for all frames together; Xcode's `fixed`.
    case duration(Double)

    /// Seconds that each of `count` frames is shown.
    package func seconds(of count: Int) -> Double {
      switch self {
      case .fps(let fps): 1 / fps
      case .duration(let seconds): seconds / Double(max(1, count))
      }
    }
  }

  /// What a catalog holds.
  package enum Form: String, Sendable, Equatable, CaseIterable {
    /// One APNG, assembled here, so that its size is known.
    case apng
    /// A `.stickersequence` with the frames as they are, which Xcode assembles.
    case sequence
  }

  /// What `stickerpack.json` says about a sequence.
  package struct Settings: Sendable, Equatable {
    /// How long a frame is shown; 15 frames a second, as in Xcode, where nothing is said.
    package var timing = Timing.fps(15)
    /// How often it plays again after the first time; 0 forever, as in a `.stickersequence`.
    package var repetitions = 0
    /// What a catalog holds.
    package var form = Form.apng

    /// The defaults.
    package init() {}

    /// How often it plays as an APNG counts it: 0 forever.
    package var plays: Int { repetitions == 0 ? 0 : repetitions + 1 }
  }

  /// The frames, in the order in which they are shown; at least two.
  package var frames: [Frame]
  /// How they are played.
  package var settings: Settings

  /// Creates a sequence.
  package init(frames: [Frame], settings: Settings) {
    self.frames = frames
    self.settings = settings
  }
}
