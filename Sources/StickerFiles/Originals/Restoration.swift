package import Basics
internal import ImageContainers
internal import StickerPacks
internal import SystemLibraries

/// The result of restoring a backup.
package struct Restoration: Sendable {
  /// The result for one file.
  package enum Outcome: Sendable, Equatable {
    /// The original is back.
    case restored
    /// It was the original already.
    case unchanged
    /// The file was left as it is; the reason of a refusal is a sentence without a full stop.
    case notRestored(ReplacementError)

    /// Whether the system did not allow it.
    var hasFailed: Bool { if case .notRestored(.failed) = self { true } else { false } }
  }

  /// A file of the backup. Paths are relative to its folder.
  package struct File: Sendable {
    /// The original, or a list in which a name was replaced.
    package var path: FilePath
    /// The result that had another name.
    package var result: FilePath?
    package var outcome: Outcome
    /// The sizes of the result and of the restored original in bytes; nil if that was not restored, and for lists.
    package var bytes: (before: Int, after: Int)?
  }

  /// The files by path, and then the lists.
  package var files: [File]
  /// Whether the backup was removed, because nothing is left to restore.
  package var isComplete: Bool
}

extension BackupFolder {
  /// The number of files that were replaced.
  ///
  /// - Throws: if there is no record, or one of another version.
  package var count: Int { get throws(FileError) { try BackupRecord.entries(of: self).count } }

  /// Moves the originals back, each atomically, and removes the results that had other names.
  ///
  /// Anyone may have made the record, so it is only used for images that are regular files below the folder,
  /// not hidden and not behind links, and only while they have the digests that it states. An interrupted
  /// run is finished by the next one.
  ///
  /// - Throws: if there is no record, or one of another version.
  package func restore() throws(FileError) -> Restoration {
    var steps = try BackupRecord.entries(of: self).map { RestorationStep($0, in: self) }
      .sorted { $0.file.path < $1.file.path }
    for index in steps.indices { steps[index].restoreFile() }
    return removeResults(of: &steps)
  }

  /// Undoes what a killed fix began: results under new names that are still beside their originals.
  func restoreUnfinished() {
    guard let entries = try? BackupRecord.entries(of: self) else { return }
    var steps = entries.map { RestorationStep($0, in: self) }.filter(\.isUnfinished)
    if !steps.isEmpty { _ = removeResults(of: &steps) }
  }

  /// Restores the names in lists, and removes the results that had other names.
  private func removeResults(of steps: inout [RestorationStep]) -> Restoration {
    let lists = renamedBack(in: steps)
    // Last, because it shows an interrupted run that the names in lists may not be restored.
    let failed = Set(lists.filter { $0.outcome.hasFailed }.map(\.path))
    for index in steps.indices where failed.isDisjoint(with: steps[index].lists) {
      steps[index].removeResult()
    }
    let files = steps.map(\.file) + lists
    let isDone = files.allSatisfy { [.restored, .unchanged].contains($0.outcome) }
    if isDone { discard(steps.map(\.file.path) + lists.map(\.path)) }
    return Restoration(files: files, isComplete: isDone && remove())
  }

  /// Replaces names in lists by the original ones. What else was changed in a list stays.
  private func renamedBack(in steps: [RestorationStep]) -> [Restoration.File] {
    var names: [FilePath: [(new: FilePath, old: FilePath)]] = [:]
    for step in steps where step.isRestored {
      for list in step.lists {
        // An interrupted run has restored the names in it, if there is no result.
        let name = (step.result.name, step.original.name)
        names[list, default: []] += step.replacesResult ? [name] : []
      }
    }
    return names.sorted { $0.key < $1.key }.map { path, names in
      var outcome = Restoration.Outcome.unchanged
      do {
        guard path.fileExtension.hasPrefix("json"), isOwn(path, in: root),
          var list = try NameList(at: root.appending(path))
        else {
          throw ReplacementError.refused("it was removed, or no fix writes such a file")
        }
        for (new, old) in names { try list.rename(new, to: old) }
        if list.isChanged {
          try FileDraft(list.bytes, for: list.path, in: self.path, like: list.path).commit()
          outcome = .restored
        }
        let kept = self.path.appending(path)
        if isOwn(path, in: self.path), try FileReading.bytes(ofFileAt: kept) != list.bytes {
          throw ReplacementError.refused(
            "it was changed after the fix. The names in it are the original ones, and your changes stay"
          )
        }
      } catch let error as ReplacementError {
        outcome = .notRestored(error)
      } catch {
        outcome = .notRestored(.failed("\(error)"))
      }
      return Restoration.File(path: path, outcome: outcome)
    }
  }
}

