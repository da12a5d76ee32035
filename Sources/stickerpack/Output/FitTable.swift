internal import Basics
internal import StickerManifest
internal import StickerReports

/// A table of stickers with what fitting changed.
struct FitTable {
  /// A sticker.
  struct Row {
    /// The file as reports show it.
    var name: String
    var bytesBefore: Int
    /// Nil without a result.
    var bytesAfter: Int?
    /// What was changed; nil if nothing was.
    var fit: Manifest.Fit?
    /// What is shown after the changes, or in place of them.
    var note = ""
  }

  let rows: [Row]

  /// A line with the number of changed stickers and the sizes before and after.
  static func summary(changed: Int, of count: Int, bytesBefore: Int, bytesAfter: Int) -> String {
    "\(changed) of \(count.counted("sticker")) changed: \(bytesBefore.grouped) bytes before,"
      + " \(bytesAfter.grouped) bytes after"
  }

  /// The lines of the table, with a heading; none without rows.
  var lines: [String] {
    guard !rows.isEmpty else { return [] }
    let cells =
      [["sticker", "before", "after", "score", "PSNR", "change"]] + rows.map { Self.cells(of: $0) }
    let widths = (0..<5).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      (0..<5).map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }.joined(separator: "  ") + "  " + row[5]
    }
  }

  /// The name, the bytes before and after, the score, the PSNR and the change.
  private static func cells(of row: Row) -> [String] {
    [
      row.name.withoutControls, row.bytesBefore.grouped, row.bytesAfter?.grouped ?? "",
      row.fit.map { String(Int($0.quality.score.rounded(.down))) } ?? "",
      row.fit?.quality.decibels.map { "\(Int($0)) dB" } ?? "",
      ((row.fit.map(text) ?? "") + row.note).withoutControls,
    ]
  }

  /// What was changed, and what the next better result would have cost.
  private static func text(of fit: Manifest.Fit) -> String {
    var text = text(of: fit.changes)
    if fit.indexed { text += ", indexed" }
    if let better = fit.nextBetter, better.changes != fit.changes {
      let shared = zip(better.changes, fit.changes).prefix { $0 == $1 }.count
      text +=
        " (\(better.bytes.grouped) with \(Self.text(of: Array(better.changes.dropFirst(shared)))))"
    }
    return text
  }

  private static func text(of changes: [Manifest.Fit.Change]) -> String {
    guard !changes.isEmpty else { return "no loss" }
    return changes.map { change in
      let value = change.value ?? 0
      return switch change.kind {
      case "converted": "APNG"
      case "imported": "from \(change.from ?? "another format")"
      case "trimmed": "trimmed"
      case "outlined": "\(value) px of outline"
      case "padded": "\(value) px of padding"
      case "squared": "square"
      case "scaled": "\(value) px"
      case "frames": "\(value) of \((change.of ?? 0).counted("frame"))"
      case "colors": "\(value) colors"
      case "settled": "differences up to \(value.counted("code")) dropped"
      case "quality": "JPEG quality \(value)"
      default: change.kind
      }
    }.joined(separator: ", ")
  }
}
