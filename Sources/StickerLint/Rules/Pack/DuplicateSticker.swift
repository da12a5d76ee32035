internal import Basics
internal import Pixels

extension Rule {
  static let duplicateSticker = Rule(
    id: "duplicate-sticker",
    title: "Duplicate sticker",
    category: .pack, scope: .everywhere, severity: .warning,
    severityReason: "Users see the same sticker twice.",
    rationale: """
      Both stickers have the same pixels and delays in every frame, even if their files differ. \
      Often the wrong file was copied.
      """,
    fix: "Remove one of the two, or export the one that is missing.",
    source: "stickerpack: compares composited canvases and delays",
    examples: [
      .fails(
        "The same disc in two encodings",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(coding: .palette))]),
      .passes(
        "A brown disc and a red disc",
        [.sticker("hello.png"), .sticker("goodbye.png", Sketch(.other(1)))]),
    ],
    check: .pack { pack in
      guard pack.source.kind != .files else { return [] }
      var first: [CanvasDigest: FilePath] = [:]
      return pack.assets.compactMap { asset in
        guard let image = asset.image, image.isDecoded, image.picture != nil,
          let digest = image.digest
        else { return nil }
        guard let other = first[digest] else {
          first[digest] = asset.source.shownPath
          return nil
        }
        return Violation(
          "The sticker is identical to \(pack.source.name(of: other).quoted).",
          file: asset.source.shownPath, related: [other])
      }
    })
}
