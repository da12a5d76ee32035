internal import ArgumentParser
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// Where what was decoded once is kept.
struct CacheOption: ParsableArguments {
  @Option(
    defaultAsFlag: ".stickerpack-cache",
    help: .init(
      "Keep what was found out about each file, at most 256 MiB, and decode none twice.",
      valueName: "folder"),
    completion: .directory)
  var cache: String?

  /// The cache that was asked for; nil without one.
  func open() throws(CommandError) -> FactCache? {
    guard let cache else { return nil }
    do {
      return try FactCache(folder: cache, program: ProgramIdentity.current)
    } catch {
      throw CommandError(message: error.description, status: .usage)
    }
  }
}
