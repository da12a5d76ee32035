internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

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

  /// The packs to lint. If the list is empty or nothing has changed, prints that and returns none.
  ///
  /// With `--show-files`, an empty result is not an error. Without it, prints what was left out.
  func packs(
    at paths: [FilePath], _ options: ConfigurationOptions
  ) throws(CommandError) -> Selection {
    let paths =
      try filesFrom.map { file throws(CommandError) in try PathList.paths(in: file) } ?? paths
    if paths.isEmpty { Terminal.printError("stickerpack: nothing to lint: the list is empty") }
    let found =
      paths.isEmpty ? nil : try Packs.all(at: paths, options, mayBeEmpty: showFiles)
    if !showFiles, let summary = SelectionReport.summary(of: found?.leftOut ?? []) {
      Terminal.printError("stickerpack: \(summary)".withoutControls)
    }
    var packs = found?.packs ?? []
    var effects: [ChangedPaths.Effect]?
    if let changedSince, !packs.isEmpty {
      let changes = try changes(since: changedSince, at: paths)
      let touched = packs.map { ($0, changes.effect(on: $0, configuration: options.config)) }.filter
      {
        $0.1 != .none
      }
      packs = touched.map(\.0)
      effects = touched.map(\.1)
      if packs.isEmpty {
        Terminal.printError(
          "stickerpack: nothing to lint: no sticker has changed since \(changedSince.quoted)"
            .withoutControls)
      }
    }
    return Selection(
      packs: packs, leftOut: found?.leftOut ?? [], effects: effects,
      lookedAt: effects == nil
        ? found?.lookedAt ?? [] : packs.flatMap { $0.stickers.map(\.displayPath) })
  }

  /// The changes in all repositories that contain the paths.
  private func changes(
    since reference: String, at paths: [FilePath]
  ) throws(CommandError) -> ChangedPaths {
    var changes = ChangedPaths([])
    let folders = paths.map { $0.isFolder ? $0 : $0.parent }
    for folder in Set(folders).sorted() {
      do {
        changes = changes.union(try GitRepository(at: folder).changes(since: reference))
      } catch {
        throw CommandError(message: "--changed-since: \(error)", status: .usage)
      }
    }
    return changes
  }

  /// The packs to lint and the part of their findings to report.
  struct Selection {
    var packs: [PackSource]
    /// What was found and left out.
    var leftOut: [LeftOut]
    /// What changed in each pack; nil to report everything.
    var effects: [ChangedPaths.Effect]?
    /// The linted files and folders, as reports show them.
    var lookedAt: [String]

    /// Removes the findings in unchanged files. Findings of rules about whole packs stay, because they
    /// can be in any file.
    func reported(_ result: LintResult) -> LintResult {
      guard let effects else { return result }
      var result = result
      for (index, effect) in effects.enumerated() {
        guard case .stickers(let changed) = effect else { continue }
        let pack = result.packs[index]
        let findings = pack.separateFindings.filter { finding in
          switch Rule.named(finding.rule)?.check {
          case .asset, .image: changed.contains(finding.file)
          case .pack, .findings, nil: true
          }
        }
        result.packs[index] = LintedPack(facts: pack.facts, findings: findings)
      }
      return result
    }
  }
}
