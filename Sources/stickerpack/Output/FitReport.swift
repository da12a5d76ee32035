internal import Basics
internal import StickerReports
internal import StickerTasks

/// Lists what `fit` changed.
struct FitReport {
  let result: FitResult

  /// The report, with a line for each sticker that is too large.
  ///
  /// - Parameter isVerbose: whether unchanged stickers have a line, too.
  func text(isVerbose: Bool) -> String {
    let changes = result.changes
    let table = FitTable.lines(
      for: changes.filter { isVerbose || $0.isChanged || $0.error != nil })
    let remarks = changes.flatMap { change in
      change.remarks.map { "\(change.file): \($0)".withoutControls }
    }
    let skipped = result.skipped.map { "\($0.displayPath): \($0.reason)".withoutControls }
    let lines = table + result.sizes.map(\.line) + remarks + skipped
    return (lines + (lines.isEmpty ? [] : [""]) + summary).map { $0 + "\n" }.joined()
  }

  /// The report as JSON; `stickerpack schema fit` describes it.
  func json() -> [UInt8] {
    JSONStream.object { report in
      if !result.originals.isEmpty {
        report.add("originals", result.originals.map(\.path.string))
      }
      report.add("output", result.output)
      report.add("schema", "stickerpack.fit/1")
      if !result.sizes.isEmpty {
        report.add("sizes", objects: result.sizes) { json, size in
          json.add("deciding", objects: size.deciding) {
            $0.add("file", $1.file)
            $0.add("side", $1.side)
          }
          json.add("folder", size.folder)
          json.add("side", size.side)
          json.add("sideBefore", size.sideBefore)
        }
      }
      if !result.skipped.isEmpty { report.add("skipped", result.skipped) }
      report.add("stickers", result.changes)
    }
  }

  private var summary: [String] {
    let failed = result.changes.count { !$0.fits }
    let larger = result.changes.count { ($0.used ?? $0.before).bytes > $0.before.bytes }
    var lines = [FitTable.summary(of: result.changes, among: result.changes.count)]
    if larger > 0 {
      lines.append(
        "\(larger.counted("file")) became larger: changed art, or another format, can take more bytes"
      )
    }
    if failed > 0 { lines.append("\(failed.counted("sticker")) could not be fitted") }
    let skipped = result.skipped.count
    if skipped > 0 {
      lines.append(
        skipped == 1 ? "1 entry was skipped" : "\(skipped.grouped) entries were skipped")
    }
    let places =
      (result.output.map { ["Written to \($0)"] } ?? []) + result.originals.map(\.line)
    return lines
      + (places.isEmpty ? ["Nothing was written."] : places.map(\.withoutControls))
  }
}

extension PackSize {
  /// The size, and the stickers because of which it was chosen.
  var line: String {
    let named = deciding.prefix(3).map { "\($0.file) (\($0.side) px)" }
    let more = deciding.count - named.count
    let names = (named + (more > 0 ? ["\(more) more"] : [])).joined(separator: ", ")
    let isWanted = deciding.contains { $0.side >= side }
    return
      ("\(folder): one size for all stickers, \(side) px"
      + (isWanted ? ", because of \(names)" : "; these alone would look better smaller: \(names)"))
      .withoutControls
  }
}
