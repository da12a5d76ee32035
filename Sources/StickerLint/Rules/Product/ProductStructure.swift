internal import Basics
internal import StickerPacks

extension Rule {
  static let productStructure = Rule(
    id: "product-structure",
    title: "Product has an unexpected structure",
    category: .product, severity: .warning,
    severityReason:
      "The structure is put together from build tools and notes; Apple documents none of it.",
    rationale: """
      A product for the App Store has one app, and in it one extension for Messages with one \
      compiled sticker pack. A pack that never was in a resources phase is missing without a message \
      of Xcode, iOS refuses to install two extensions for Messages, and actool takes one of several packs.
      """,
    fix: "Add the catalog to the resources of the extension's target, and build again.",
    source: """
      swift-build, ActoolInputFileGroupingStrategy; installd: "Multiple message payload provider extensions \
      found in app but only one is allowed"; notes of developers, 2026
      """,
    examples: [
      .fails("Two sticker packs in one extension", .product(packs: ["Biscuit", "Cookie"])),
      .fails("A sticker pack extension without a pack", .product(packs: [])),
      .passes("An extension with one pack", .product()),
    ],
    check: .product { product, _ in
      var violations = product.defects.sorted { $0.key < $1.key }.map {
        Violation(
          $0.value, fix: "Build again with Xcode, and do not edit the product.", file: $0.key)
      }
      if product.apps.count > 1 || product.isIPA && product.apps.isEmpty {
        violations.append(
          Violation(
            product.apps.isEmpty
              ? "Payload has no app."
              : "Several apps: \(product.apps.map { $0.name }.listed(first: 3));"
                + " expected 1.",
            fix: "Export one app with `xcodebuild -exportArchive`.", file: product.displayPath))
      }
      if product.extensions.count > 1 {
        let names = product.extensions.map { $0.name }.listed(first: 3)
        violations.append(
          Violation(
            "Several extensions for Messages: \(names); expected 1.",
            fix: "Embed only one of them in the app.", file: product.extensions[1].infoPath))
      }
      violations += product.nested.map {
        Violation(
          "A bundle with code is in the extension (ITMS-90205).",
          fix: "Embed it in the app instead of the extension.", file: $0)
      }
      // Each extension has a pack of its own.
      if product.packs.count > max(1, product.extensions.count) {
        let names = product.packs.map { $0.name.string }.listed(first: 3)
        violations.append(
          Violation(
            "Several compiled sticker packs: \(names); expected 1.",
            fix: "Keep one pack in the catalog.", file: product.packs[1]))
      } else if product.packs.isEmpty,
        let bundle = product.extensions.first(where: Product.isStickerPack)
      {
        violations.append(
          Violation("The extension has no compiled sticker pack.", file: bundle.infoPath))
      }
      return violations
    })
}

extension Rule.Check {
  /// Checks a built product. Its first pack has the facts about it.
  static func product(
    _ check: @escaping @Sendable (Product, PackFacts) -> [Violation]
  ) -> Rule.Check {
    .pack { pack in pack.source.built?.product.map { check($0, pack) } ?? [] }
  }

  /// Checks the list of each compiled pack of a product.
  static func compiledPack(
    _ check: @escaping @Sendable (CompiledPack, PackFacts) -> [Violation]
  ) -> Rule.Check {
    .pack { pack in pack.source.built?.compiled.map { check($0, pack) } ?? [] }
  }
}
