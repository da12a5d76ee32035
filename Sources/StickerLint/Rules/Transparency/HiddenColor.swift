internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  /// Less hidden color costs few bytes and reveals nothing.
  private static let share = Option(
    "share", "the smallest share of the canvas with varying hidden color that is reported", 2,
    .percent, in: 0...100)
  private static let saved = Option(
    "saved",
    "the smallest share of the image data that clearing saves, if the color continues the art", 5,
    .percent, in: 0...100)

  static let hiddenColor = Rule(
    id: "hidden-color",
    title: "Transparent pixels store color",
    category: .transparency, severity: .info,
    severityReason: "Users never see it; it costs bytes and may reveal erased art.",
    rationale: """
      Fully transparent pixels store color that varies from pixel to pixel. It is never shown but \
      costs bytes. Some programs continue the colors of the art there, which is reported if clearing them \
      saves at least 5% of the image data. Other color is what was erased, such as a photo's background, \
      and everybody who has the file can make it visible.
      """,
    fix: "Clear the color of transparent pixels when you export.",
    repair: Repair(
      "clear hidden color", .safe, .hiddenColor,
      .pixels { art, _ in
        art = art.with(
          images: art.images.map { image in
            var image = image
            image.clearHiddenColor()
            return image
          })
      }),
    source: "PNG Third Edition, 12.4: fully transparent pixels may be given any color",
    options: [share, saved],
    sharedMessage: { stickers, findings in
      let most = findings.compactMap { $0.measured?.value }.max() ?? 0
      return "\(stickers) store color in invisible pixels; clearing it makes a file up to"
        + " \(Text.percent(most / 100)) smaller and changes nothing you see."
    },
    appliesToFrames: true,
    examples: [
      .fails("Color in all transparent pixels", Sketch(Sketch.Art(hiddenRows: 408))),
      .passes("Color in two rows of transparent pixels", Sketch(Sketch.Art(hiddenRows: 2))),
      .passes(
        "Color in all transparent pixels, with share set to 100%",
        Sketch(Sketch.Art(hiddenRows: 408)),
        rules: ["hidden-color": .init(options: ["share": 100])]),
      .fails(
        "Shades of the art in all transparent pixels",
        Sketch(Sketch.Art(hiddenRows: 408, hidesOwnColor: true))),
      .passes(
        "The same, with saved set to 100%",
        Sketch(Sketch.Art(hiddenRows: 408, hidesOwnColor: true)),
        rules: ["hidden-color": .init(options: ["saved": 100])]),
      .passes(
        "Shades of the art in 40 rows, which are less than 5% of the bytes of a photo",
        Sketch(Sketch.Art(hiddenRows: 40, hidesOwnColor: true, noise: 70_000))),
    ],
    check: .image { image, _, options in
      let limit = options[share] / 100
      let leastSaved = options[saved] / 100
      guard image.isDecoded, let picture = image.picture, picture.hiddenColor.sampled > 0 else {
        return nil
      }
      let hidden = picture.hiddenColor
      let share = Double(hidden.changes) / Double(hidden.sampled)
      guard share >= limit else { return nil }
      let regions = [image.region(hidden.area, inFrame: picture.frame, showing: .hiddenColor)]
      if hidden.isPicture {
        return Violation(
          "Invisible pixels still hold a picture, such as an erased background: anybody who has the file"
            + " can make it visible.",
          in: regions, measured: Quantity(percent: share), limit: Quantity(percent: limit))
      }
      guard let saving = picture.hiddenColorSaving, saving >= leastSaved else { return nil }
      return Violation(
        "Invisible pixels still hold color; clearing it makes the file"
          + " \(Text.percent(saving, besides: leastSaved)) smaller and changes nothing you see.",
        in: regions, measured: Quantity(percent: saving), limit: Quantity(percent: leastSaved))
    })
}
