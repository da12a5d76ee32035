internal import Basics
internal import StickerBuild
internal import StickerLint
internal import StickerPacks

/// Finds the packs for a command.
enum Packs {
  /// All packs at some paths, at least one, with configurations whose rule settings are valid.
  ///
  /// - Parameter configuration: replaces the configurations in the folders above a pack.
  static func all(
    at paths: [FilePath], configuration: FilePath? = nil
  ) throws(CommandError) -> PackDiscovery {
    do {
      return try PackDiscovery(linting: paths, configuration: configuration)
    } catch {
      throw CommandError(error)
    }
  }

  /// The packs that a build of a folder makes, and the names of those that it skips.
  static func toBuild(
    in folder: FilePath, configuration: FilePath? = nil
  ) throws(CommandError) -> PackDiscovery.Buildable {
    do {
      return try PackDiscovery.buildable(in: folder, configuration: configuration)
    } catch {
      throw CommandError(error)
    }
  }
}
