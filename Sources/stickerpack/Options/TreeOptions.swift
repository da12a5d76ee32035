internal import ArgumentParser
internal import Basics
internal import StickerTasks

/// The options that select what to lint in a large tree.
struct TreeOptions: ParsableArguments {
  @Option(
    help: .init(
      "Lint the files in a list, separated by newlines or NUL (-: standard input).",
      valueName: "file"),
    completion: .file())
  var filesFrom: FilePath?

  @Flag(help: "List the packs and files that would be checked, and what is left out and why.")
  var showFiles = false

  /// The files that are not linted and why: those beside stickers, or all, because nothing has changed.
  static func notes(about selection: LintTask.Selection, changedSince: String?) -> [String] {
    var notes: [String] = []
    if SelectionReport.warning(ofNothingIn: selection.packs, selection.leftOut) == nil,
      let summary = SelectionReport.summary(of: selection.leftOut)
    {
      notes.append(summary)
    }
    if let changedSince, selection.isUnchanged {
      notes.append("nothing to lint: no sticker has changed since \(changedSince.quoted)")
    }
    return notes
  }
}
