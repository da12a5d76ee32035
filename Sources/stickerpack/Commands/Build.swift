internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack build`
struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Check packs, then write their asset catalogs, scaled images and manifests.",
    discussion: """
      Writes a folder that Xcode and XcodeGen use without changes:

        Stickers.xcstickers   the asset catalog with the unchanged art, and icons
        images                every sticker at @3x, @2x and @1x
        manifest.json         names, labels, sizes, hashes and timing
        xx.lproj              translated labels, if there are any

      For a folder of packs, the output has one such folder for each pack, and a manifest.json that \
      lists them. The output is written completely or not at all, and replaces one that stickerpack \
      built before. Other files in the folder stay where they are; files of the old bundle that were \
      changed stop the build. With --archive, folder.zip next to it contains the same files. The same \
      art always produces the same bytes.

      With --target, the output has a folder for each destination instead: the stickers in its format, canvas, duration \
      and size, its icons, and the list that its uploader reads. What stickerpack lint --target refuses is not written. \
      See `stickerpack targets`.

      EXAMPLES
        stickerpack build Stickers -o Build/Stickers
        stickerpack build Stickers -o Build/Stickers --strict
        stickerpack build Stickers -o Build/Stickers --fit --min-quality 70
        stickerpack build Stickers -o Build/Stickers --emit xcodeproj --build-number 42
        stickerpack build Stickers -o Build/Stickers --archive
        stickerpack build Stickers -o Build/Stickers --report json=changes.json
        stickerpack build Stickers -o Build/Stickers --dry-run
        stickerpack build Stickers -o Build/Out --target signal,discord-sticker
        stickerpack build Stickers -o Build/Out --target listed
        stickerpack build Stickers -o Build/Out --target whatsapp-static --dry-run
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
      """
      Make stickers over \(Text.bytes(Destination.messages.safeBytes)) or \
      \(Destination.messages.largestSide) px smaller first, as stickerpack fit does. The folder of the \
      art is only read.
      """
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
      "Also write a project for the packs: xcodeproj or xcodegen. Repeatable.", valueName: "format")
  )
  var formats: [ProjectFormat] = []

  @Flag(help: "Also write a .zip of the folder next to it.")
  var archive = false

  @Flag(
    help:
      "Check, list what would be written, and write nothing. With --target, list what each sticker would need."
  )
  var dryRun = false

  @Option(
    help: .init(
      "Write what differs from the bundle that was replaced, as stickerpack diff does:"
        + " text=FILE, json=FILE or markdown=FILE. Repeatable. With --target: json=FILE with what was done to each"
        + " sticker.",
      valueName: "format=file"),
    completion: .list(["text=", "json=", "markdown="]), transform: ReportFile.init(argument:))
  var report: [ReportFile<DiffResult.Format>] = []

  @OptionGroup(title: "Fitting, with --fit")
  var fitting: FittingOptions

  @Option(
    help: .init(
      "The version of every pack and app, instead of the configured one.", valueName: "version"))
  var marketingVersion: String?

  @Option(
    help: .init(
      "The build number of every app, instead of the configured one. Requires --emit.",
      valueName: "number"))
  var buildNumber: String?

  @OptionGroup(title: "Other destinations")
  var targets: TargetOptions

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    try output.checkIsNoReport("a folder")
    try ReportFile.check(report)
    guard fit || !fitting.changesArt else {
      throw ValidationError("--min-quality, --no-palette and --to-apng require --fit.")
    }
    guard !dryRun || report.isEmpty || targets.target != nil else {
      throw ValidationError(
        "--report cannot be combined with --dry-run: the images are known after a build.")
    }
    guard !report.contains(where: { $0.format == .html }) else {
      throw ValidationError(
        "--report html requires the images of both bundles: build to another folder, then use stickerpack diff."
      )
    }
    for (name, value) in [
      ("--marketing-version", marketingVersion), ("--build-number", buildNumber),
    ] {
      guard let value, let problem = value.problemAsBundleVersion else { continue }
      throw ValidationError("\(name) is \(value.quoted); \(problem).")
    }
    guard buildNumber == nil || !formats.isEmpty else {
      throw ValidationError("--build-number requires --emit: only projects have a build number.")
    }
  }

  /// An option that only a build for Messages has.
  private var conflictWithTargets: String? {
    if fit { return "--fit" }
    if fitting.effort != nil { return "--effort" }
    if !formats.isEmpty { return "--emit" }
    if archive { return "--archive" }
    if let other = report.first(where: { $0.format != .json }) {
      return "--report \(other.format.rawValue)"
    }
    return marketingVersion == nil ? nil : "--marketing-version"
  }

  func run() async throws {
    var chosen = task
    if let list = targets.target {
      let destinations = try chosen.destinations(named: list)
      for hint in TargetOptions.hints(about: destinations) { Terminal.note(hint) }
      guard destinations.count == 1, destinations[0].isMessages else {
        if let conflict = conflictWithTargets {
          throw TaskError.invalid(reason: "\(conflict) cannot be combined with --target")
        }
        return try await build(chosen, for: destinations, named: list)
      }
      chosen.options.lint.destination = destinations[0]
    }
    let task = chosen
    let isQuiet = linting.output.quiet
    let art = try await ProgressBar.showing(isHidden: isQuiet) { try await task.check($0) }
    linting.hint(at: art.lint)
    try printFitted(art)
    let report = linting.output.textReport(.errors).text(of: ReportContents(art.lint))
    guard art.canBeBuilt else {
      try Terminal.write(report)
      let solved = [Rule.fileTooLarge.id, Rule.canvasTooLarge.id]
      if !fit, art.lint.findings.contains(where: { solved.contains($0.rule) && $0.isOpen }) {
        Terminal.note("use --fit to shrink the stickers that are too large")
      }
      Terminal.note("build stopped: fix the errors above, or use --force")
      throw ExitStatus.findings
    }
    if !art.lint.isClean { try Terminal.write(report) }
    for name in art.skippedPacks { Terminal.note("\(name) is a separate pack and was not built") }
    let plan = try task.plan(art)
    if dryRun { return try preview(plan, of: task) }
    let replaced = self.report.isEmpty ? nil : try? BundledPacks(at: output)
    let result = try await Signals.cancelling {
      try await ProgressBar.showing(isHidden: isQuiet) { try await task.build(art, plan, $0) }
    }
    try print(result)
    guard !self.report.isEmpty else { return }
    let changes = try DiffResult(from: replaced, toBundleIn: output)
    for file in self.report {
      try file.write(changes.bytes(as: file.format, style: .plain))
    }
  }

  private var archivePath: FilePath? { archive ? OutputFolder.archive(of: output) : nil }

  var task: BuildTask {
    var options = BuildOptions()
    options.lint = linting.options
    options.fit = fit ? fitting.options : nil
    options.effort = fitting.effort == .max ? .maximum : .quick
    options.isForced = force
    options.isArchived = archive
    options.projects = formats
    options.version = marketingVersion
    options.buildNumber = buildNumber
    return BuildTask(folder.string, to: output.string, options: options)
  }

  /// Prints the stickers that were made smaller.
  private func printFitted(_ art: BuildTask.CheckedArt) throws {
    let fitted = art.fitted
    guard !linting.output.quiet, !fitted.isEmpty else { return }
    let count = art.lint.packs.reduce(0) { $0 + $1.facts.stickers.count }
    let lines =
      FitTable.lines(for: fitted) + art.sizes.map(\.line) + [
        "", FitTable.summary(of: fitted, among: count), "",
      ]
    try Terminal.write(lines.joined(separator: "\n") + "\n")
  }

  /// Prints what a build would do. Fails if a build would refuse the output folder.
  private func preview(_ plan: BuildPlan, of task: BuildTask) throws {
    try plan.checkHasStickers()
    let contents = Result { () throws(OutputError) in try OutputContents(ofReplaceable: output) }
    try Terminal.write(
      PlanReport.text(of: plan, at: output, archive: archivePath, replacing: try? contents.get()))
    try contents.get().checkChanges(at: output, areReplaced: force)
  }

  private func print(_ result: BuildResult) throws {
    let plan = result.plan
    for file in plan.packs.flatMap(\.skipped) {
      Terminal.note("\(file.displayPath) was skipped: \(file.reason)")
    }
    guard !linting.output.quiet else { return }
    let lines =
      PlanReport.icons(of: plan) + PlanReport.changes(in: plan)
      + PlanReport.removals(result.output.removedEntries)
      + ScaledImageReport.lines(of: result.output, isVerbose: linting.output.verbose)
    for line in lines { Terminal.note(line) }
    try Terminal.write(
      PlanReport.summary(
        of: plan, result.output.manifests, at: output, archive: archivePath))
  }
}
