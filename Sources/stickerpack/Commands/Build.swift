internal import ArgumentParser
internal import Basics
internal import StickerBuild
internal import StickerLint
internal import StickerPacks
internal import StickerProject
internal import StickerReports

/// `stickerpack build`
struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check packs, then write their asset catalogs, scaled images and manifests.",
    discussion: """
      Writes a folder that Xcode, Bazel and XcodeGen take as it is:

        Stickers.xcstickers   the asset catalog, with the art byte for byte, and icons
        images                every sticker at @3x, @2x and @1x
        manifest.json         names, labels, sizes, hashes and timing
        xx.lproj              labels in further languages, where there are any

      A folder that holds packs in folders below gets one such folder for each, with a manifest.json \
      that names them. The output appears whole or not at all. One that stickerpack built before is \
      replaced. With --archive, folder.zip beside it holds the same files, byte for byte the same for \
      the same art.

      EXAMPLES
        stickerpack build Stickers -o Build/Stickers
        stickerpack build Stickers -o Build/Stickers --strict
        stickerpack build Stickers -o Build/Stickers --emit xcodeproj
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

  @Flag(help: "Build in spite of errors; what does not decode is left out and named.")
  var force = false

  @Option(
    name: .customLong("emit"),
    help: .init(
      "Write a project around the packs, too: xcodeproj, xcodegen, tuist, bazel, or swift for a browser"
        + " of your own. Can be given several times.", valueName: "format"))
  var formats: [ProjectFormat] = []

  @Flag(help: "Write a .zip of the folder beside it, too.")
  var archive = false

  @Flag(help: "Check, show what would be written under which name, and write nothing.")
  var dryRun = false

  @OptionGroup var judging: LintingOptions

  func validate() throws {
    guard !force || !formats.contains(.swift) else {
      throw ValidationError(
        "--force may leave stickers out, and --emit swift lists them all; give one of the two.")
    }
  }

  func run() async throws {
    let (packs, passedBy) = try Packs.toBuild(
      in: folder, configuration: judging.configuration.config)
    let result = await judging.lint(packs)
    let report = TextReport(style: Terminal.style).text(of: result)
    if result.hasErrors, !force {
      try Terminal.write(report)
      Terminal.complain("stickerpack: nothing was built; mend the errors or use --force")
      throw ExitCode(ExitStatus.findings.rawValue)
    }
    if !result.isClean { try Terminal.write(report) }
    for name in passedBy {
      Terminal.complain(
        "stickerpack: \(name) is a pack of its own and is not built with \(folder)".withoutControls)
    }
    var plan = BuildPlan(
      result.packs.map { .init(lookingInto: $0.facts.source, gridSize: $0.facts.gridSize) })
    try EmittedProject.add(to: &plan, packs, as: formats)
    if dryRun {
      try Terminal.write(PlanReport.text(of: plan, at: output, archive: archivePath))
    } else {
      try await carryOut(plan)
    }
  }

  private var archivePath: String? { archive ? PackBuilder.archive(of: output.string) : nil }

  private func carryOut(_ plan: BuildPlan) async throws {
    var builder = PackBuilder(jobs: judging.jobs)
    builder.limits = judging.limits.limits
    builder.leavesOut = force
    builder.archives = archive
    let bar = ProgressBar("Building")
    let outcome: PackBuilder.Outcome
    do {
      outcome = try await builder.build(plan, to: output.string) { bar.update($0, of: $1) }
      bar.finish()
    } catch let failure as BuildFailure {
      bar.finish()
      throw CommandError(message: failure.description, status: failure.isUsage ? .usage : .failed)
    }
    for omission in outcome.leftOut {
      Terminal.complain(
        "stickerpack: \(omission.displayPath) was left out: \(omission.reason)".withoutControls)
    }
    for line in IconReport.lines(of: plan, outcome) + PlanReport.changes(in: plan) {
      Terminal.complain("stickerpack: \(line)".withoutControls)
    }
    let archive = archivePath.map { "  \($0.withoutControls)\n" } ?? ""
    try Terminal.write(BuildSummary.text(of: plan, outcome.manifests, at: output) + archive)
  }
}
