package import Basics
package import StickerFiles

/// Restores the originals that ``FixTask`` and ``FitTask`` kept, those of the newest backup first.
package struct UndoTask: Sendable {
  /// The number of the backup to restore; nil for the newest one.
  package var backup: Int?
  /// Runs what must not be interrupted: moving all originals back, which takes milliseconds.
  package var uninterrupted: @Sendable (_ restore: () -> Void) -> Void = { $0() }
  /// Called if another process changes files of the folder, for whose end the task waits.
  package var waiting: @Sendable () -> Void = {}
  private let folder: FilePath

  /// Creates a task for a folder or an asset catalog.
  package init(_ folder: FilePath) { self.folder = folder }

  /// The backups of the folder, the newest first.
  package func backups() throws(TaskError) -> [BackupFolder] {
    let root = try root
    do { return try BackupFolder.all(in: root) } catch { throw failed(error) }
  }

  /// Restores a backup. A file that was changed after the fix is left as it is.
  ///
  /// - Throws: ``TaskError`` if there is no backup, or if its record cannot be read.
  package func run() async throws(TaskError) -> (backup: BackupFolder, files: Restoration) {
    let root = try root
    return try await FolderLock.holding(
      on: [folder], orThrow: TaskError.cancelled, waiting: waiting
    ) { () throws(TaskError) in
      BackupFolder.recover(in: root)
      let chosen = try chosen()
      var restored: Result<Restoration, FileError>?
      uninterrupted { restored = Result { () throws(FileError) in try chosen.restore() } }
      do {
        guard let files = try restored?.get() else { throw TaskError.cancelled }
        return (chosen, files)
      } catch {
        throw .failed(reason: "cannot undo \(folder.appending(chosen.name)): \(error)")
      }
    }
  }

  private var root: FilePath {
    get throws(TaskError) {
      guard let root = BackupFolder.root(for: folder) else {
        throw .invalid(reason: "\(folder): no such folder")
      }
      return root
    }
  }

  private func chosen() throws(TaskError) -> BackupFolder {
    let backups = try backups()
    guard let backup else {
      guard let newest = backups.first else {
        throw .invalid(reason: "\(folder) has no backup, so there is nothing to undo")
      }
      return newest
    }
    guard let chosen = backups.first(where: { $0.number == backup }) else {
      throw .invalid(reason: "\(folder) has no backup \(backup); --list shows those it has")
    }
    return chosen
  }

  private func failed(_ error: FileError) -> TaskError { .failed(reason: "\(folder): \(error)") }
}
