internal import Basics
internal import StickerLint
internal import StickerPacks

/// Finds the packs for a command.
enum Packs {
  /// All packs at some paths, at least one, with configurations whose rule settings are valid.
  ///
  /// - Parameter options: where configurations are, and whether `.gitignore` files count.
  static func all(
    at paths: [FilePath], _ options: ConfigurationOptions? = nil
  ) throws(CommandError) -> PackDiscovery {
    do {
      return try PackDiscovery(
        linting: paths, configuration: options?.config,
        respectsGitIgnore: options?.noIgnore != true)
    } catch {
      throw CommandError(error)
    }
  }
}
