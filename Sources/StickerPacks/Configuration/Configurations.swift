internal import Basics

/// Which configurations apply where, and what they say about packs and their stickers.
struct Configurations {
  /// The file that applies in the place of all in folders above a pack.
  private let named: ConfigurationFile?
  private var matched: Set<GlobUse> = []

  private typealias Override = PackConfiguration.Override

  /// A glob that has matched something.
  private struct GlobUse: Hashable {
    var file: String
    /// Its override; nil for `exclude`.
    var override: Int?
    var glob: Int
  }

  /// - Parameter path: a file that applies in the place of all in folders above a pack. Its globs
  ///   begin in the working directory.
  init(named path: String?) throws(LintError) {
    guard let path else {
      named = nil
      return
    }
    named = try ConfigurationFile(at: path, path, folder: realPath(".") ?? "/")
  }

  // MARK: Which

  /// The configurations that apply in a folder, the farthest first.
  ///
  /// - Parameter outer: those of the folders above, where these were passed on the way.
  func scope(
    of own: ConfigurationFile?, _ real: String, below outer: [ConfigurationFile]?
  ) throws(LintError) -> [ConfigurationFile] {
    if let own, own.content.isRoot, named == nil { return [own] }
    return try scopeAbove(real, outer) + (own.map { [$0] } ?? [])
  }

  /// The configurations that reach the folders in one in which `scope` applies.
  func below(_ scope: [ConfigurationFile]) -> [ConfigurationFile] { named.map { [$0] } ?? scope }

  /// The configurations of the folders above one that was named. What was named is looked at even
  /// where these exclude it.
  private func scopeAbove(
    _ real: String, _ outer: [ConfigurationFile]?
  ) throws(LintError) -> [ConfigurationFile] {
    if let outer { return outer }
    let files = if let named { [named] } else { try ConfigurationFile.above(real) }
    return files.map { file in
      let path = file.path(of: real, "")
      var file = file
      file.content.exclude.removeAll { $0.glob.covers(path, isFolder: true) }
      return file
    }
  }

  // MARK: Exclusions

  /// Whether anything was excluded.
  var haveExcluded: Bool { matched.contains { $0.override == nil } }

  /// Whether a file or folder is not looked at.
  mutating func excludes(
    _ real: String, _ display: String, isFolder: Bool, _ scope: [ConfigurationFile]
  ) -> Bool {
    var isExcluded = false
    for file in scope where !file.content.exclude.isEmpty {
      let path = file.path(of: real, display)
      for (index, pattern) in file.content.exclude.enumerated()
      where pattern.glob.covers(path, isFolder: isFolder) {
        matched.insert(GlobUse(file: file.displayPath, override: nil, glob: index))
        isExcluded = true
      }
    }
    return isExcluded
  }

  /// Takes what is excluded out of a folder's entries. Returns its names.
  mutating func removeExcluded(
    from listing: inout FolderListing, _ display: String, _ real: String,
    _ scope: [ConfigurationFile]
  ) -> Set<String> {
    guard scope.contains(where: { !$0.content.exclude.isEmpty }) else { return [] }
    var names: Set<String> = []
    listing.entries.removeAll { entry in
      let isExcluded = excludes(
        PackDiscovery.join(real, entry.name), PackDiscovery.join(display, entry.name),
        isFolder: entry.kind == .folder, scope)
      if isExcluded { names.insert(entry.name) }
      return isExcluded
    }
    return names
  }

  // MARK: Stickers

