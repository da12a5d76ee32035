package import Basics

/// The origin of a configured value.
package enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
  /// A line of a file, counted from 1. The file is a display path.
  case file(FilePath, line: Int)
  /// A command-line option, as it was given.
  case option(String)

  /// `Stickers/stickerpack.json:4` or an option as it was given
  package var description: String {
    switch self {
    case .file(let file, let line): "\(file):\(line)"
    case .option(let option): option
    }
  }
}
