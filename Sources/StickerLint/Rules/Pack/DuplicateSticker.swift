internal import Pixels
internal import StickerPacks

extension Rule {
  static let duplicateSticker = Rule(
    id: "duplicate-sticker",
    title: "Two stickers of a pack show the same",
    category: .pack, severity: .warning,
    rationale: """
      Every pixel of every frame and every delay is the same, even if the files differ in bytes. People \
      see the sticker twice in the browser; often the wrong file was copied.
      """,
    fix: "Remove one of the two, or export the one that is missing.",
    source: "stickerpack: composited canvases and delays are compared",
    examples: [
      .fails(
        "The same disc twice, in other bytes",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(coding: .palette))]),
      .passes(
        "A brown disc and a red one",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1)))]),
    ],
    check: .pack { pack in
      guard pack.source.kind != .files else { return [] }
      var first: [CanvasDigest: String] = [:]
      return pack.assets.compactMap { asset in
        guard let image = asset.image, image.isDecoded, image.picture != nil,
          let digest = image.digest
        else { return nil }
        guard let other = first[digest] else {
          first[digest] = asset.source.displayPath
          return nil
        }
        return Violation(
          "The sticker shows exactly what \(other) shows.", file: asset.source.displayPath)
      }
    })
}
