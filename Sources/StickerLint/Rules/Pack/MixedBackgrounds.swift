internal import Basics

extension Rule {
  static let mixedBackgrounds = Rule(
    id: "mixed-backgrounds",
    title: "Pack mixes boxes and cut-out stickers",
    category: .pack, severity: .info,
    severityReason: "Cards among cut-out stickers can be intended.",
    rationale: """
      In the drawer and on a bubble, opaque rectangles beside art without a background look as if a \
      background was forgotten. Boxes whose own finding is \
      suppressed are intended. Packs with fewer than four stickers are not compared.
      """,
    fix: "Remove the background of all stickers, or give all of them the same kind of background.",
    source: "stickerpack; boxes are what `background-box` and `no-transparency` report",
    isFixedPerSticker: true,
    examples: [
      .fails("Three discs and an opaque card", stickers([nil, nil, nil, 0xFFFFFF]), rules: alone),
      .passes("Four discs", stickers([nil, nil, nil, nil])),
      .passes("Four cards", stickers([0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF]), rules: alone),
      .passes("Two discs and a card", stickers([nil, nil, 0xFFFFFF]), rules: alone),
    ],
    check: .onePerPack { pack, _ in
      guard pack.source.kind != .files else { return nil }
      let decoded = pack.assets.filter {
        $0.image?.isDecoded == true && ownRules.isDisjoint(with: $0.source.suppressed.keys)
      }
      let boxes = decoded.filter { $0.image?.isBox == true || $0.image?.backgroundBox != nil }
      guard decoded.count >= 4, !boxes.isEmpty, boxes.count < decoded.count else { return nil }
      let areBoxesFewer = boxes.count * 2 <= decoded.count
      let cutOut = Set(decoded.map { $0.source.shownPath }).subtracting(
        boxes.map { $0.source.shownPath })
      return Violation(
        "\(Text.number(boxes.count)) of \(Text.count(decoded.count, "sticker"))"
          + " \(boxes.count == 1 ? "has" : "have") a box behind the art; the"
          + " \(cutOut.count == 1 ? "other is" : "others are") cut out.",
        measured: Quantity(boxes.count, .files), limit: Quantity(0, .files),
        related: decoded.map { $0.source.shownPath }.filter { cutOut.contains($0) != areBoxesFewer }
      )
    })

  /// The rules that report a box for itself.
  private static let ownRules: Set = [
    "background-box", "no-transparency", "jpeg-no-transparency",
  ]

  /// Each box is also reported for itself.
  private static let alone: [String: RuleSetting] = ["background-box": .init(level: .off)]

  /// A pack of discs in different colors, each on an opaque color or none.
  private static func stickers(_ backdrops: [UInt32?]) -> [Example.File] {
    zip(["hello.png", "hug.png", "wink.png", "card.png"], backdrops).enumerated().map {
      number, sticker in
      var art = Sketch.Art.other(number)
      art.backdrop = sticker.1
      return .sticker(sticker.0, Sketch(art))
    }
  }
}
