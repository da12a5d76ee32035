internal import Basics
internal import StickerReports
internal import StickerTasks

/// Lists what a fix changed or would change.
struct FixReport {
  let result: FixResult
  let isDryRun: Bool

  /// A line for each changed file and each fix that was not made, by pack, and the summary.
  ///
  /// - Parameter isQuiet: whether only the files that could not be written are listed, and where the originals of the
  ///   others are.
  func text(isQuiet: Bool = false) -> String {
    var lines: [String] = []
    if isQuiet {
      lines = result.changes.compactMap { change in
        change.writeErrorLine.map { "\(change.file): \($0)".withoutControls }
      }
    } else {
      var pack: String?
      for file in result.files {
        if file.pack != pack { lines.append(file.pack.withoutControls) }
        pack = file.pack
        lines += file.change.lines.map { "  \(file.name): \($0)".withoutControls }
      }
      lines.append(summary + ".")
    }
    return (lines + result.originals.map(\.line)).map { $0 + "\n" }.joined()
  }

  /// The list as JSON; `stickerpack schema fix` describes it.
  func json() -> [UInt8] {
    JSONStream.object { report in
      report.add("dryRun", isDryRun)
      report.add("files", objects: result.files) { json, file in
        let change = file.change
        json.add("bytesAfter", (change.used ?? change.before).bytes)
        json.add("bytesBefore", change.before.bytes)
        json.add("error", change.error)
        json.add("file", change.file)
        json.add("fixes", change.madeFixes)
        json.add("pack", file.pack)
        json.add("refused", objects: change.refusedSteps) {
          $0.add("fix", $1.summary)
          $0.add("reason", $1.reason)
        }
        if !change.remarks.isEmpty { json.add("remarks", change.remarks) }
        if change.isRenamed { json.add("renamedTo", change.after?.name) }
      }
      report.add("originals", result.originals.map(\.path.string))
      report.add("schema", "stickerpack.fix/1")
      report.add(summaryOf: ReportContents(result.lint))
    }
  }

  /// A page that compares the files with their originals.
  func page() -> [UInt8] {
    result.page(summary: summary + ". Run stickerpack lint to see all findings that are left.")
  }

  /// The numbers of files, as a sentence without a full stop.
  private var summary: String {
    let changes = result.changes
    let changed = changes.count { $0.isChanged }
    let refused = changes.reduce(0) { $0 + $1.refusedSteps.count }
    let failed = changes.count { $0.error != nil }
    var parts = ["\(changed.counted("file")) \(isDryRun ? "would be " : "")fixed"]
    if !isDryRun, result.isInterrupted {
      parts = ["Interrupted: \(changed.grouped) of \(result.count.counted("file")) fixed"]
    }
    if refused > 0 {
      parts.append("\(refused.grouped) \(refused == 1 ? "fix" : "fixes") not possible")
    }
    if failed > 0 { parts.append("\(failed.counted("file")) could not be written") }
    return parts.joined(separator: ", ")
  }
}

extension FixResult.File {
  /// The name of the file in its pack. A catalog's sticker is named without its folder of the same name.
  fileprivate var name: String {
    let path = FilePath(change.file)
    let pack = FilePath(pack)
    // Icons are beside their pack.
    let inside = path.relative(to: pack) ?? path.relative(to: pack.parent) ?? path
    return inside.withoutStickerFolder.string
  }
}

extension FileReplacement.Originals {
  /// The path of the originals, and the command that restores them.
  var line: String {
    "Originals: \(path) (undo: stickerpack undo \(folder.string.shellWord))".withoutControls
  }
}

extension StickerChange {
  /// The fixes that were not made, each with the reason.
  fileprivate var refusedSteps: [(summary: String, reason: String)] {
    refusals.compactMap {
      if case .step(.fix(let summary), let reason) = $0 { (summary, reason) } else { nil }
    }
  }

  /// The lines about the file: its changes, the reason it was not written, and each fix that was not made.
  fileprivate var lines: [String] {
    (isChanged ? [changeLine] + remarks : []) + [writeErrorLine].compactMap(\.self)
      + refusedSteps.map { "cannot \($0.summary): \($0.reason)" }
  }

  fileprivate var writeErrorLine: String? {
    refusals.lazy.compactMap {
      if case .failed(_, let reason) = $0 { "cannot be written: \(reason)" } else { nil }
    }.first
  }

  /// The fixes that were made.
  fileprivate var madeFixes: [String] {
    steps.compactMap { if case .fix(let summary) = $0 { summary } else { nil } }
  }

  /// The fixes and the sizes before and after, where they differ.
  private var changeLine: String {
    guard let after else { return "" }
    // A file is renamed last.
    var parts = [madeFixes.joined(separator: ", ") + (isRenamed ? " to \(after.name)" : "")]
    if before.canvas != after.canvas, let old = before.canvas, let new = after.canvas {
      parts.append("\(old) → \(new)")
    }
    if before.bytes != after.bytes {
      parts.append("\(before.bytes.grouped) → \(Text.bytes(after.bytes))")
    }
    return parts.joined(separator: "; ")
  }
}
