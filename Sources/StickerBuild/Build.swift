package import Basics
internal import ImageCodecs
internal import ImageContainers
public import StickerLint
public import StickerManifest
package import StickerPacks
public import StickerProject

/// How packs are built.
public struct BuildOptions: Sendable {
  /// How the art is linted before it is built. A baseline has no effect on a build.
  public var lint = LintOptions()
  /// How art that is too large is made smaller before it is linted and built; nil leaves it as it is. The
  /// folder of the art is only read.
  public var fit: FitOptions?
  /// Whether art with errors is built, without the files that cannot be decoded, and whether files of an
  /// old bundle are replaced that were changed after it was built.
  public var isForced = false
  /// Whether an archive of the folder is written next to it, with `.zip` appended to its name.
  public var isArchived = false
  /// The projects to write around the packs.
  public var projects: [ProjectFormat] = []

  /// Creates the default options.
  public init() {}
}

/// What a build has written.
public struct BuildResult: Sendable {
  /// A pack of the bundle.
  public struct Pack: Sendable, Equatable {
    /// The pack's name.
    public let name: String
    /// The pack's folder relative to the output folder; empty for the output folder itself.
    public let folder: String
    /// The size class.
    public let gridSize: GridSize
    /// The ids of the stickers, in pack order.
    public let stickers: [String]
    /// The written files except the manifest, relative to `folder` and sorted by their bytes.
    public let files: [String]
  }

  /// A file that a forced build could not use.
  public struct SkippedFile: Sendable, Equatable {
    /// The file or folder as reports name it.
    public let path: String
    /// One sentence without a full stop.
    public let reason: String
  }

  /// A scaled image that was reduced in order to be no larger in bytes than its art, or that is larger
  /// nevertheless.
  public struct ReducedImage: Sendable, Equatable {
    /// The file, relative to the output folder.
    public let file: String
    /// The size of the file, in bytes.
    public let bytes: Int
    /// The size of the art, in bytes.
    public let artBytes: Int
    /// The PSNR of the worst frame, in decibels; nil if no color was lost or if it is a JPEG.
    public let decibels: Double?
  }

  /// A sticker that was made smaller; see ``BuildOptions/fit``.
  public struct FittedSticker: Sendable, Equatable {
    /// The file or folder as reports name it.
    public let path: String
    /// The size of the art, in bytes.
    public let bytesBefore: Int
    /// The size of the result, in bytes.
    public let bytes: Int
    /// The SSIMULACRA 2 score of the worst frame that was kept, at most 100.
    public let score: Double
    /// The PSNR of the worst frame that was kept, in decibels; nil if nothing is lost.
    public let decibels: Double?
  }

  /// The findings about the art. Without ``BuildOptions/isForced`` no open one is an error.
  public let lint: LintResult
  /// The findings about scaled images that their art does not have, by rules about files and animations.
  /// Files are relative to the output folder.
  public let scaledImageFindings: [Finding]
  /// The stickers that were made smaller, in pack order.
  public let fitted: [FittedSticker]
  /// The scaled images that were reduced, in pack order.
  public let reducedImages: [ReducedImage]
  /// The written packs.
  public let packs: [Pack]
  /// The files that were not built, and the packs inside of the pack that was.
  public let skipped: [SkippedFile]
}

