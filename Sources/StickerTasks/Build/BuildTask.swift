package import Basics
public import StickerBuild
package import StickerFit
package import StickerLint
internal import StickerPacks

/// Lints a pack, a folder of packs or an asset catalog, and builds it.
///
///     let result = try await BuildTask("Stickers", to: "Build/Stickers").run()
///     print(result.packs.map(\.name))
///
/// The output folder is written completely or not at all. It replaces only the files of one that
/// stickerpack built before; all others stay where they are. The same art always produces the same bytes.
///
/// Tasks that build to the same folder wait for each other while they replace it. A build of 200 stickers of 408 px takes about 14 s of
/// processor time. To check art without building it, use ``LintTask``.
public struct BuildTask: Sendable {
  /// The options for linting and building the art.
  public var options: BuildOptions
  /// The folder of the art, which is only read.
  package let folder: FilePath
  /// The folder to write. Missing parent folders are created.
  package let output: FilePath

  /// Creates a task that builds the art of a folder into another one.
  public init(_ folder: String, to output: String, options: BuildOptions = BuildOptions()) {
    (self.folder, self.output, self.options) = (FilePath(folder), FilePath(output), options)
  }

  /// Builds the art.
  ///
  /// - Throws: ``BuildError``, even if the art has errors or if the task is cancelled.
  @discardableResult
  public func run(
    _ observe: @escaping TaskObserver = { _ in }
  ) async throws(BuildError) -> BuildResult {
    let art = try await check(observe)
    guard art.canBeBuilt else { throw .errorsFound(art.errors) }
    return try await build(art, plan(art), observe)
  }

  package struct CheckedArt: Sendable {
    package let lint: LintResult
    /// The packs that are not built, as reports name them.
    package let skippedPacks: [String]
    /// The fitter that made stickers smaller.
    fileprivate let fitter: PackFitter?
    /// The packs kept at one size although some stickers would look better at another.
    package let sizes: [PackSize]
    /// Whether the build goes on: there are no errors, or it is forced.
    package let canBeBuilt: Bool

    package var errors: [Finding] { lint.findings.filter { $0.severity == .error && $0.isOpen } }
    /// The stickers that were made smaller, in pack order.
    package var fitted: [StickerChange] {
      lint.packs.flatMap(\.facts.stickers).compactMap(\.change)
    }
  }

  package func check(_ observe: @escaping TaskObserver) async throws(BuildError) -> CheckedArt {
    do { try Rule.check(options.lint.rules) } catch { throw .lint(error) }
    let found = try packs()
    var (fitter, sizes) = (fitter, [PackSize]())
    do { sizes = try await fitter?.plan(found.packs, observe) ?? [] } catch { throw .cancelled }
    var linter = Linter(beforeBuild: options.lint, fitter: fitter)
    // The icon set of the build is complete.
    let inProjects = Rule.all.filter { $0.category == .project }.map(\.id)
    for rule in ["icon-missing", "icon-wrong-slot"] + inProjects {
      linter.rules[rule] = RuleSetting(level: .off)
    }
    let result: LintResult
    do { result = try await linter.lint(found.packs, observe) } catch { throw .cancelled }
    return CheckedArt(
      lint: result, skippedPacks: found.skipped, fitter: fitter, sizes: sizes,
      canBeBuilt: options.isForced || !result.hasErrors)
  }

  /// Plans the build. Touches no file.
  package func plan(_ art: CheckedArt) throws(BuildError) -> BuildPlan {
    var plan = BuildPlan(art.lint.packs)
    for index in plan.packs.indices {
      if let version = options.version { plan.packs[index].project.version = version }
      if let number = options.buildNumber { plan.packs[index].project.build = number }
    }
    do { try plan.addProjects(options.projects) } catch { throw .project(error) }
    return plan
  }

  package func build(
    _ art: CheckedArt, _ plan: BuildPlan, _ observe: @escaping TaskObserver
  ) async throws(BuildError) -> BuildResult {
    var builder = PackBuilder(Linter(options.lint))
    builder.skipsUnusableFiles = options.isForced
    builder.replacesChangedFiles = options.isForced
    builder.archives = options.isArchived
    builder.effort = options.effort
    builder.fitter = art.fitter
    let built = try await builder.build(plan, to: output) {
      observe(.progress(.building, done: $0, total: $1))
    }
    return BuildResult(
      lint: art.lint, skippedPacks: art.skippedPacks, sizes: art.sizes, plan: plan, output: built)
  }

  /// The fitter that makes stickers smaller before they are linted.
  private var fitter: PackFitter? {
    options.fit.map { fit in
      var fitter = StickerFitter(fit)
      fitter.options.destination = options.lint.destination
      (fitter.options.limits, fitter.options.jobs) = (options.lint.limits, options.lint.jobs)
      fitter.options.art = ArtChanges()
      return PackFitter(fitter)
    }
  }

  /// The packs that a build of the folder makes, which is the one that the folder itself is, or else all
  /// below it, and the display paths of those that it skips.
  ///
  /// - Parameter takesFile: whether a single file is a pack, too.
  func packs(
    takesFile: Bool = false
  ) throws(BuildError) -> (packs: [PackSource], skipped: [String]) {
    let found: PackDiscovery
    do { found = try PackDiscovery([folder], options.lint) } catch { throw .lint(error) }
    let packs = found.packs
    if packs[0].kind == .files, !takesFile { throw .notAFolder(path: folder.string) }
    let skipped = found.leftOut.filter(\.isUndeclared).map(\.displayPath)
    guard packs[0].isFolder(folder) else { return (packs, skipped) }
    return ([packs[0]], packs.dropFirst().map(\.displayPath) + skipped)
  }
}

extension Linter {
  /// A linter that keeps assembled sequences and fitted stickers for what follows.
  init(beforeBuild options: LintOptions, fitter: PackFitter? = nil) {
    let budget = ImageBudget()
    self.init(options)
    assemblesSequences = true
    reader = { [destination] in
      AssetFacts(
        reading: $0, limits: $1, destination: destination, keepingImages: budget,
        fitting: fitter?.smaller)
    }
  }
}
