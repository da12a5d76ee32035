internal import Basics
public import StickerBuild
public import StickerFit
public import StickerLint
public import StickerManifest

/// The output of a build.
///
/// Paths in ``packs`` are relative to the output folder. To read the bundle in an app, use `StickerBundle`.
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

  /// The findings about the art. Without ``BuildOptions/isForced`` no open one is an error.
  public let lint: LintResult
  /// The packs inside of the pack that was built, and others that were not.
  let skippedPacks: [String]
  /// The packs whose stickers were made smaller and kept at one size although some would look better at another.
  public let sizes: [PackSize]
  package let plan: BuildPlan
  package let output: PackBuilder.Output

  /// The findings about scaled images that their art does not have, by rules about files and animations.
  /// Files are relative to the output folder.
  public var scaledImageFindings: [Finding] { output.findings }
  /// The stickers that were made smaller, in pack order.
  public var fitted: [StickerChange] {
    plan.packs.flatMap(\.stickers).compactMap(\.facts.change)
  }
  /// The scaled images that were reduced, in pack order.
  public var reducedImages: [ReducedImage] { output.reducedImages }
  /// The written packs.
  public var packs: [Pack] {
    zip(plan.packs, output.manifests).map { pack, manifest in
      Pack(
        name: pack.name, folder: pack.folder == "." ? "" : pack.folder.string,
        gridSize: pack.gridSize, stickers: manifest.stickers.map(\.id),
        files: (manifest.files ?? []).map(\.file))
    }
  }
  /// The files that were not built, and the packs inside of the pack that was.
  public var skipped: [SkippedFile] {
    plan.packs.flatMap(\.skipped).map { SkippedFile(path: $0.displayPath, reason: $0.reason) }
      + skippedPacks.map { SkippedFile(path: $0, reason: "a separate pack") }
  }
}
