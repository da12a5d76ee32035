internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerRepair
internal import StickerReports

/// Lists what `lint --fix` changed or would change.
struct FixReport {
  /// The files with findings that can be fixed.
  let files: [RepairedFile]
  /// The folders with the originals of the files that were replaced.
  let backups: [FilePath]

  /// The files that were changed.
  var changed: [RepairedFile] { files.filter { !$0.repairs.isEmpty } }

  /// Whether files have new names, so that packs must be found again.
  var hasNewNames: Bool { changed.contains { $0.newName != nil } }

  /// A line for each file and each repair that was not made, and the number of changed files.
  ///
  /// - Parameter verb: `fixed`, or what would be done.
  func text(_ verb: String) -> String {
    var lines = files.flatMap { file in
      let name = file.source.displayPath.withoutControls
      return (file.repairs.isEmpty ? [] : ["\(name): \(file.changes)"])
        + file.problems.map { problem in
          "\(name): cannot \(problem.repair.summary): \(problem.reason.withoutControls)"
        }
    }
    lines.append("\(Text.count(changed.count, "file")) \(verb)")
    for backup in backups {
      lines.append("Originals: \(backup.string.withoutControls)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension RepairedFile {
  /// The repairs and the sizes before and after, where they differ.
  fileprivate var changes: String {
    var parts = [
      repairs.map { repair in
        repair.summary
          + (repair == .rename ? newName.map { " to \($0.string.withoutControls)" } ?? "" : "")
      }.joined(separator: ", ")
    ]
    if let (before, after) = sizes {
      if before.canvas != after.canvas, let old = before.canvas, let new = after.canvas {
        parts.append("\(old) before, \(new) after")
      }
      if before.bytes != after.bytes {
        parts.append(
          "\(before.bytes.grouped) bytes before, \(after.bytes.grouped) bytes after")
      }
    }
    return parts.joined(separator: "; ")
  }
}
