#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Basics
internal import StickerPacks

/// Writes files that appear whole or not at all.
enum WholeFile {
  /// Writes a file, or replaces the one that is there. A link to a file is refused: it could have been
  /// put there to have another file overwritten. A device or a pipe is written to and never
  /// replaced: who names /dev/stdout wants no file there.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    let isStream = FileReading.exists(path) && !FileReading.isFile(path)
    guard isStream || !FileReading.isLink(path) else {
      throw CommandError(
        message: "\(path) is a symbolic link; name the file itself", status: .usage)
    }
    do {
      try Data(bytes).write(to: URL(filePath: path), options: isStream ? [] : .atomic)
    } catch {
      throw CommandError(
        message: "cannot write \(path): \(SystemError.reason(error))", status: .failed)
    }
  }
}
