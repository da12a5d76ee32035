internal import ArgumentParser
internal import Basics

/// The options of `lint` that do what `stickerpack fix` does, for hooks that lint and fix at once.
struct FixOptions: ParsableArguments, Sendable {
  @Flag(help: "First fix invisible problems, as stickerpack fix does.")
  var fix = false

  @Flag(help: "With --fix: also make fixes that change the art or its timing.")
  var unsafeFixes = false

  func validate() throws {
    guard fix || !unsafeFixes else { throw ValidationError("--unsafe-fixes requires --fix.") }
  }
}

/// The findings that are ignored because a baseline has them.
struct BaselineOption: ParsableArguments {
  @Option(
    help: .init(
      "Ignore the findings recorded in a baseline; see lint --write-baseline.", valueName: "file"),
    completion: .file())
  var baseline: FilePath?

  /// Fails early: linting may take minutes.
  func check() throws {
    if let baseline, !baseline.exists {
      throw CommandError(
        "\(baseline): no such baseline; lint --write-baseline \(baseline) creates it")
    }
  }
}

/// The files that git knows to be changed.
struct ChangeOption: ParsableArguments {
  @Option(
    help: .init(
      "Use only files that changed since the branch left REF, according to git.",
      valueName: "ref"))
  var changedSince: String?

  func validate() throws {
    if let changedSince, changedSince.isEmpty || changedSince.hasPrefix("-") {
      throw ValidationError("Invalid commit \(changedSince.quoted) for --changed-since.")
    }
  }
}
