package import Basics

/// The configurations of a pack, and what they apply to in it.
package struct AppliedConfigurations: Sendable {
  /// The files and other places that an override applies to, as reports show them. Other places are the pack's folder, a
  /// `Contents.json` and the like.
  package struct Match: Sendable {
    package var files: [FilePath] = []
    package var places: [FilePath] = []
  }

  /// The configuration files, lowest precedence first.
  package var files: [ConfigurationFile] = []
  /// The matches of each override of each file.
  package var matches: [[Match]] = []
  /// The settings of places that are not in the pack's `files`.
  package var places: [FilePath: PlaceSetting] = [:]
  /// The suppressions for stickers of the pack, highest precedence first.
  package var suppressions: [Suppression] = []

  /// All overrides, highest precedence first.
  package var overrides:
    [(override: PackConfiguration.Override, match: Match, file: ConfigurationFile)]
  {
    zip(files, matches).reversed().flatMap { file, matches in
      zip(file.content.overrides, matches).reversed().map { ($0, $1, file) }
    }
  }
}

/// Applies configurations to packs and their stickers.
struct Configurations {
  /// The file that replaces the configurations of the folders above a pack.
  private let named: ConfigurationFile?
  private var matched: Set<GlobUse> = []

  /// A glob that has matched something.
  private struct GlobUse: Hashable {
    var file: FilePath
    /// The index of the override; nil for `exclude`.
    var override: Int?
    var glob: Int
  }

  /// - Parameter path: a file that replaces the configurations of the folders above a pack. Its globs
  ///   are relative to the working directory.
  init(named path: FilePath?) throws(LintError) {
    guard let path else {
      named = nil
      return
    }
    named = try ConfigurationFile(
      at: Location(path, displayPath: path), folder: .currentFolder.resolved ?? "/")
  }

  /// Whether a file is the one that replaces those of the folders above.
  func isNamed(_ file: ConfigurationFile) -> Bool {
    named.map { $0.location == file.location } ?? false
  }

  // MARK: Scope

  /// The configurations that apply in a folder, lowest precedence first.
  ///
  /// - Parameters:
  ///   - own: the folder's own configuration.
  ///   - outer: those of the folders above; nil when they were not read yet.
  func scope(
    of own: ConfigurationFile?, in folder: FilePath, below outer: [ConfigurationFile]?
  ) throws(LintError) -> [ConfigurationFile] {
    if let own, own.content.isRoot, named == nil { return [own] }
    let above = if let outer { outer } else { try scope(above: folder) }
    return above + (own.map { [$0] } ?? [])
  }

  /// The configurations that apply below a folder in which `scope` applies.
  func below(_ scope: [ConfigurationFile]) -> [ConfigurationFile] { named.map { [$0] } ?? scope }

  /// The configurations of the folders above one that was named as an argument, without the globs that
  /// exclude it: an explicit argument overrides them.
  private func scope(above folder: FilePath) throws(LintError) -> [ConfigurationFile] {
    let files = if let named { [named] } else { try ConfigurationFile.above(folder) }
    return files.map { file in
      let path = file.path(of: Location(folder, displayPath: ""))
      var file = file
      file.content.exclude.removeAll { $0.glob.covers(path, isFolder: true) }
      return file
    }
  }

  // MARK: Exclusions

  var haveExcluded: Bool { matched.contains { $0.override == nil } }

  mutating func excludes(
    _ location: Location, isFolder: Bool, _ scope: [ConfigurationFile]
  ) -> Bool {
    var isExcluded = false
    for file in scope where !file.content.exclude.isEmpty {
      let path = file.path(of: location)
      for (index, pattern) in file.content.exclude.enumerated()
      where pattern.glob.covers(path, isFolder: isFolder) {
        matched.insert(GlobUse(file: file.location.path, override: nil, glob: index))
        isExcluded = true
      }
    }
    return isExcluded
  }

  /// Removes the excluded entries of a folder. Returns their names.
  mutating func removeExcluded(
    from listing: inout FolderListing, in folder: Location, _ scope: [ConfigurationFile]
  ) -> Set<String> {
    guard scope.contains(where: { !$0.content.exclude.isEmpty }) else { return [] }
    var names: Set<String> = []
    listing.entries.removeAll { entry in
      let isExcluded = excludes(
        folder.appending(entry.path.name), isFolder: entry.kind == .folder, scope)
      if isExcluded { names.insert(entry.name) }
      return isExcluded
    }
    return names
  }

  // MARK: Stickers

  /// The suppressions in the sticker list of a configuration.
  private static func suppressions(
    of configuration: PackConfiguration?, in pack: PackSource
  ) -> [Suppression] {
    let listed = (configuration?.stickers ?? []).filter { !$0.suppress.isEmpty }
    guard !listed.isEmpty else { return [] }
    let places = Dictionary(
      firstOf: pack.allStickers.flatMap { sticker in
        sticker.listedNames.map { ($0, sticker.location.displayPath) }
      })
    return listed.flatMap { sticker -> [Suppression] in
      guard let place = places[sticker.file] else { return [] }
      return sticker.suppress.map { suppression in
        var suppression = suppression
        suppression.files = [place]
        suppression.isLocal = true
        return suppression
      }
    }
  }