/// The restoration of one replaced file.
private struct RestorationStep {
  private let entry: BackupRecord.Entry
  private let backup: BackupFolder
  /// The original's path, and that of what was written in its place. Often they are the same.
  let original: FilePath
  let result: FilePath
  private(set) var file: Restoration.File

  init(_ entry: BackupRecord.Entry, in backup: BackupFolder) {
    self.entry = entry
    self.backup = backup
    let path = FilePath(entry.file)
    let resultPath = entry.newName.map { path.parent.appending($0) }
    original = backup.root.appending(path)
    result = backup.root.appending(resultPath ?? path)
    file = Restoration.File(path: path, result: resultPath, outcome: .unchanged)
  }

  /// The lists with the name of the result.
  var lists: [FilePath] { (entry.lists ?? []).map { FilePath($0) } }

  /// Whether the original is in its place, and the result still has another name.
  var replacesResult: Bool { isRenamed && isRestored && digest(result) == entry.after }

  /// Whether the original is in its place, whatever was there.
  var isRestored: Bool { [.restored, .unchanged].contains(file.outcome) }

  /// Whether the original is beside its result, as a killed fix leaves them.
  var isUnfinished: Bool {
    guard isRenamed, isTaken(original), (try? checkNames()) != nil else { return false }
    return digest(original) == entry.before && digest(result) == entry.after
  }

  private var isRenamed: Bool { result != original }

  /// Moves the original back if nothing else is in its place.
  mutating func restoreFile() {
    do throws(ReplacementError) {
      try checkNames()
      let current = digest(original)
      if current == entry.before { return }
      let kept = backup.path.appending(file.path)
      guard digest(result) == entry.after,
        !isRenamed || current == nil && !isTaken(original) && clash == nil
      else {
        throw .refused(reason(of: current, kept))
      }
      guard backup.isOwn(file.path, in: backup.path), digest(kept) == entry.before,
        isImage(kept) || !isRenamed && isIconSet(kept)
      else { throw .refused("the original in \(backup.name) is missing or was changed") }
      let sizes = [result, kept].compactMap { FileStatus(of: $0)?.size }
      try move(kept)
      file.outcome = .restored
      if sizes.count == 2 { file.bytes = (sizes[0], sizes[1]) }
    } catch {
      file.outcome = .notRestored(error)
    }
  }

  /// Removes what the original replaces under another name.
  mutating func removeResult() {
    guard replacesResult else { return }
    let code = result.remove()
    file.outcome = code == 0 ? .restored : .notRestored(.failed(SystemError.reason(code)))
  }

  /// Refuses paths of others than `FileReplacement`.
  private func checkNames() throws(ReplacementError) {
    let isSibling =
      !isRenamed
      || result.parent == original.parent && result.stem == original.stem
        && FilePath(entry.newName ?? "").components.count == 1
    guard file.path.canBeKept, file.result?.canBeKept != false, isSibling,
      original.parent.resolved == original.parent,
      // It would be removed.
      !isRenamed || digest(result) != entry.after || isImage(result)
    else {
      throw .refused("the record of \(backup.name) is invalid here: no fix writes such a file")
    }
  }

  /// The reason if another file of the folder cannot be beside the original.
  private var clash: String? {
    isRenamed ? NewNames.clashes(of: [result: original.name])[result] : nil
  }

  private func reason(of current: String?, _ kept: FilePath) -> String {
    if isRenamed, isTaken(original) {
      return "another file has its name now. Rename that one and try again"
    }
    if let clash { return "\(clash) and try again" }
    return
      (isTaken(result) ? "\(result.name) has changed after the fix" : "\(result.name) was removed")
      + ". If you want the original, it is \(backup.name.appending(file.path))"
  }

  private func isImage(_ path: FilePath) -> Bool {
    let head = try? FileReading.head(ofFileAt: path, count: 4096)
    return head.map { FileSignature(of: $0).isImage } ?? false
  }

  /// Whether it is the `Contents.json` of an icon set.
  private func isIconSet(_ path: FilePath) -> Bool {
    path.parent.fileExtension == "stickersiconset" && path.name.string == "Contents.json"
  }

  private func isTaken(_ path: FilePath) -> Bool {
    FileStatus(of: path, followingLinks: false) != nil
  }

  /// The SHA-256 of a regular file; nil if the path names none.
  private func digest(_ path: FilePath) -> String? {
    guard FileStatus(of: path, followingLinks: false)?.kind == .file else { return nil }
    return try? FileReading.digest(ofFileAt: path).sha256
  }

  private func move(_ kept: FilePath) throws(ReplacementError) {
    let code = kept.rename(to: original)
    guard code != 0 else { return }
    guard code == EXDEV, let bytes = try? FileReading.bytes(ofFileAt: kept) else {
      throw .failed(SystemError.reason(code))
    }
    // Another file system is mounted in the folder.
    try FileDraft(bytes, for: original, like: kept).commit()
  }
}
