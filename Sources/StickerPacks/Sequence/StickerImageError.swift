package import Basics

/// The reason a sticker has no image.
package enum StickerImageError: Error, Sendable, CustomStringConvertible {
  case unreadable(FileError)
  /// Its frames cannot be assembled: the problem of each invalid frame, at least one.
  case invalidFrames([FrameProblem])

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .invalidFrames(let problems): problems.first.map { "\($0)" } ?? ""
    }
  }
}

/// The reason a file cannot be a frame of a sequence.
package struct FrameProblem: Sendable, Equatable, CustomStringConvertible {
  /// The frame's file, or the folder of the frames, as reports name it.
  package var displayPath: FilePath
  /// One sentence without a full stop.
  package var message: String

  /// The path and the message.
  package var description: String { "\(displayPath): \(message)" }
}
