internal import Basics

/// The replaced files, as lines of JSON in a backup.
///
/// A line is added before its file is replaced, so after any interruption, what is on disk is either the
/// original or the result of a line. A line that is not complete belongs to a file that was not replaced.
enum BackupRecord {
  /// The first line.
  struct Header: Codable {
    static let current = "stickerpack.backup/1"
    var schema = Self.current
  }

  /// A file that was replaced. Paths are relative to the folder of the backup.
  struct Entry: Codable, Equatable {
    var file: String
    /// The SHA-256 of the original.
    var before: String
    /// The SHA-256 of the result.
    var after: String
    /// The name of the result in the same folder, if it has another one.
    var newName: String?
    /// The JSON files in which the name was replaced.
    var lists: [String]?
  }

  /// The largest record that is read, in bytes: that of 100,000 files.
  private static let mostBytes = 1 << 25

  static func append(_ entry: Entry, to backup: BackupFolder) throws {
    // The last line may be incomplete, if the disk was full.
    let line = try [0x0A] + CanonicalJSON.line(of: entry)
    let code = backup.path.appending(BackupFolder.recordName).append(line)
    guard code == 0 else { throw ReplacementError.failed(SystemError.reason(code)) }
  }

  /// Returns the entries of a backup. If a file has several, the first one has its original.
  ///
  /// - Throws: if there are files, but no record, or one of another version.
  static func entries(of backup: BackupFolder) throws(FileError) -> [Entry] {
    let path = backup.path.appending(BackupFolder.recordName)
    let isFile = FileStatus(of: path, followingLinks: false)?.kind == .file
    let lines =
      isFile ? try FileReading.bytes(ofFileAt: path, limit: mostBytes).split(separator: 0x0A) : []
    let header = lines.first.flatMap { try? CanonicalJSON.value(Header.self, from: Array($0)) }
    guard header?.schema == Header.current else {
      // Interrupted before the first file.
      if backup.isEmpty { return [] }
      throw .corrupt("it has no valid record of what was changed; move the files back yourself")
    }
    var seen: Set<String> = []
    return lines.dropFirst().compactMap { try? CanonicalJSON.value(Entry.self, from: Array($0)) }
      .filter { seen.insert($0.file).inserted }
  }
}
