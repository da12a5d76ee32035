internal import ArgumentParser
internal import Basics
internal import StickerFiles
internal import StickerBuild
internal import StickerLint
internal import StickerPacks
internal import StickerProject
internal import StickerReports

/// `stickerpack build`
struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Check packs, then write their asset catalogs, scaled images and manifests.",
    discussion: """
      Writes a folder that Xcode, Bazel and XcodeGen use without changes:

        Stickers.xcstickers   the asset catalog with the unchanged art, and icons
        images                every sticker at @3x, @2x and @1x
        manifest.json         names, labels, sizes, hashes and timing
        xx.lproj              translated labels, if there are any

      For a folder of packs, the output has one such folder for each pack, and a manifest.json that \
      lists them. The output is written completely or not at all, and replaces one that stickerpack \
      built before. Other files in the folder stay where they are; files of the old bundle that were \
      changed stop the build. With --archive, folder.zip next to it contains the same files. Equal art \
      gives equal bytes.

      EXAMPLES
        stickerpack build Stickers -o Build/Stickers
        stickerpack build Stickers -o Build/Stickers --strict
        stickerpack build Stickers -o Build/Stickers --fit --min-quality 70
        stickerpack build Stickers -o Build/Stickers --emit xcodeproj --build-number 42
        stickerpack build Stickers -o Build/Stickers --archive
        stickerpack build Stickers -o Build/Stickers --dry-run
      """)

  @Argument(
    help: "A pack's folder, a folder of packs or an asset catalog.", completion: .directory)
  var folder: FilePath

  @Option(
    name: .shortAndLong, help: .init("The folder to write.", valueName: "folder"),
    completion: .directory)
  var output: FilePath

  @Flag(
    help:
      "Make stickers over 500,000 bytes or 618 px smaller first, as stickerpack fit does. The folder of the art is only read."
  )
  var fit = false

  @Flag(
    help:
      "Build despite errors, without files that cannot be decoded, and replace changed files of the old bundle."
  )
  var force = false

  @Option(
    name: .customLong("emit"),
    help: .init(
      "Also write a project for the packs: xcodeproj, xcodegen, tuist, bazel, or swift for a custom"
        + " sticker browser. Repeatable.", valueName: "format"))
  var formats: [ProjectFormat] = []

  @Flag(help: "Also write a .zip of the folder next to it.")
  var archive = false

  @Flag(help: "Check, list what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup(title: "Fitting, with --fit")
  var fitting: FittingOptions

  @OptionGroup var versions: VersionOptions

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    guard !force || !formats.contains(.swift) else {
      throw ValidationError(
        "--force cannot be combined with --emit swift: the browser lists all stickers, also skipped"
          + " ones.")
    }
    guard fit || !fitting.areGiven else {
      throw ValidationError(
        "--min-quality, --no-palette, --to-apng and --effort require --fit.")
    }
    guard versions.buildNumber == nil || !formats.isEmpty else {
      throw ValidationError("--build-number requires --emit: only projects have a build number.")
    }
  }

  func run() async throws {
    let found = try Packs.toBuild(in: folder, linting.configuration)
    let result = try await linting.lint(
      found.packs,
      reader: Linter.beforeBuild(linting.options, fitting: options.fitting).reader)
    try printFitted(result)
    let report = linting.output.textReport(.errors).text(of: ReportContents(result))
    if result.hasErrors, !force {
      try Terminal.write(report)
      let solved = [Rule.fileTooLarge.id, Rule.canvasTooLarge.id]
      if !fit, result.findings.contains(where: { solved.contains($0.rule) && $0.isOpen }) {
        Terminal.printError("stickerpack: --fit makes stickers small enough")
      }
      Terminal.printError("stickerpack: build stopped: fix the errors above, or use --force")
      throw ExitCode(ExitStatus.findings.rawValue)
    }
    if !result.isClean { try Terminal.write(report) }
    for name in found.skipped {
      Terminal.printError(
        "stickerpack: \(name) is a separate pack and was not built".withoutControls)
    }
    var plan = BuildPlan(result.packs)
    versions.apply(to: &plan)
    do {
      try plan.addProjects(formats)
    } catch {
      throw CommandError(BuildError.project(error))
    }
    if dryRun {
      do { try plan.checkHasStickers() } catch { throw CommandError(error) }
      try preview(plan)
    } else {
      try await build(plan)
    }
  }

  private var archivePath: FilePath? { archive ? PackBuilder.archive(of: output) : nil }

  private var options: BuildOptions {
    var options = BuildOptions()
    options.lint = linting.options
    options.fit = fit ? fitting.options : nil
    options.isForced = force
    options.isArchived = archive
    return options
  }

  private var builder: PackBuilder { PackBuilder(options) }

  /// Prints the stickers that were made smaller.
  private func printFitted(_ result: LintResult) throws {
    guard !linting.output.quiet else { return }
    let stickers = result.packs.flatMap(\.facts.stickers)
    let rows = stickers.compactMap { facts in
      facts.fit.map {
        FitTable.Row(
          name: facts.source.displayPath, bytesBefore: $0.bytesBefore, bytesAfter: facts.byteCount,
          fit: $0)
      }
    }
    guard !rows.isEmpty else { return }
    let summary = FitTable.summary(
      changed: rows.count, of: stickers.count, bytesBefore: rows.map(\.bytesBefore).reduce(0, +),
      bytesAfter: rows.compactMap(\.bytesAfter).reduce(0, +))
    let lines = FitTable(rows: rows).lines + ["", summary, ""]
    try Terminal.write(lines.map { $0 + "\n" }.joined())
  }

  /// Prints what a build would do. Fails if a build would refuse the output folder.
  private func preview(_ plan: BuildPlan) throws {
    let contents = Result { () throws(OutputError) in try builder.contents(of: output) }
    try Terminal.write(
      PlanReport.text(of: plan, at: output, archive: archivePath, replacing: try? contents.get()))
    do throws(OutputError) {
      try builder.checkReplaceable(try contents.get(), at: output)
    } catch {
      throw CommandError(error)
    }
  }

  private func build(_ plan: BuildPlan) async throws {
    let built: PackBuilder.Output
    do {
      built = try await Signals.cancelling {
        [builder, output, isQuiet = linting.output.quiet]
        () async throws(BuildError) -> PackBuilder.Output in
        let bar = ProgressBar("Building", isHidden: isQuiet)
        defer { bar.finish() }
        return try await builder.build(plan, to: output) { bar.update($0, of: $1) }
      }
    } catch {
      throw CommandError(error)
    }
    for file in plan.packs.flatMap(\.skipped) {
      Terminal.printError(
        "stickerpack: \(file.displayPath) was skipped: \(file.reason)".withoutControls)
    }
    guard !linting.output.quiet else { return }
    let lines =
      IconReport.lines(of: plan) + PlanReport.changes(in: plan)
      + PlanReport.removals(built.removedEntries)
      + ScaledImageReport.lines(of: built, isVerbose: linting.output.verbose)
    for line in lines {
      Terminal.printError("stickerpack: \(line)".withoutControls)
    }
    let archive = archivePath.map { "  \($0.string.withoutControls)\n" } ?? ""
    try Terminal.write(BuildSummary.text(of: plan, built.manifests, at: output) + archive)
  }
}
