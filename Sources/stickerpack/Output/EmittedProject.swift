internal import Basics
internal import ArgumentParser
internal import StickerBuild
internal import StickerPacks
package import StickerProject

extension ProjectFormat: ExpressibleByArgument {}

/// Adds projects to a build.
enum EmittedProject {
  /// Adds a project for the plan's packs, in each format.
  static func add(
    to plan: inout BuildPlan, as formats: [ProjectFormat]
  ) throws(CommandError) {
    guard !formats.isEmpty else { return }
    do throws(ProjectError) {
      let project = try description(of: plan)
      var files: [String: [UInt8]] = [:]
      for format in formats {
        // Some formats share the Info.plists.
        files.merge(try format.files(for: project)) { first, _ in first }
      }
      plan.addedFiles += files.sorted { $0.key < $1.key }
        .map { .init(path: FilePath($0.key), bytes: $0.value) }
      // The description has an app for each pack, in the same order.
      for (index, catalog) in project.appIconCatalogs(for: formats).enumerated() {
        plan.packs[index].appIconCatalog = catalog.map { FilePath($0) }
      }
    } catch {
      throw CommandError(message: error.description, status: .usage)
    }
  }

  private static func description(
    of plan: BuildPlan
  ) throws(ProjectError) -> ProjectDescription {
    var parts: [String: Int] = [:]
    var apps: [ProjectDescription.App] = []
    for pack in plan.packs {
      guard var own = pack.project else {
        throw .missingSettings(pack: pack.displayPath)
      }
      // The first part of a split pack keeps the identifier of the app that may be in the store.
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
      name: pack.name, gridSize: pack.gridSize, catalog: pack.catalog.string,
      translations: pack.languages.map { .init(language: $0, path: pack.stringsFile($0).string) },
      stickers: pack.stickers.map {
        .init(
          id: $0.id.text, label: $0.label, path: pack.folder.appending($0.image(scale: 3)).string)
      })
  }
}
