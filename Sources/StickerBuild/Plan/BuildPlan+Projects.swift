internal import Basics
internal import StickerPacks

extension BuildPlan {
  /// Adds a project for the packs, in each format.
  package mutating func addProjects(_ formats: [ProjectFormat]) throws(ProjectError) {
    guard !formats.isEmpty else { return }
    let project = try projectDescription()
    var files: [String: [UInt8]] = [:]
    for format in formats {
      // Some formats share the Info.plists.
      files.merge(format.files(for: project)) { first, _ in first }
    }
    addedFiles += files.sorted { $0.key < $1.key }.map {
      .init(path: FilePath($0.key), bytes: $0.value)
    }
  }

  private mutating func projectDescription() throws(ProjectError) -> ProjectDescription {
    var parts: [String: Int] = [:]
    var apps: [ProjectDescription.App] = []
    for index in packs.indices {
      // Translators start from the labels in the app's own language.
      packs[index].developmentRegion = packs[index].project.developmentRegion
      let pack = packs[index]
      var own = pack.project
      guard var identifier = own.bundleIdentifier else {
        throw .missingBundleIdentifier(pack: pack.displayPath)
      }
      // The first part of a split pack keeps the identifier of the app that may be in the store.
      let part = parts[pack.displayPath, default: 0] + 1
      parts[pack.displayPath] = part
      if part > 1 {
        identifier = identifier.forPart(part)
        own.app = own.app.map { "\($0) \(part)" }
        own.names = own.names.mapValues { "\($0) \(part)" }
      }
      apps.append(.init(identifier, settings: own, pack: .init(pack)))
    }
    let isOne = parts.count == 1
    return try ProjectDescription(name: isOne ? apps[0].name : "Stickers", apps: apps)
  }
}

extension ProjectDescription.Pack {
  fileprivate init(_ pack: BuildPlan.Pack) {
    self.init(
      name: pack.name, catalog: pack.catalog.string,
      translations: pack.languages.map { .init(language: $0, path: pack.stringsFile($0).string) })
  }
}