/// Lints a pack, a folder of packs or an asset catalog, and builds it.
///
///     let result = try await build("Stickers", to: "Build/Stickers")
///     print(result.packs.map(\.name))
///
/// The output folder is written completely or not at all. It replaces only the files
/// of one that stickerpack built before; all others stay where they are. Equal art gives equal bytes.
///
/// - Parameters:
///   - folder: the folder of the art, which is only read.
///   - output: the folder to write. Missing parent folders are created.
///   - options: how the art is linted and built.
///   - progress: called after each sticker with the number of finished ones and the total.
/// - Throws: ``BuildError``, also if the art has errors or if the task is cancelled.
@discardableResult
public func build(
  _ folder: String, to output: String, options: BuildOptions = BuildOptions(),
  progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
) async throws(BuildError) -> BuildResult {
  guard !options.isForced || !options.projects.contains(.swift) else {
    throw .conflictingOptions(
      reason: "a forced build cannot write a sticker browser: it would list skipped stickers")
  }
  do { try Rule.check(options.lint.rules) } catch { throw .lint(error) }
  let found = try PackDiscovery.buildable(
    in: FilePath(folder), configuration: options.lint.configuration.map { FilePath($0) },
    respectsGitIgnore: options.lint.respectsGitIgnore)
  let result: LintResult
  do {
    result = try await Linter.beforeBuild(options.lint, fitting: options.fitting)
      .lint(found.packs)
  } catch {
    throw .cancelled
  }
  let errors = result.findings.filter { $0.severity == .error && $0.isOpen }
  guard errors.isEmpty || options.isForced else { throw .errorsFound(errors) }
  var plan = BuildPlan(result.packs)
  do { try plan.addProjects(options.projects) } catch { throw .project(error) }
  let built = try await PackBuilder(options).build(
    plan, to: FilePath(output), progress: progress)
  return BuildResult(
    lint: result, scaledImageFindings: built.findings,
    fitted: plan.packs.flatMap(\.stickers).compactMap { sticker in
      sticker.facts.fit.map { fit in
        BuildResult.FittedSticker(
          path: sticker.source.displayPath, bytesBefore: fit.bytesBefore,
          bytes: sticker.facts.byteCount, score: fit.quality.score,
          decibels: fit.quality.decibels)
      }
    },
    reducedImages: built.reducedImages.map { image in
      BuildResult.ReducedImage(
        file: image.file, bytes: image.bytes, artBytes: image.ceiling,
        decibels: image.loss?.decibels)
    },
    packs: zip(plan.packs, built.manifests).map { pack, manifest in
      BuildResult.Pack(
        name: pack.name, folder: pack.folder == "." ? "" : pack.folder.string,
        gridSize: pack.gridSize,
        stickers: manifest.stickers.map(\.id), files: (manifest.files ?? []).map(\.file))
    },
    skipped: plan.packs.flatMap(\.skipped).map { .init(path: $0.displayPath, reason: $0.reason) }
      + found.skipped.map { .init(path: $0, reason: "a separate pack") })
}

extension Linter {
  /// A linter that keeps assembled sequences and fitted stickers for the build.
  package static func beforeBuild(
    _ options: LintOptions, fitting: AssetFacts.Fitting? = nil
  ) -> Linter {
    let budget = ImageBudget()
    var linter = Linter(options)
    linter.reader = { [profile = linter.profile] in
      AssetFacts(
        reading: $0, limits: $1, profile: profile, keepingImages: budget, fitting: fitting)
    }
    return linter
  }
}

extension PackBuilder {
  /// Creates a builder.
  package init(_ options: BuildOptions) {
    self.init(Linter(options.lint))
    skipsUnusableFiles = options.isForced
    replacesChangedFiles = options.isForced
    archives = options.isArchived
    fitting = options.fitting
  }
}

extension PackDiscovery {
  /// The packs to build, and the display paths of those that are skipped.
  package typealias Buildable = (packs: [PackSource], skipped: [String])

  /// The packs that a build of a folder makes: the one that the folder itself is, or else all below it.
  package static func buildable(
    in folder: FilePath, configuration: FilePath?, respectsGitIgnore: Bool = true
  ) throws(BuildError) -> Buildable {
    let found: PackDiscovery
    do {
      found = try PackDiscovery(
        linting: [folder], configuration: configuration, respectsGitIgnore: respectsGitIgnore)
    } catch {
      throw .lint(error)
    }
    var packs = found.packs
    if packs[0].kind == .files { throw .notAFolder(path: folder.string) }
    for index in packs.indices { packs[index].assemblesSequences = true }
    let skipped = found.leftOut.filter(\.isUndeclared).map(\.displayPath)
    guard packs[0].isFolder(folder) else { return (packs, skipped) }
    return ([packs[0]], packs.dropFirst().map(\.displayPath) + skipped)
  }
}
