internal import Basics
internal import ImageContainers
internal import StickerManifest
internal import StickerPacks

extension Rule {
  static let productDiffers = Rule(
    id: "product-differs",
    title: "Product differs from its bundle",
    category: .product, severity: .error,
    severityReason: "Users get other stickers than those that were checked.",
    rationale: """
      `stickerpack lint Biscuit.ipa --against Build/Stickers` compares a product with the bundle that \
      `stickerpack build` wrote: the same stickers in the same order, with the same art, labels and size \
      class. They differ if the project has an older copy of the catalog, or Xcode has kept files of an earlier \
      build. Art is the same if its bytes are, or if it shows the same pixels with the same delays. \
      Xcode makes the image of a sequence, and of a PNG that `cgbi-png` reports, so only the \
      size of their canvas is compared. Labels are compared where the product has them.
      """,
    fix:
      "Copy the bundle's catalog into the project, clean the build folder and build the app again.",
    source: """
      stickerpack: `manifest.json` has the SHA-256 of each image; notes of a developer of a shipped pack, 2026: \
      actool copies art unchanged
      """,
    examples: [
      .fails("A sticker of the bundle is missing", .product(), against: ["hello", "wave"]),
      .passes("The stickers of the bundle", .product(), against: ["hello"]),
    ],
    check: .pack { pack in
      pack.source.built?.expected.map { Comparison(pack, with: $0).violations } ?? []
    })
}

/// Compares a compiled pack with a bundle.
private struct Comparison {
  private let pack: PackFacts
  private let expected: ExpectedPack
  private let own: [String: AssetFacts]
  private let list: FilePath

  init(_ pack: PackFacts, with expected: ExpectedPack) {
    (self.pack, self.expected) = (pack, expected)
    own = Dictionary(firstOf: pack.assets.map { ($0.source.id, $0) })
    list = pack.source.built?.compiled?.infoPath ?? pack.source.location.displayPath
  }

  var violations: [Violation] {
    let stickers = expected.manifest.stickers
    let known = Set(stickers.map { $0.id })
    // Files that are only unlisted are the finding of another rule.
    let unlisted = Set(pack.source.built?.compiled?.unlisted.map { $0.stem } ?? [])
    let missing = stickers.map { $0.id }.filter { own[$0] == nil && !unlisted.contains($0) }
    guard missing.isEmpty || missing.count < stickers.count else {
      return [
        Violation(
          "The product has no sticker of the bundle \(expected.manifest.name.quoted).", file: list)
      ]
    }
    return wholePack
      + missing.map { Violation("The sticker \($0.quoted) of the bundle is missing.", file: list) }
      + pack.assets.filter { !known.contains($0.source.id) }.map {
        Violation(
          "The bundle has no sticker \($0.source.id.quoted).", file: $0.source.shownPath)
      }
      + stickers.compactMap { sticker in own[sticker.id].flatMap { violation(in: $0, sticker) } }
  }

  /// The differences in size class and order.
  private var wholePack: [Violation] {
    var violations: [Violation] = []
    let size = expected.manifest.gridSize
    if let own = pack.source.settings.gridSize, own != size {
      violations.append(
        Violation(
          "The size class is \(own.rawValue); the bundle's is \(size.rawValue).", file: list)
      )
    }
    guard pack.source.built?.compiled?.isListed == true else { return violations }
    let order = expected.manifest.stickers.map { $0.id }.filter { own[$0] != nil }
    let known = Set(order)
    let found = pack.assets.map { $0.source.id }.filter(known.contains)
    if let (own, other) = zip(found, order).first(where: { $0 != $1 }) {
      violations.append(
        Violation(
          "The order differs: \(own.quoted) is where the bundle has \(other.quoted).", file: list))
    }
    return violations
  }

  private func violation(in asset: AssetFacts, _ sticker: Manifest.Sticker) -> Violation? {
    let (art, isUnknown) = artDifference(of: asset, sticker)
    let sentences = [art].compactMap { $0 } + labelDifferences(of: asset.source, sticker)
    guard !sentences.isEmpty else { return nil }
    return Violation(
      sentences.joined(separator: " "),
      fix: isUnknown ? "Check the bundle with `stickerpack verify`, and compare again." : nil,
      file: asset.source.shownPath)
  }

  /// Returns the difference of the art, in one sentence, and whether it is unknown. Art that cannot be read has
  /// findings of other rules.
  private func artDifference(
    of asset: AssetFacts, _ sticker: Manifest.Sticker
  ) -> (String?, isUnknown: Bool) {
    let art = sticker.scales[0]
    guard let hash = asset.contentHash, hash != art.sha256 else { return (nil, false) }
    guard let image = asset.image, let canvas = image.canvas else {
      return ("The art differs from the bundle's: it cannot be decoded.", false)
    }
    let size = CanvasSize(clampingWidth: art.width, height: art.height)
    if canvas != size {
      return ("The art differs from the bundle's: \(canvas) instead of \(size).", false)
    }
    if expected.sequences.contains(sticker.id)
      || image.defects.contains(where: { $0.kind == .appleOptimized }) || !image.isDecoded
    {
      return (nil, false)
    }
    guard let bundled = asset.bundled, bundled.sha256 == art.sha256 else {
      return (
        "The bytes differ from the bundle's, whose image cannot be read to compare the pixels.",
        true
      )
    }
    let (frames, others) = (image.frameAlpha.count, sticker.animation?.frameCount ?? 1)
    if frames != others {
      let counts = "\(Text.count(frames, "frame")) instead of \(Text.number(others))"
      return ("The art differs from the bundle's: \(counts).", false)
    }
    if image.digest != bundled.digest {
      let what = image.isAnimated ? "other pixels or delays" : "other pixels"
      return ("The art differs from the bundle's: the same size, but \(what).", false)
    }
    return image.container.loop == bundled.loop
      ? (nil, false) : ("The animation plays another number of times than the bundle's.", false)
  }

  private func labelDifferences(of source: StickerSource, _ sticker: Manifest.Sticker) -> [String] {
    var sentences: [String] = []
    if let own = source.writtenLabel, let label = sticker.label, own != label {
      sentences.append("The label is \(own.quoted); the bundle's is \(label.quoted).")
    }
    for (language, label) in (sticker.localizedLabels ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let own = source.translations[language], own != label else { continue }
      sentences.append(
        "The label in \(language) is \(own.quoted); the bundle's is \(label.quoted).")
    }
    return sentences
  }
}
