internal import Basics
internal import SystemLibraries

/// The replaced files, as lines of JSON in a backup.
///
/// A line is added before its file is replaced, so after any interruption, what is on disk is either the
/// original or the result of a line. A line that is not complete belongs to a file that was not replaced.
enum BackupRecord {
  /// The first line.
  private struct Header: Decodable {
    static let current = "stickerpack.backup/1"
    var schema: String
  }

  /// A file that was replaced. Paths are relative to the folder of the backup.
  struct Entry: Decodable, Equatable, JSONObject {
    var file: String
    /// The SHA-256 of the original.
    var before: String
    /// The SHA-256 of the result.
    var after: String
    /// The name of the result in the same folder, if it has another one.
    var newName: String?
    /// The JSON files in which the name was replaced.
    var lists: [String]?

    func addMembers(to json: inout JSONStream) {
      json.add("after", after)
      json.add("before", before)
      json.add("file", file)
      json.add("lists", lists)
      json.add("newName", newName)
    }
  }

  /// The largest record that is read, in bytes: that of 100,000 files.
  private static let mostBytes = 1 << 25

  /// The first line, with a newline.
  static let header = line(of: ["schema": Header.current])

  static func append(_ entry: Entry, to backup: BackupFolder) throws {
    // The last line may be incomplete, if the disk was full.
    let line = [0x0A] + line(of: entry)
    let code = backup.path.appending(BackupFolder.recordName).append(line)
    guard code == 0 else { throw ReplacementError.failed(SystemError.reason(code)) }
  }

  /// Returns a value as one line with a newline at the end. Control characters and Unicode line separators are escaped,
  /// so no reader sees a second line.
  private static func line(of value: some JSONValue) -> [UInt8] {
    let text = String(decoding: JSONStream.compactBytes(of: value), as: UTF8.self)
    // Everything below U+0020 is escaped already. The others occur only inside strings.
    let line = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\u{7F}"..."\u{9F}": "\\u00" + String(scalar.value, radix: 16)
      case "\u{2028}", "\u{2029}": "\\u" + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }.joined()
    return Array(line.utf8) + [0x0A]
  }

  private static func value<Value: Decodable>(of line: ArraySlice<UInt8>) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(line))
  }

  /// Returns the entries of a backup. If a file has several, the first one has its original.
  ///
  /// - Throws: if there are files, but no record, or one of another version.
  static func entries(of backup: BackupFolder) throws(FileError) -> [Entry] {
    let path = backup.path.appending(BackupFolder.recordName)
    let isFile = FileStatus(of: path, followingLinks: false)?.kind == .file
    let lines =
      isFile ? try FileReading.bytes(ofFileAt: path, limit: mostBytes).split(separator: 0x0A) : []
    let header: Header? = lines.first.flatMap(value)
    guard header?.schema == Header.current else {
      // Interrupted before the first file.
      if backup.isEmpty { return [] }
      throw .corrupt("it has no valid record of what was changed; move the files back yourself")
    }
    var seen: Set<String> = []
    return lines.dropFirst().compactMap(value)
      .filter { seen.insert($0.file).inserted }
  }
}