  /// What the list of a pack's own configuration allows.
  static func suppressions(
    of configuration: PackConfiguration?, in pack: PackSource
  ) -> [Suppression] {
    let listed = (configuration?.stickers ?? []).filter { !$0.suppress.isEmpty }
    guard !listed.isEmpty else { return [] }
    let places = Dictionary(
      pack.stickers.map { (PackDiscovery.split($0.path).name, $0.displayPath) },
      uniquingKeysWith: { first, _ in first })
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

  /// Gives a pack, its files and the other places of which something is to be said what configurations
  /// make of them. A nearer file goes before one farther away; in a file, a later override before an
  /// earlier one and that before `rules`; and a sticker's own entry before all.
  ///
  /// - Parameters:
  ///   - path: the folder in which all that is the pack's lies, for reading.
  ///   - display: the folder as reports name it.
  ///   - real: its absolute path without links.
  mutating func apply(
    _ scope: [ConfigurationFile], to pack: inout PackSource, _ path: String, _ display: String,
    _ real: String
  ) {
    pack.configurations = scope
    pack.rules = scope.reduce(into: [:]) { $0 = $0.overridden(by: $1.content.rules) }
    pack.isStrict = scope.reversed().lazy.compactMap(\.content.isStrict).first ?? false
    guard scope.contains(where: { !$0.content.overrides.isEmpty }) else { return }
    // Most files share their overrides.
    var known: [[[Int]]: PlaceSetting] = [:]
    func setting(
      at place: String, _ name: String, isFolder: Bool, _ list: WritableKeyPath<Override, [String]>
    ) -> PlaceSetting? {
      let overrides = scope.map { self.overrides(of: $0, place, name, isFolder) }
      guard overrides.contains(where: { !$0.isEmpty }) else { return nil }
      for (file, chosen) in overrides.enumerated() {
        for override in chosen {
          pack.configurations[file].content.overrides[override][keyPath: list].append(name)
        }
      }
      let setting = known[overrides] ?? Self.setting(of: scope, overrides)
      known[overrides] = setting
      return setting
    }
    func apply(to file: inout StickerSource, isFolder: Bool = false) {
      let place = PackDiscovery.join(real, file.path.below(path))
      guard let setting = setting(at: place, file.displayPath, isFolder: isFolder, \.files)
      else { return }
      file.rules = setting.rules.overridden(by: file.rules)
      file.suppressed.merge(setting.suppressed) { own, _ in own }
    }
    for index in pack.stickers.indices {
      var sticker = pack.stickers[index]
      apply(to: &sticker, isFolder: sticker.sequence != nil)
      pack.stickers[index] = sticker
    }
    for index in pack.sequences.indices {
      var sequence = pack.sequences[index]
      apply(to: &sequence.sticker, isFolder: true)
      for frame in sequence.files.indices { apply(to: &sequence.files[frame]) }
      pack.sequences[index] = sequence
    }
    for index in pack.icons.indices {
      var icon = pack.icons[index]
      apply(to: &icon.file)
      pack.icons[index] = icon
    }
    if var art = pack.iconArt {
      apply(to: &art)
      pack.iconArt = art
    }
    let others =
      [pack.displayPath] + pack.observations.map(\.displayPath) + pack.sequences.map(\.contentsPath)
    for name in Set(others) {
      let place = PackDiscovery.join(real, name.below(display))
      pack.places[name] = setting(
        at: place, name, isFolder: FileReading.isDirectory(place), \.places)
    }
    for override in pack.configurations.reversed().flatMap({ $0.content.overrides.reversed() })
    where !override.files.isEmpty {
      pack.suppressions += override.suppress.map { suppression in
        var suppression = suppression
        (suppression.files, suppression.places) = (override.files, override.places)
        return suppression
      }
    }
  }

  /// The overrides of a file, by index, that are for a sticker.
  private mutating func overrides(
    of file: ConfigurationFile, _ real: String, _ display: String, _ isFolder: Bool
  ) -> [Int] {
    guard !file.content.overrides.isEmpty else { return [] }
    let path = file.path(of: real, display)
    return file.content.overrides.enumerated().compactMap { index, override in
      var covers = false
      for (number, pattern) in override.globs.enumerated()
      where pattern.glob.covers(path, isFolder: isFolder) {
        matched.insert(GlobUse(file: file.displayPath, override: index, glob: number))
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
      setting.rules = setting.rules.overridden(by: file.content.rules)
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

  // MARK: Globs without a match

  /// The globs of a file that matched nothing in its folder, all of which was looked through.
  func unmatchedGlobs(of file: ConfigurationFile) -> [PackObservation] {
    // Where another file was named, this one does not reach the folders below.
    guard named == nil else { return [] }
    let lists =
      [(nil, file.content.exclude)]
      + file.content.overrides.enumerated().map { (Optional($0.offset), $0.element.globs) }
    return lists.flatMap { override, globs in
      globs.enumerated().compactMap { index, pattern in
        let use = GlobUse(file: file.displayPath, override: override, glob: index)
        guard !matched.contains(use) else { return nil }
        return PackObservation(
          .unmatchedGlob(pattern.glob.text, line: pattern.line), in: file.displayPath)
      }
    }
  }
}
