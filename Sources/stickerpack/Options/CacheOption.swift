internal import ArgumentParser
internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks
internal import StickerReports

/// The cache of decoded facts.
struct CacheOption: ParsableArguments {
  /// The folder of `--cache`.
  private static let defaultFolder: FilePath = ".stickerpack-cache"

  @Flag(
    help:
      "Cache the facts about each file (at most 256 MiB) in .stickerpack-cache and decode each only once."
  )
  var cache = false

  @Option(
    help: .init("Use another folder for the cache; implies --cache.", valueName: "folder"),
    completion: .directory)
  var cacheFolder: FilePath?

  /// The cache, or nil if none was requested. A cache only saves time, so an unusable one is a warning.
  func open() -> FactCache? {
    guard cache || cacheFolder != nil else { return nil }
    do {
      return try FactCache(
        folder: cacheFolder ?? Self.defaultFolder, program: ProgramIdentity.current,
        executable: ProgramIdentity.executable)
    } catch {
      Terminal.printError(
        "stickerpack: linting without a cache: \(error.description)".withoutControls)
      return nil
    }
  }
}
