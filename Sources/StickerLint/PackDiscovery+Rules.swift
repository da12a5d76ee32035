package import Basics
package import StickerPacks

extension PackDiscovery {
  /// Finds the packs at some paths, at least one, and checks the rule settings of their configurations.
  ///
  /// - Parameters:
  ///   - configuration: a file that is used instead of those in the folders above a pack.
  ///   - respectsGitIgnore: whether files and folders that git ignores are left out.
  ///   - purpose: the use of the packs.
  package init(
    linting paths: [FilePath], configuration: FilePath?, respectsGitIgnore: Bool = true,
    for purpose: Purpose = .art
  ) throws(LintError) {
    try self.init(
      at: paths, configuration: configuration, respectsGitIgnore: respectsGitIgnore,
      for: purpose)
    guard !packs.isEmpty else {
      if let bundle = leftOut.first(where: { $0.reason == .built }), leftOut.count == 1 {
        throw .isBundle(path: bundle.displayPath)
      }
      throw .noStickers(paths: paths.map { $0.string }, isExcluded: hasExcluded)
    }
    // Packs share the files of the folders above them.
    var checked: Set<FilePath> = []
    for file in packs.flatMap({ $0.configurations.files })
    where checked.insert(file.displayPath).inserted {
      try Rule.check(file.content)
    }
  }
}

extension Rule {
  /// Checks that settings are of existing rules, with existing options in range.
  package static func check(_ settings: [String: RuleSetting]) throws(LintError) {
    for (id, setting) in settings.sorted(by: { $0.key < $1.key }) {
      let origins = setting.origins.sorted { $0.key < $1.key }
      guard let rule = named(id) else {
        throw LintError(unknownMessage(id), at: origins.first?.value)
      }
      // One by one, so each is named with its own line.
      for (name, value) in setting.options.sorted(by: { $0.key < $1.key }) {
        if let objection = rule.objection(to: RuleSetting(options: [name: value])) {
          throw LintError(objection, at: setting.origins[name])
        }
      }
    }
  }

  fileprivate static func check(_ configuration: PackConfiguration) throws(LintError) {
    let settings =
      [configuration.settings.rules] + configuration.overrides.map { $0.rules }
      + configuration.stickers.map { $0.rules }
    for settings in settings { try check(settings) }
    let suppressions =
      configuration.overrides.flatMap { $0.suppress }
      + configuration.stickers.flatMap { $0.suppress }
    for suppression in suppressions where named(suppression.rule) == nil {
      throw LintError(unknownMessage(suppression.rule), at: suppression.origin)
    }
  }
}

extension LintError {
  fileprivate init(_ message: String, at origin: ConfigurationOrigin?) {
    self =
      switch origin {
      case .file(let file, let line):
        .invalidFile(path: file.string, line: line, column: nil, reason: message)
      case .option(let option): .invalidSetting(reason: "\(option): \(message)")
      case nil: .invalidSetting(reason: message)
      }
  }
}

extension Baseline {
  /// Reads a baseline, with its path in errors.
  package init(reading path: FilePath) throws(LintError) {
    do {
      try self.init(at: path)
    } catch {
      throw LintError(error, in: path.string)
    }
  }
}

extension PackSource {
  /// Whether `folder` is the pack's folder.
  package func isFolder(_ folder: FilePath) -> Bool { path == folder.resolved }
}
