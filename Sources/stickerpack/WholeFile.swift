#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import StickerModel

/// Writes files that appear whole or not at all.
enum WholeFile {
  /// Writes a file, or replaces the one that is there. Links are followed. A device or a pipe is
  /// written to and never replaced: who names /dev/stdout wants no file there.
  static func write(_ bytes: [UInt8], to path: String) throws(Trouble) {
    let target = FileReading.isFile(path) ? realPath(path) ?? path : path
    let isStream = FileReading.exists(path) && !FileReading.isFile(path)
    do {
      try Data(bytes).write(to: URL(filePath: target), options: isStream ? [] : .atomic)
    } catch {
      throw Trouble(message: "cannot write \(path): \(Refusal.reason(error))", status: .failed)
    }
  }
}
