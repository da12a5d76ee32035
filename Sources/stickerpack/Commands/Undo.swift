internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack undo`
struct Undo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Restore the originals that fix or fit --in-place kept.",
    discussion: """
      Moves the originals of the newest backup, the hidden folder .stickerpack-backup-N with the highest \
      number, back to their places, and removes the backup. Renamed files get their names back, including in \
      stickerpack.json and Contents.json. Run it again for the backup before.

      A file that was changed or removed after the fix is left as it is, and its original stays in the \
      backup. The originals must be those that were kept: each is compared with its SHA-256.

      Exits with 1 if a file was left as it is, and with 3 if one could not be written.

      EXAMPLES
        stickerpack undo Stickers
        stickerpack undo Stickers --list
        stickerpack undo Stickers --backup 1
        stickerpack undo Stickers --format json
      """)

  @Argument(help: "The folder or asset catalog that was fixed.", completion: .directory)
  var folder: FilePath

  @Option(
    help: .init("Restore this backup instead of the newest one; see --list.", valueName: "number"))
  var backup: Int?

  @Flag(help: "List the backups, and restore nothing.")
  var list = false

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  func validate() throws {
    guard !list || backup == nil else {
      throw ValidationError("--list cannot be combined with --backup.")
    }
  }

  func run() async throws {
    var task = UndoTask(folder)
    if list {
      let backups = try task.backups()
      return try Terminal.write(
        format == .json ? Self.json(of: backups) : Array(Self.text(of: backups).utf8))
    }
    task.backup = backup
    task.uninterrupted = { Signals.deferring($0) }
    task.waiting = { Terminal.noteWaiting() }
    let (restored, files) = try await task.run()
    try Terminal.write(
      format == .json
        ? files.json(of: restored, in: folder) : Array(files.text(of: restored, in: folder).utf8))
    let problems = files.files.compactMap {
      if case .notRestored(let problem) = $0.outcome { problem } else { nil }
    }
    if problems.contains(where: { if case .failed = $0 { true } else { false } }) {
      throw ExitStatus.failed
    }
    if !problems.isEmpty { throw ExitStatus.findings }
  }

  private static func json(of backups: [BackupFolder]) -> [UInt8] {
    JSONStream.object { json in
      json.add("backups", objects: backups) {
        $0.add("files", try? $1.count)
        $0.add("name", $1.name.string)
        $0.add("number", $1.number)
      }
      json.add("schema", "stickerpack.undo/1")
    }
  }

  /// A line for each backup, the newest first.
  private static func text(of backups: [BackupFolder]) -> String {
    guard !backups.isEmpty else { return "No backups.\n" }
    return backups.map { backup in
      let files = (try? backup.count).map { $0.counted("file") } ?? "no record"
      let date = backup.created.flatMap(Terminal.date) ?? "unknown date"
      return "\(backup.number)  \(backup.name)  \(date)  \(files)\n"
    }.joined()
  }
}

extension Restoration {
  /// A line for each file that was or could not be restored, and the summary.
  fileprivate func text(of backup: BackupFolder, in folder: FilePath) -> String {
    let lines = files.compactMap { file in
      file.words.map { "\(file.path): \($0)".withoutControls }
    }
    let restored = files.count { $0.outcome == .restored }
    let left = files.count { ![.restored, .unchanged].contains($0.outcome) }
    let parts =
      ["\(restored.counted("file")) restored"] + (left > 0 ? ["\(left.grouped) not"] : [])
    let place = folder.appending(backup.name)
    let summary =
      parts.joined(separator: ", ")
      + (isComplete ? ". Removed \(place)." : ". The other files of the backup stay in \(place).")
    return (lines + [summary.withoutControls]).map { $0 + "\n" }.joined()
  }
}

extension Restoration {
  /// The result for each file; `stickerpack schema undo` describes it.
  fileprivate func json(of backup: BackupFolder, in folder: FilePath) -> [UInt8] {
    JSONStream.object { json in
      json.add("backup", folder.appending(backup.name).string)
      json.add("complete", isComplete)
      json.add("files", objects: files) { json, file in
        json.add("bytesAfter", file.bytes?.after)
        json.add("bytesBefore", file.bytes?.before)
        json.add("file", file.path.string)
        switch file.outcome {
        case .restored: json.add("outcome", "restored")
        case .unchanged: json.add("outcome", "unchanged")
        case .notRestored(.refused(let reason)):
          json.add("outcome", "refused")
          json.add("reason", reason)
        case .notRestored(.failed(let reason)):
          json.add("outcome", "failed")
          json.add("reason", reason)
        }
        if file.outcome == .restored { json.add("removed", file.result?.string) }
      }
      json.add("schema", "stickerpack.undo/1")
    }
  }
}

extension Restoration.File {
  /// The result in words; nil if the file was the original already.
  fileprivate var words: String? {
    switch outcome {
    case .restored: result.map { "restored, \($0.name) removed" } ?? "restored"
    case .unchanged: nil
    case .notRestored(.refused(let reason)): "not restored: \(reason)."
    case .notRestored(.failed(let reason)): "cannot be written: \(reason)"
    }
  }
}
