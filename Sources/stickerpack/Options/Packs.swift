internal import Basics
internal import StickerLint
internal import StickerPacks

/// Finds the packs that a command is about.
enum Packs {
  /// All packs at some paths, at least one, with configurations that name rules as they are.
  ///
  /// - Parameter configuration: a file that applies in the place of all that are in folders above a
  ///   pack.
  static func all(
    at paths: [FilePath], configuration: FilePath? = nil
  ) throws(CommandError) -> PackDiscovery {
    let found: PackDiscovery
    do {
      found = try PackDiscovery(at: paths, configuration: configuration)
    } catch {
      throw CommandError(message: "\(error)", status: error.isUsage ? .usage : .failed)
    }
    guard !found.packs.isEmpty else {
      let remark = found.hasExcluded ? " but what a \(PackConfiguration.fileName) excludes" : ""
      throw CommandError(
        message: "no stickers in \(paths.map(\.string).joined(separator: ", "))\(remark)",
        status: .usage)
    }
    // Packs share the files of the folders above them.
    var checked: Set<String> = []
    for file in found.packs.flatMap(\.configurations)
    where checked.insert(file.displayPath).inserted {
      try check(file.content)
    }
    return found
  }

  /// The packs that a build of a folder makes: the one that the folder itself is, or else all below
  /// it. Those that are passed by are named.
  static func toBuild(
    in folder: FilePath, configuration: FilePath? = nil
  ) throws(CommandError) -> (packs: [PackSource], passedBy: [String]) {
    let packs = try all(at: [folder], configuration: configuration).packs
    if packs[0].kind == .files {
      throw CommandError(message: "\(folder) is a file; name the pack's folder", status: .usage)
    }
    guard packs[0].isFolder(folder) else { return (packs, []) }
    return ([packs[0]], packs.dropFirst().map(\.displayPath))
  }

  /// Holds what a configuration makes of rules to what these have.
  private static func check(_ configuration: PackConfiguration) throws(CommandError) {
    let settings =
      [configuration.rules] + configuration.overrides.map(\.rules)
      + configuration.stickers.map(\.rules)
    for (id, setting) in settings.flatMap({ $0.sorted { $0.key < $1.key } }) {
      let origins = setting.origins.sorted { $0.key < $1.key }
      guard let rule = Rule.named(id) else { throw trouble(Rule.isNone(id), origins.first?.value) }
      // One by one, so that each is named with its own line.
      for (name, value) in setting.options.sorted(by: { $0.key < $1.key }) {
        if let objection = rule.objection(to: RuleSetting(options: [name: value])) {
          throw trouble(objection, setting.origins[name])
        }
      }
    }
    let suppressions =
      configuration.overrides.flatMap(\.suppress) + configuration.stickers.flatMap(\.suppress)
    for suppression in suppressions where Rule.named(suppression.rule) == nil {
      throw trouble(Rule.isNone(suppression.rule), suppression.origin)
    }
  }

  private static func trouble(_ message: String, _ origin: ConfigurationOrigin?) -> CommandError {
    CommandError(
      message: "\(origin?.place ?? PackConfiguration.fileName): \(message)", status: .usage)
  }
}

extension PackSource {
  /// Whether `folder` is the pack's folder.
  func isFolder(_ folder: FilePath) -> Bool { path == folder.resolved }
}
