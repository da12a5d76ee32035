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

  @Option(
    help: .init(
      "Report only files that changed since the branch left REF, according to git.",
      valueName: "ref"))
  var changedSince: String?

  @Flag(help: "List the packs and files that would be checked, and what is left out and why.")
  var showFiles = false

  func validate() throws {
    if let changedSince, changedSince.isEmpty || changedSince.hasPrefix("-") {
      throw ValidationError("Invalid commit \(changedSince.quoted) for --changed-since.")
    }
  }

  /// What to lint of some paths, or of those in the list. If that is nothing, prints why.
  ///
  /// With `--show-files`, an empty result is not an error. Without it, prints what was left out beside
  /// stickers; an error says where the art is if everything was left out.
  func selection(of task: LintTask) throws -> LintTask.Selection {
    if task.paths.isEmpty {
      Terminal.note("nothing to lint: the list is empty")
    }
    let selection: LintTask.Selection
    do { selection = try task.select(mayBeEmpty: showFiles) } catch {
      guard case .noStickers = error,
        let empty = try? task.select(mayBeEmpty: true),
        let warning = SelectionReport.warning(ofNothingIn: empty.packs, empty.leftOut)
      else { throw error }
      throw CommandError(warning)
    }
    if !showFiles, SelectionReport.warning(ofNothingIn: selection.packs, selection.leftOut) == nil,
      let summary = SelectionReport.summary(of: selection.leftOut)
    {
      Terminal.note(summary)
    }
    if let changedSince, selection.isUnchanged {
      Terminal.note("nothing to lint: no sticker has changed since \(changedSince.quoted)")
    }
    return selection
  }
}
