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
      .fails("A sticker that is listed twice", .product(listing: ["hello.png", "hello.png"])),
      .fails("A program that is missing", .product(values: ["CFBundleExecutable": "Stickers"])),
      .passes("An extension with one pack", .product()),
    ],
    check: .product { product, pack in
      var violations = product.defects.sorted { $0.key < $1.key }.map {
        Violation(
          $0.value, fix: "Build again with Xcode, and do not edit the product.", file: $0.key,
          failing: $0.key.parent.fileExtension == "stickerpack" ? nil : .info)
      }
      let isUnread = !product.unreadBundles.isEmpty
      if product.apps.count > 1 || product.isIPA && product.apps.isEmpty && !isUnread {
        violations.append(
          Violation(
            product.apps.isEmpty
              ? "Payload has no app."
              : "Several apps: \(product.apps.map { $0.name }.listed(first: 3));"
                + " expected 1.",
            fix: "Export one app with `xcodebuild -exportArchive`.", file: product.displayPath,
            failing: product.apps.isEmpty ? .info : nil))
      }
      if product.extensions.count > 1 {
        let names = product.extensions.map { $0.name }.listed(first: 3)
        violations.append(
          Violation(
            "Several extensions for Messages: \(names); expected 1.",
            fix: "Embed only one of them in the app.", file: product.extensions[1].infoPath,
            failing: .oneExtension))
      }
      if product.extensions.isEmpty, product.isOnlyForMessages, !isUnread {
        violations.append(
          Violation(
            "The app has no extension for Messages.", fix: embedding, file: product.displayPath,
            failing: .embedded))
      }
      violations += product.extensions.filter { !$0.isInPlace }.map {
        Violation(
          "The extension \($0.name.quoted) is not in the folder PlugIns of the app.",
          fix: embedding, file: $0.infoPath, failing: .embedded)
      }
      violations += (product.apps + product.extensions).filter { $0.hasExecutable == false }.map {
        Violation(
          "The program \(($0.text("CFBundleExecutable") ?? "").quoted) is missing.",
          fix: "Build again with Xcode, and export the whole app.", file: $0.infoPath,
          failing: .executable)
      }
      violations += product.nested.map {
        Violation(
          "A bundle with code is in the extension (ITMS-90205).",
          fix: "Embed it in the app instead of the extension.", file: $0, failing: .nested)
      }
      // Each extension has a pack of its own.
      if product.packs.count > max(1, product.extensions.count) {
        let names = product.packs.map { $0.name.string }.listed(first: 3)
        violations.append(
          Violation(
            "Several compiled sticker packs: \(names); expected 1.",
            fix: "Keep one pack in the catalog.", file: product.packs[1], failing: .packComplete))
      } else if product.packs.isEmpty,
        let bundle = product.extensions.first(where: Product.isStickerPack)
      {
        violations.append(
          Violation(
            "The extension has no compiled sticker pack.", file: bundle.infoPath, failing: .hasPack)
        )
      } else if product.packs.count == 1, let compiled = pack.source.built?.compiled,
        compiled.isListed, pack.source.stickers.isEmpty, compiled.missing.isEmpty
      {
        violations.append(
          Violation("The list of the pack is empty.", file: compiled.infoPath, failing: .hasPack))
      }
      if let compiled = pack.source.built?.compiled, !compiled.repeated.isEmpty {
        violations.append(
          Violation(
            "The list of the pack has a sticker more than once: \(compiled.repeated.listed(first: 3)).",
            fix: "Clean the build folder in Xcode, and build again.", file: compiled.infoPath,
            failing: .listedOnce))
      }
      return violations
    })

  private static let embedding = "Embed the extension in the app: \"Embed Foundation Extensions\"."
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
