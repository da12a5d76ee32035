internal import Basics
internal import SystemLibraries

/// A list of paths that another program wrote, such as `git ls-files -z` or `find -print0`.
enum PathList {
  /// The limit for a list of files.
  private static let mostBytes = 256 << 20

  /// The paths in a file, a pipe or, for `-`, standard input. A list with a NUL byte is separated by
  /// NUL, any other by newlines.
  static func paths(in file: FilePath) throws(CommandError) -> [FilePath] {
    let name = file == "-" ? "standard input" : file.string
    let bytes: [UInt8]
    do {
      bytes =
        file == "-"
        ? try FileStream.bytes(from: STDIN_FILENO, limit: mostBytes)
        : try FileStream.bytes(ofFileAt: file, limit: mostBytes)
    } catch {
      throw CommandError("cannot read \(name): \(error)")
    }
    let hasNull = bytes.contains(0)
    var paths: [FilePath] = []
    for entry in bytes.split(separator: hasNull ? 0 : UInt8(ascii: "\n")) {
      // Lists written on Windows end lines with a carriage return.
      let entry = !hasNull && entry.last == UInt8(ascii: "\r") ? entry.dropLast() : entry
      guard !entry.isEmpty else { continue }
      guard let path = String(validating: entry, as: UTF8.self) else {
        throw CommandError(
          "\(name): \(String(decoding: entry, as: UTF8.self).quoted) is not valid UTF-8;"
            + " rename the file")
      }
      paths.append(FilePath(path))
    }
    let missing = paths.filter { !$0.exists && !$0.isLink }
    guard missing.isEmpty else {
      throw CommandError(
        "\(name) lists missing files: \(missing.map(\.string.quoted).listed(first: 10))")
    }
    return paths
  }
}
