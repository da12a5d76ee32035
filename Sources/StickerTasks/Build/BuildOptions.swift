public import ImageCodecs
public import StickerBuild
public import StickerFit
public import StickerLint

/// The options of a build.
///
/// The defaults write the catalog, the scaled images and the manifest, and stop at errors. What belongs to a pack, such
/// as names, order, icons and the app's identifier, is in its `stickerpack.json`.
public struct BuildOptions: Sendable {
  /// The options for linting the art before it is built. A baseline has no effect on a build.
  public var lint = LintOptions()
  /// The options for making art smaller that is too large, before it is linted and built; nil leaves it as it is. The
  /// folder of the art is only read.
  public var fit: FitOptions?
  /// The time spent on smaller files of scaled images and icons. Does not affect their pixels.
  public var effort = ImageEncoder.Effort.quick
  /// Whether art with errors is built, without the files that cannot be decoded, and whether files of an
  /// old bundle are replaced that were changed after it was built.
  public var isForced = false
  /// Whether an archive of the folder is written next to it, with `.zip` appended to its name.
  public var isArchived = false
  /// The projects to write around the packs.
  public var projects: [ProjectFormat] = []
  /// The version of every pack and app, instead of the configured one.
  public var version: String?
  /// The build number of every app, instead of the configured one.
  public var buildNumber: String?

  /// Creates the default options.
  public init() {}
}
