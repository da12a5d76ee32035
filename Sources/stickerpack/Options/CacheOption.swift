internal import ArgumentParser
internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// The cache of decoded facts.
struct CacheOption: ParsableArguments {
  @Option(
    defaultAsFlag: ".stickerpack-cache",
    help: .init(
      "Cache the facts about each file (at most 256 MiB) and decode each only once.",
      valueName: "folder"),
    completion: .directory)
  var cache: FilePath?

  /// The cache, or nil if none was requested.
  func open() throws(CommandError) -> FactCache? {
    guard let cache else { return nil }
    do {
      return try FactCache(folder: cache, program: ProgramIdentity.current)
    } catch {
      throw CommandError(error)
    }
  }
}
