internal import Basics

/// Applies configurations to packs and their stickers.
struct Configurations {
  /// The file that replaces the configurations of the folders above a pack.
  private let named: ConfigurationFile?
  private var matched: Set<GlobUse> = []

  private typealias Override = PackConfiguration.Override

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

  /// The suppressions in the sticker list of a pack's own configuration.
  static func suppressions(
    of configuration: PackConfiguration?, in pack: PackSource
  ) -> [Suppression] {
    let listed = (configuration?.stickers ?? []).filter { !$0.suppress.isEmpty }
    guard !listed.isEmpty else { return [] }
    let places = Dictionary(
      firstOf: pack.allStickers.flatMap { sticker in
        sticker.listedNames.map { ($0, sticker.displayPath) }
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
  /// - Parameter folder: the folder that holds everything of the pack.
  mutating func apply(
    _ scope: [ConfigurationFile], to pack: inout PackSource, in folder: Location
  ) {
    pack.configurations = scope
    for file in scope { file.content.applyInherited(to: &pack.settings) }
    guard scope.contains(where: { !$0.content.overrides.isEmpty }) else { return }
    var configurations = scope
    // Most files have the same overrides.
    var known: [[[Int]]: PlaceSetting] = [:]
    func setting(
      at place: Location, isFolder: Bool, _ list: WritableKeyPath<Override, [String]>
    ) -> PlaceSetting? {
      let overrides = scope.map { self.overrides(of: $0, for: place, isFolder: isFolder) }
      guard overrides.contains(where: { !$0.isEmpty }) else { return nil }
      for (file, chosen) in overrides.enumerated() {
        for override in chosen {
          configurations[file].content.overrides[override][keyPath: list]
            .append(place.displayPath.string)
        }
      }
      let setting = known[overrides] ?? Self.setting(of: scope, overrides)
      known[overrides] = setting
      return setting
    }
    func apply(to file: inout StickerSource, isFolder: Bool = false) {
      let isFolder = isFolder || file.sequence != nil
      guard let setting = setting(at: file.location, isFolder: isFolder, \.files) else { return }
      file.rules = setting.rules.overridden(by: file.rules)
      file.suppressed.merge(setting.suppressed) { own, _ in own }
    }
    for index in pack.stickers.indices {
      apply(to: &pack.stickers[index])
      for smaller in pack.stickers[index].smaller.indices {
        apply(to: &pack.stickers[index].smaller[smaller].file)
      }
    }
    for index in pack.sequences.indices {
      apply(to: &pack.sequences[index].sticker, isFolder: true)
      for frame in pack.sequences[index].files.indices {
        apply(to: &pack.sequences[index].files[frame])
      }
    }
    for index in pack.icons.indices { apply(to: &pack.icons[index].file) }
    if var art = pack.iconArt {
      apply(to: &art)
      pack.iconArt = art
    }
    let others =
      (pack.observations.map(\.displayPath) + pack.sequences.map(\.contentsPath)).map {
        FilePath($0)
      }
    for displayPath in Set(others + [pack.location.displayPath]) {
      let path = folder.path.appending(
        displayPath.relative(to: folder.displayPath) ?? displayPath)
      pack.places[displayPath] = setting(
        at: Location(path, displayPath: displayPath), isFolder: path.isFolder, \.places)
    }
    if let file = pack.projectFile?.location {
      pack.places[file.displayPath] = setting(at: file, isFolder: false, \.places)
    }
    pack.configurations = configurations
    for override in configurations.reversed().flatMap({ $0.content.overrides.reversed() })
    where !override.files.isEmpty {
      pack.suppressions += override.suppress.map { suppression in
        var suppression = suppression
        (suppression.files, suppression.places) = (override.files, override.places)
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
          .unmatchedGlob(pattern.glob.text, line: pattern.line), in: file.displayPath)
      }
    }
  }
}
