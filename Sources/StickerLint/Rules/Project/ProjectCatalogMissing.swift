internal import Basics
internal import StickerPacks

extension Rule {
  static let projectCatalogMissing = Rule(
    id: "project-catalog-missing",
    title: "Catalog is in no target",
    category: .project, severity: .error,
    severityReason: "The extension is built without stickers.",
    rationale: """
      Xcode compiles the catalogs in the "Copy Bundle Resources" phase of a target. If the stickers' \
      catalog is in none, the build succeeds, and the extension has no stickers.
      """,
    fix: "Add the catalog to the resources of the sticker pack extension.",
    source: "swift-build, DarwinProductTypes.xcspec: the build phases of a sticker pack extension",
    examples: [
      .fails(
        "No sources", .project("    sources:\n      - path: Stickers.xcstickers\n", "")),
      .passes("The extension has the catalog", .project()),
    ],
    check: .pack { pack in
      guard let project = pack.source.projectFile, let name = project.missingCatalog else {
        return []
      }
      let targets = project.extensions.map { $0.target }.filter { $0.isStickerPack }
      return targets.prefix(1).map { target in
        Violation(
          "The resources of \(target.name.text.quoted) have no catalog with stickers, and no target"
            + " has \(name.quoted).",
          at: target.name.place, file: target.name.file)
      }
    })
}
