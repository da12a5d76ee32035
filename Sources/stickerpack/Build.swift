internal import ArgumentParser
internal import StickerBuild
internal import StickerLint
internal import StickerModel
internal import StickerReports

/// `stickerpack build`
struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check a pack, then write its asset catalog, scaled images and manifest.",
    discussion: """
      Writes a folder that Xcode, Bazel and XcodeGen take as it is:

        Stickers.xcstickers   the asset catalog, with the art byte for byte
        images                every sticker at @3x, @2x and @1x
        manifest.json         names, labels, sizes, hashes and timing

      The folder appears whole or not at all. One that stickerpack built before is replaced.

      EXAMPLES
        stickerpack build Stickers -o Build/Stickers
        stickerpack build Stickers -o Build/Stickers --strict
      """)

  @Argument(help: "The pack’s folder or .stickerpack.", completion: .directory)
  var folder: String

  @Option(
    name: .shortAndLong, help: .init("The folder to write.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Flag(help: "Build in spite of errors; what does not decode is left out and named.")
  var force = false

  @OptionGroup var judging: JudgingOptions

  func run() async throws {
    let result = await judging.lint([
      try Packs.one(in: folder, configuration: judging.configuration.config)
    ])
    let report = TextReport(style: Terminal.style).text(of: result)
    if result.hasErrors, !force {
      try Terminal.write(report)
      Terminal.complain("stickerpack: nothing was built; mend the errors or use --force")
      throw ExitCode(ExitStatus.findings.rawValue)
    }
    if !result.isClean { try Terminal.write(report) }
    for pack in result.packs { try await build(pack.facts) }
  }

  private func build(_ pack: PackFacts) async throws {
    var builder = PackBuilder(jobs: judging.jobs)
    builder.limits = judging.limits.limits
    builder.leavesOut = force
    let bar = ProgressBar("Building")
    let outcome: PackBuilder.Outcome
    do {
      outcome = try await builder.build(pack.source, gridSize: pack.gridSize, to: output) {
        bar.update($0, of: $1)
      }
      bar.finish()
    } catch let failure as BuildFailure {
      bar.finish()
      throw Trouble(message: failure.description, status: failure.isUsage ? .usage : .failed)
    }
    for (file, reason) in outcome.leftOut {
      Terminal.complain("stickerpack: \(file) was left out: \(reason)".withoutControls)
    }
    try Terminal.write(BuildSummary.text(of: outcome.manifest, at: output))
  }
}
