internal import ArgumentParser
internal import Basics
internal import StickerFiles
internal import StickerReports

/// `stickerpack undo`
struct Undo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Restore the originals that lint --fix or fit --in-place kept.",
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
      """)

  @Argument(help: "The folder or asset catalog that was fixed.", completion: .directory)
  var folder: FilePath

  @Option(
    help: .init("Restore this backup instead of the newest one; see --list.", valueName: "number"))
  var backup: Int?

  @Flag(help: "List the backups, and restore nothing.")
  var list = false

  func validate() throws {
    guard !list || backup == nil else {
      throw ValidationError("--list cannot be combined with --backup.")
    }
  }

  func run() async throws {
    guard let root = BackupFolder.root(for: folder) else {
      throw CommandError("\(folder): no such folder")
    }
    do {
      if list {
        try Terminal.write(Self.text(of: BackupFolder.all(in: root)))
        return
      }
      try await FolderLock.holding(
        on: [folder], orThrow: CancellationError() as any Error, waiting: Terminal.noteWaiting
      ) {
        BackupFolder.recover(in: root)
        let backups = try BackupFolder.all(in: root)
        guard
          let chosen = backup.map({ number in backups.first { $0.number == number } })
            ?? backups.first
        else {
          throw CommandError(
            backup.map { "\(folder) has no backup \($0); --list shows those it has" }
              ?? "\(folder) has no backup, so there is nothing to undo")
        }
        try restore(chosen)
      }
    } catch let error as FileError {
      throw CommandError("\(folder): \(error)", status: .failed)
    }
  }

  private func restore(_ backup: BackupFolder) throws {
    let restoration: Restoration
    do {
      restoration = try Signals.deferring { () throws(FileError) in try backup.restore() }
    } catch {
      throw CommandError(
        "cannot undo \(folder.appending(backup.name)): \(error)", status: .failed)
    }
    try Terminal.write(restoration.text(of: backup, in: folder))
    let outcomes = restoration.files.map(\.outcome)
    if outcomes.contains(where: { if case .notRestored(.failed) = $0 { true } else { false } }) {
      throw ExitStatus.failed
    }
    if outcomes.contains(where: { if case .notRestored(.refused) = $0 { true } else { false } }) {
      throw ExitStatus.findings
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

extension Restoration.File {
  /// What became of the file; nil if it was the original already.
  fileprivate var words: String? {
    switch outcome {
    case .restored: result.map { "restored, \($0.name) removed" } ?? "restored"
    case .unchanged: nil
    case .notRestored(.refused(let reason)): "not restored: \(reason)."
    case .notRestored(.failed(let reason)): "cannot be written: \(reason)"
    }
  }
}
