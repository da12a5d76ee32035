internal import ImageContainers
internal import Pixels

extension Rule {
  static let photosensitiveFlash = Rule(
    id: "photosensitive-flash",
    title: "The animation flashes more than three times a second",
    category: .animation, severity: .warning,
    rationale: """
      Flashing can cause seizures. A flash is a pair of opposing changes in relative luminance of 10% or \
      more where the darker state is below 0.80, or a pair of opposing transitions to or from a saturated \
      red (R / (R + G + B) ≥ 0.8, more than 0.2 apart in the CIE 1976 UCS diagram). WCAG allows three \
      within any second, or flashes on at most a quarter of a 10° visual field. How large a sticker is \
      seen is not known, and it can be enlarged, so a quarter of the canvas stands in for that field, \
      which is stricter. The canvas is looked at in 16 × 16 cells over white and over black, with its \
      loop; each cell must flash itself, so what only moves does not count. This is no certified test.
      """,
    fix: "Flash at most three times a second, by less, or on a smaller area.",
    source: "WCAG 2.2, success criterion 2.3.1 and \"general flash and red flash thresholds\"",
    examples: [
      .fails(
        "Dark and light in turn, 5 times a second",
        Sketch([
          Sketch.Frame(.disc, milliseconds: 100),
          Sketch.Frame(Sketch.Art(fill: 0xFFE9C9), milliseconds: 100),
        ])),
      .passes(
        "Dark and light in turn, 2.5 times a second",
        Sketch([
          Sketch.Frame(.disc, milliseconds: 200),
          Sketch.Frame(Sketch.Art(fill: 0xFFE9C9), milliseconds: 200),
        ])),
    ],
    check: .image { image, _ in
      guard image.isDecoded, let flashing = image.motion?.flashing,
        flashing.area >= FlashMeter.mostArea
      else { return [] }
      let kind = flashing.kind == .red ? "to or from a saturated red" : "light and dark"
      return [
        Violation(
          "Over \(flashing.isOverWhite ? "white" : "black"), \(Text.percent(flashing.area)) of the"
            + " canvas flashes \(kind) more than \(FlashMeter.maximumFlashes) times in the second up to"
            + " \(Text.milliseconds(flashing.seconds * 1000));"
            + " \(Text.percent(FlashMeter.mostArea)) is the limit.",
          measured: Quantity(percent: flashing.area),
          limit: Quantity(percent: FlashMeter.mostArea))
      ]
    })
}

extension FlashMeter {
  /// The share of the canvas that must not flash too often.
  fileprivate static let mostArea = 0.25
}
