internal import Basics
internal import ImageContainers
internal import StickerFiles
internal import StickerLint
internal import StickerRepair
internal import StickerReports

/// Lists what `lint --fix` changed or would change.
struct FixReport {
  /// A file with findings that can be fixed.
  struct Entry: Sendable {
    /// The folder of its pack as reports name it.
    var pack: String
    /// What became of it.
    var file: RepairedFile
    /// How it is compared with its original; nil if there is no page.
    var comparison: FixPage.Comparison?

    /// The name of the file in its pack. A catalog's sticker is named without its folder.
    var name: String {
      let path = FilePath(file.source.displayPath)
      let pack = FilePath(pack)
      // Icons are beside their pack.
      let inside = path.relative(to: pack) ?? path.relative(to: pack.parent) ?? path
      return (inside.parent.fileExtension == "sticker" ? inside.name : inside).string
    }
  }

  /// What was done with the files.
  enum Purpose { case fixed, planned, interrupted }

  /// The files that were looked at, in pack order.
  let entries: [Entry]
  /// The number of files with findings that can be fixed.
  let count: Int
  /// Where the originals of the files that were replaced are.
  let originals: [FileReplacement.Originals]

  /// Whether any file was or would be changed.
  var hasChanges: Bool { entries.contains { $0.file.isChanged } }
  /// Whether files have new names, so that packs must be found again.
  var hasNewNames: Bool { entries.contains { $0.file.newName != nil } }
  /// Whether a file could not be written.
  var hasWriteErrors: Bool { entries.contains { $0.file.writeError != nil } }

  /// The files of each pack.
  var packs: [(path: String, entries: ArraySlice<Entry>)] {
    entries.chunked { $0.pack == $1.pack }.map { ($0[$0.startIndex].pack, $0) }
  }

  /// A line for each changed file and each fix that was not made, by pack, and the summary.
  func text(_ purpose: Purpose) -> String {
    let lines = packs.flatMap { pack in
      [pack.path.withoutControls]
        + pack.entries.flatMap { entry in
          entry.file.lines.map { "  \(entry.name): \($0)".withoutControls }
        }
    }
    return joined(lines + [summary(purpose) + "."] + originalsLines)
  }

  /// The files that could not be written, and where the originals of the others are.
  var quietText: String {
    joined(
      entries.compactMap { entry in
        entry.file.writeErrorLine.map {
          "\(entry.file.source.displayPath): \($0)".withoutControls
        }
      } + originalsLines)
  }

  /// The numbers of files, as a sentence without a full stop.
  func summary(_ purpose: Purpose) -> String {
    let changed = entries.count { $0.file.isChanged }
    let refused = entries.reduce(0) { $0 + $1.file.problems.count }
    let failed = entries.count { $0.file.writeError != nil }
    let files = Text.count(changed, "file")
    var parts =
      switch purpose {
      case .fixed: ["\(files) fixed"]
      case .planned: ["\(files) would be fixed"]
      case .interrupted:
        ["Interrupted: \(Text.number(changed)) of \(Text.count(count, "file")) fixed"]
      }
    if refused > 0 {
      parts.append(
        "\(Text.count(refused, "fix").replacing("fixs", with: "fixes")) not possible")
    }
    if failed > 0 { parts.append("\(Text.count(failed, "file")) could not be written") }
    return parts.joined(separator: ", ")
  }

  private var originalsLines: [String] { originals.map(\.line) }

  private func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}

extension FileReplacement.Originals {
  /// Where the originals are, and the command that restores them.
  var line: String {
    "Originals: \(path) (undo: stickerpack undo \(folder.string.shellWord))".withoutControls
  }
}

extension RepairedFile {
  fileprivate var isChanged: Bool { !repairs.isEmpty }

  /// What became of the file: its changes, why it was not written, and each repair that was not made.
  fileprivate var lines: [String] {
    (isChanged ? [changes] : []) + [writeErrorLine].compactMap(\.self)
      + problems.map { "cannot \($0.repair.summary): \($0.reason)" }
  }

  fileprivate var writeErrorLine: String? { writeError.map { "cannot be written: \($0)" } }

  /// The repairs and the sizes before and after, where they differ.
  private var changes: String {
    var parts = [
      repairs.map { repair in
        repair.summary + (repair == .rename ? newName.map { " to \($0)" } ?? "" : "")
      }.joined(separator: ", ")
    ]
    if let (before, after) = sizes {
      if before.canvas != after.canvas, let old = before.canvas, let new = after.canvas {
        parts.append("\(old) → \(new)")
      }
      if before.bytes != after.bytes {
        parts.append("\(before.bytes.grouped) → \(Text.bytes(after.bytes))")
      }
    }
    return parts.joined(separator: "; ")
  }
}

extension Array {
  /// Returns slices of elements in succession that belong together.
  fileprivate func chunked(_ belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var slices: [ArraySlice<Element>] = []
    var start = startIndex
    for index in indices where index > start && !belong(self[index - 1], self[index]) {
      slices.append(self[start..<index])
      start = index
    }
    return start < endIndex ? slices + [self[start...]] : slices
  }
}
