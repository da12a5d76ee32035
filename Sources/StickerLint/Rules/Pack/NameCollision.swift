internal import Basics

extension Rule {
  static let nameCollision = Rule(
    id: "name-collision",
    title: "Duplicate sticker name",
    category: .pack, severity: .error,
    severityReason: "The built pack has one name for both, so one of the stickers is lost.",
    rationale: """
      A compiled pack is one flat folder of names without extensions. Names that are equal, or \
      differ only in case, overwrite each other on Apple's file systems.
      """,
    fix: "Rename one of the two files.",
    source: "Apple, Asset Catalog Format Reference: a sticker's folder is its name",
    examples: [
      .fails(
        "hello.png and Hello.jpg",
        [
          .sticker("hello.png"),
          .sticker(
            "Hello.jpg", Sketch(Sketch.Art(fill: 0x3F7A4D, backdrop: 0xFFFFFF), format: .jpeg),
            label: "Biscuit stands in a meadow"),
        ],
        rules: ["jpeg-no-transparency": .init(level: .off)]),
      .passes(
        "hello.png and goodbye.jpg",
        [
          .sticker("hello.png"),
          .sticker(
            "goodbye.jpg", Sketch(Sketch.Art(fill: 0x3F7A4D, backdrop: 0xFFFFFF), format: .jpeg)),
        ],
        rules: ["jpeg-no-transparency": .init(level: .off)]),
    ],
    check: .pack { pack in
      var first: [String: FilePath] = [:]
      return pack.source.allStickers.compactMap { sticker in
        let key = LegalName.collisionKey(sticker.id)
        guard let other = first[key] else {
          first[key] = sticker.shownPath
          return nil
        }
        return Violation(
          "The name \(sticker.id.quoted) is also used by \(pack.source.name(of: other).quoted).",
          file: sticker.shownPath, related: [other])
      }
    })
}
