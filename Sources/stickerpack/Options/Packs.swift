internal import Basics
internal import StickerBuild
internal import StickerLint
internal import StickerPacks

/// Finds the packs for a command.
enum Packs {
  /// All packs at some paths, at least one, with configurations whose rule settings are valid.
  ///
  /// - Parameters:
  ///   - options: where configurations are, and whether `.gitignore` files count.
  ///   - mayBeEmpty: whether there may be no packs.
  static func all(
    at paths: [FilePath], _ options: ConfigurationOptions? = nil, mayBeEmpty: Bool = false
  ) throws(CommandError) -> PackDiscovery {
    do {
      if mayBeEmpty {
        return try PackDiscovery(
          at: paths, configuration: options?.config, respectsGitIgnore: options?.noIgnore != true)
      }
      return try PackDiscovery(
        linting: paths, configuration: options?.config,
        respectsGitIgnore: options?.noIgnore != true)
    } catch {
      throw CommandError(error)
    }
  }

  /// The packs that a build of a folder makes, and the names of those that it skips.
  static func toBuild(
    in folder: FilePath, _ options: ConfigurationOptions
  ) throws(CommandError) -> PackDiscovery.Buildable {
    do {
      return try PackDiscovery.buildable(
        in: folder, configuration: options.config, respectsGitIgnore: !options.noIgnore)
    } catch {
      throw CommandError(error)
    }
  }
}
