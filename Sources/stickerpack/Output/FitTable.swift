internal import Basics
internal import StickerReports
internal import StickerTasks

/// A table of stickers with what fitting changed.
enum FitTable {
  /// A line with the number of changed stickers and the sizes before and after.
  static func summary(of changes: [StickerChange], among count: Int) -> String {
    let before = changes.reduce(0) { $0 + $1.before.bytes }
    let after = changes.reduce(0) { $0 + ($1.used ?? $1.before).bytes }
    return "\(changes.count { $0.used != nil }) of \(count.counted("sticker")) changed:"
      + " \(before.grouped) bytes before, \(after.grouped) bytes after"
  }

  /// The lines of the table, with a heading; none without stickers.
  static func lines(for changes: [StickerChange]) -> [String] {
    guard !changes.isEmpty else { return [] }
    // The folder of a catalog's stickers is said once: its path is long.
    let folders = changes.map(\.catalogFolder)
    let cells =
      [["sticker", "before", "after", "of limit", "score", "worst", "looks", "change"]]
      + zip(changes, folders).map { Self.cells(for: $0, in: $1) }
    let widths = (0..<7).map { column in cells.map { $0[column].count }.max() ?? 0 }
    let lines = cells.map { row in
      (0..<7).map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }.joined(separator: "  ") + "  " + row[7]
    }
    return lines.prefix(1)
      + zip(lines.dropFirst(), folders.indices).flatMap { line, index -> [String] in
        let folder = folders[index]
        let isNew = folder != (index > 0 ? folders[index - 1] : nil)
        return (isNew ? [folder?.string.withoutControls].compactMap(\.self) : []) + [line]
      }
  }

  /// The name, the bytes before and after, their share of the limit, the mean and the lowest score, the first in a word, and
  /// the change.
  private static func cells(for change: StickerChange, in folder: FilePath?) -> [String] {
    let name =
      folder.flatMap { FilePath(change.file).relative(to: $0) }
      .map { "  " + $0.withoutStickerFolder.string } ?? change.file
    let isChanged = change.isChanged
    let note =
      change.error
      ?? (change.isRefused
        ? "; not written: the score is below --min-quality" : isChanged ? "" : "unchanged")
    return [
      name.withoutControls, change.before.bytes.grouped,
      change.error == nil ? (change.after ?? change.before).bytes.grouped : "",
      change.after.flatMap { after in
        change.maximumBytes.map { Text.percent(Double(after.bytes) / Double($0)) }
      } ?? "",
      isChanged ? String(Int(clamping: change.score.rounded(.down))) : "",
      isChanged ? String(Int(clamping: change.worstScore.rounded(.down))) : "",
      isChanged ? Looks(of: change)?.rawValue ?? "poor" : "",
      ((isChanged ? text(of: change) : "") + note).withoutControls,
    ]
  }

  /// Returns the changes, and the best result on another canvas, as text.
  private static func text(of change: StickerChange) -> String {
    var text = text(of: change.steps)
    if change.hasNewPalette { text += ", indexed" }
    if let other = change.alternative {
      let score = String(Int(clamping: other.score.rounded(.down)))
      text += " (\(Self.text(of: other.steps)): score \(score))"
    }
    return text
  }

  private static func text(of steps: [StickerChange.Step]) -> String {
    steps.isEmpty ? "no loss" : steps.map(\.words).joined(separator: ", ")
  }
}