  /// Applies configurations to a pack, its files and the other places that findings can be about.
  ///
  /// A sticker's own entry has the highest precedence, then the overrides of a file, the last one
  /// first, then its `rules`, and then the files of the folders above.
  ///
  /// - Parameter own: the configuration that lists the pack's stickers.
  mutating func apply(
    _ scope: [ConfigurationFile], to pack: inout PackSource, listedIn own: PackConfiguration?
  ) {
    for file in scope { file.content.applyInherited(to: &pack.settings) }
    var applied = AppliedConfigurations(
      files: scope, matches: scope.map { $0.content.overrides.map { _ in .init() } },
      suppressions: Self.suppressions(of: own, in: pack))
    defer { pack.configurations = applied }
    guard applied.matches.contains(where: { !$0.isEmpty }) else { return }
    // Most files have the same overrides.
    var known: [[[Int]]: PlaceSetting] = [:]
    func setting(at place: Location, isFolder: Bool, isFile: Bool = false) -> PlaceSetting? {
      let overrides = scope.map { self.overrides(of: $0, for: place, isFolder: isFolder) }
      guard overrides.contains(where: { !$0.isEmpty }) else { return nil }
      for (file, chosen) in overrides.enumerated() {
        for override in chosen {
          if isFile {
            applied.matches[file][override].files.append(place.displayPath)
          } else {
            applied.matches[file][override].places.append(place.displayPath)
          }
        }
      }
      let setting = known[overrides] ?? Self.setting(of: scope, overrides)
      known[overrides] = setting
      return setting
    }
    pack.changeEachFile { file, isFolder in
      guard let setting = setting(at: file.location, isFolder: isFolder, isFile: true) else {
        return
      }
      file.rules = setting.rules.overridden(by: file.rules)
      file.suppressed = setting.suppressed.updated(with: file.suppressed)
    }
    let others =
      pack.observations.map { $0.location } + pack.sequences.map { $0.contents } + [pack.location]
    for place in Set(others) {
      applied.places[place.displayPath] = setting(at: place, isFolder: place.path.isFolder)
    }
    if let file = pack.projectFile?.location {
      applied.places[file.displayPath] = setting(at: file, isFolder: false)
    }
    for (override, match, _) in applied.overrides where !match.files.isEmpty {
      applied.suppressions += override.suppress.map { suppression in
        var suppression = suppression
        (suppression.files, suppression.places) = (match.files, match.places)
        return suppression
      }
    }
  }

  /// The indices of the overrides of a file that apply to a place.
  private mutating func overrides(
    of file: ConfigurationFile, for place: Location, isFolder: Bool
  ) -> [Int] {
    guard !file.content.overrides.isEmpty else { return [] }
    let path = file.path(of: place)
    return file.content.overrides.enumerated().compactMap { index, override in
      var covers = false
      for (number, pattern) in override.globs.enumerated()
      where pattern.glob.covers(path, isFolder: isFolder) {
        matched.insert(GlobUse(file: file.location.path, override: index, glob: number))
        covers = true
      }
      return covers ? index : nil
    }
  }

  private static func setting(
    of scope: [ConfigurationFile], _ overrides: [[Int]]
  ) -> PlaceSetting {
    var setting = PlaceSetting(rules: [:], suppressed: [:])
    for (file, chosen) in zip(scope, overrides) {
      setting.rules = setting.rules.overridden(by: file.content.settings.rules)
      for index in chosen {
        let override = file.content.overrides[index]
        setting.rules = setting.rules.overridden(by: override.rules)
        for suppression in override.suppress {
          setting.suppressed[suppression.rule] = suppression.reason
        }
      }
    }
    return setting
  }

  // MARK: Unmatched globs

  /// The globs of a file that matched nothing, once its whole folder was searched.
  func unmatchedGlobs(of file: ConfigurationFile) -> [PackObservation] {
    // A named file replaces this one in the folders below.
    guard named == nil else { return [] }
    let lists =
      [(nil, file.content.exclude)]
      + file.content.overrides.enumerated().map { (Optional($0.offset), $0.element.globs) }
    return lists.flatMap { override, globs in
      globs.enumerated().compactMap { index, pattern in
        let use = GlobUse(file: file.location.path, override: override, glob: index)
        guard !matched.contains(use) else { return nil }
        return PackObservation(
          .unmatchedGlob(pattern.glob.text, line: pattern.line), in: file.location)
      }
    }
  }
}

extension PackSource {
  /// Changes each file of the pack, and each sequence of a catalog.
  fileprivate mutating func changeEachFile(
    _ change: (_ file: inout StickerSource, _ isFolder: Bool) -> Void
  ) {
    for index in stickers.indices {
      change(&stickers[index], stickers[index].sequence != nil)
      for smaller in stickers[index].smaller.indices {
        change(&stickers[index].smaller[smaller].file, false)
      }
    }
    for index in sequences.indices {
      change(&sequences[index].sticker, true)
      for frame in sequences[index].files.indices { change(&sequences[index].files[frame], false) }
    }
    for index in icons.given.indices { change(&icons.given[index].file, false) }
    if var art = icons.art {
      change(&art, false)
      icons.art = art
    }
  }
}
