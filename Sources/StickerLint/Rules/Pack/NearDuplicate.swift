internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// Different drawings of one character on one grid differ in more bits.
  private static let bits = Option(
    "bits", "the maximum number of fingerprint bits, of 240, that differ in near-duplicates", 4,
    .value,
    in: 0...120)

  static let nearDuplicate = Rule(
    id: "near-duplicate",
    title: "Near-duplicate sticker",
    category: .pack, severity: .info,
    severityReason: "Small differences can be intended, as between two expressions.",
    rationale: """
      The first frames hardly differ at the size of the browser. Often an old version is left next \
      to the new one, but small differences may be intended.
      """,
    fix: "Keep the better one of the two, or make the difference larger.",
    source: "stickerpack: compares a difference hash of 240 bits and the mean color",
    options: [bits],
    examples: [
      .fails(
        "Two discs whose browns differ by 1 of 255",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(Sketch.Art(fill: 0x9C5F33)))]),
      .passes(
        "A brown disc and a red disc",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1)))]),
      .passes(
        "Discs of 343 and 337 px that differ in 3 bits, with a limit of 2",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(Sketch.Art(width: 337)))],
        rules: ["near-duplicate": .init(options: ["bits": 2])]),
    ],
    check: .pack { pack, options in
      let mostBits = options[whole: bits]
      guard pack.source.kind != .files else { return [] }
      var digests: Set<CanvasDigest> = []
      var seen: [(hash: PerceptualHash, file: String)] = []
      return pack.assets.compactMap { asset in
        guard let image = asset.image, image.isDecoded, let hash = image.picture?.hash,
          let digest = image.digest, digests.insert(digest).inserted
        else { return nil }
        let nearest = seen.lazy
          .map { (distance: $0.hash.distance(from: hash), other: $0) }
          .first {
            $0.distance <= mostBits
              && $0.other.hash.colorDifference(from: hash) <= PerceptualHash.mostColor
          }
        seen.append((hash, asset.source.displayPath))
        guard let nearest else { return nil }
        return Violation(
          "The sticker looks almost like \(pack.source.name(of: nearest.other.file).quoted):"
            + " \(nearest.distance) of \(PerceptualHash.bitCount) fingerprint bits differ (limit: \(mostBits)).",
          measured: Quantity(nearest.distance, .value),
          limit: Quantity(mostBits, .value), file: asset.source.displayPath,
          related: [nearest.other.file])
      }
    })
}

extension PerceptualHash {
  /// In linear light, 0 to 1.
  fileprivate static let mostColor: Float = 0.01
}
