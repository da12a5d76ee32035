internal import ArgumentParser
internal import StickerTasks

/// Whether and how `lint` fixes what it finds.
struct FixOptions: ParsableArguments {
  @Flag(
    help:
      "Fix invisible problems, such as metadata, and report the rest. Originals are kept; stickerpack undo restores them."
  )
  var fix = false

  @Flag(help: "With --fix or --diff: also make fixes that change the art or its timing.")
  var unsafeFixes = false

  @Flag(help: "Print what --fix would change, and write nothing. Exits with 1 if it would.")
  var diff = false

  /// Whether files are repaired, if only for a list of changes.
  var isActive: Bool { fix || diff }

  /// Which findings that could be fixed text reports count.
  var suggestion: FixSuggestion? {
    if unsafeFixes { return nil }
    return isActive ? .unsafe : .all
  }

  func validate() throws {
    guard isActive || !unsafeFixes else {
      throw ValidationError("--unsafe-fixes requires --fix or --diff.")
    }
  }

  /// The task of the library, for what another task lints.
  ///
  /// - Parameter hasPage: whether the files are compared on a page.
  func task(_ lint: LintTask, hasPage: Bool) -> FixTask {
    var task = FixTask(lint)
    task.allowsUnsafe = unsafeFixes
    task.isDryRun = diff
    task.comparesPictures = hasPage
    return task
  }
}
