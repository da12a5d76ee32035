internal import ArgumentParser
internal import StickerBuild
internal import StickerPacks
package import StickerProject

extension ProjectFormat: ExpressibleByArgument {}

/// The projects that a build writes beside its packs.
enum EmittedProject {
  /// Adds a project around the plan's packs, in each format. `sources` are the packs that the plan was
  /// made of.
  static func add(
    to plan: inout BuildPlan, _ sources: [PackSource], as formats: [ProjectFormat]
  ) throws(CommandError) {
    guard !formats.isEmpty else { return }
    do throws(ProjectError) {
      let project = try description(of: plan, sources)
      var files: [String: [UInt8]] = [:]
      for format in formats {
        // Some formats share the Info.plists.
        files.merge(try format.files(for: project)) { first, _ in first }
      }
      plan.addedFiles += files.sorted { $0.key < $1.key }
        .map { .init(path: $0.key, bytes: $0.value) }
      // The description has an app for each pack, in the same order.
      for (index, catalog) in project.appIconCatalogs(for: formats).enumerated() {
        plan.packs[index].appIconCatalog = catalog
      }
    } catch {
      throw CommandError(message: error.description, status: .usage)
    }
  }

  private static func description(
    of plan: BuildPlan, _ sources: [PackSource]
  ) throws(ProjectError) -> ProjectDescription {
    let settings = Dictionary(
      sources.map { ($0.displayPath, $0.project) }, uniquingKeysWith: { first, _ in first })
    var parts: [String: Int] = [:]
    var apps: [ProjectDescription.App] = []
    for pack in plan.packs {
      guard var own = settings[pack.displayPath].flatMap(\.self) else {
        throw .missingSettings(pack: pack.displayPath)
      }
      // A pack that has outgrown its app leaves the first part in it, which is in the store.
      let part = parts[pack.displayPath, default: 0] + 1
      parts[pack.displayPath] = part
      if part > 1 {
        own.bundleIdentifier = own.bundleIdentifier.forPart(part)
        own.app = own.app.map { "\($0) \(part)" }
      }
      apps.append(.init(settings: own, pack: .init(pack)))
    }
    let isOne = parts.count == 1
    return try ProjectDescription(name: isOne ? apps[0].name : "Stickers", apps: apps)
  }
}

extension ProjectDescription.Pack {
  fileprivate init(_ pack: BuildPlan.Pack) {
    self.init(
      name: pack.name, gridSize: pack.gridSize, catalog: pack.catalog,
      translations: pack.languages.map { .init(language: $0, path: pack.stringsFile($0)) },
      stickers: pack.stickers.map {
        .init(id: $0.id.text, label: $0.label, path: pack.folder + $0.image(scale: 3))
      })
  }
}
