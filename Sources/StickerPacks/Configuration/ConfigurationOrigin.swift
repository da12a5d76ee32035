/// Where a configured value comes from.
package enum ConfigurationOrigin: Sendable, Equatable, CustomStringConvertible {
  /// A line, counted from 1, of a file as reports name it.
  case file(String, line: Int)
  /// An option of the command line, as it was given.
  case option(String)

  /// Where to look, as messages begin: `Stickers/stickerpack.json: line 4`
  package var place: String {
    switch self {
    case .file(let file, let line): "\(file): line \(line)"
    case .option(let option): option
    }
  }

  /// `Stickers/stickerpack.json:4` or an option as it was given
  package var description: String {
    switch self {
    case .file(let file, let line): "\(file):\(line)"
    case .option(let option): option
    }
  }
}
