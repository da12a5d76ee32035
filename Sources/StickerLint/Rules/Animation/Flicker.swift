internal import Basics
internal import Pixels

extension Rule {
  private static let area = Option(
    "area", "the smallest share of the canvas that flickers and is reported", 10, .percent,
    in: 0...100)

  static let flicker = Rule(
    id: "flicker",
    title: "Art flickers",
    category: .animation, scope: .everywhere, severity: .info,
    severityReason: "Art that runs through the rainbow is meant to, and a sticker is small.",
    rationale: """
      Parts of the art get lighter and darker, or change to and from a strong red, more than three times in a \
      second, while much of the art takes new colors: a parrot that runs through the rainbow as it nods. \
      That is hard to look at beside text. Flashes are those of WCAG (see \
      photosensitive-flash, which reports canvases that flash as a whole), at the stored delays. WCAG exempts \
      0.006 steradians: at 25 cm that is more than a sticker of 100 points, three quarters of one of 136 points \
      and 32% of one of 206 points, so most that flickers is within WCAG's limit until somebody enlarges it \
      or sends it several times. Motion alone is not reported: the same colors are at other places.
      """,
    fix: "Change colors at most three times a second, or between colors that are equally light.",
    source: "WCAG 2.2, success criterion 2.3.1 and \"general flash and red flash thresholds\";"
      + " Messages shows stickers at up to 206 points, 153 to the inch",
    options: [area],
    sharedMessage: { stickers, findings in
      let largest = findings.compactMap { $0.measured?.value }.max() ?? 0
      return
        "\(stickers) flicker: up to \(Text.percent(largest / 100)) of the canvas gets lighter and darker"
        + " more than \(FlashMeter.maximumFlashes) times a second."
    },
    examples: [
      .fails("Halves that are light in turns, 5 times a second", halves(everyMilliseconds: 100)),
      .passes("The same, 2.5 times a second", halves(everyMilliseconds: 200)),
      .passes(
        "The same, with area set to 90%", halves(everyMilliseconds: 100),
        rules: ["flicker": .init(options: ["area": 90])]),
    ],
    check: .image { image, _, options in
      guard image.isDecoded, let motion = image.motion, let flicker = motion.flicker,
        let canvas = image.canvas, flicker.area * 100 >= options[area],
        motion.flashing?.area ?? 0 < FlashMeter.maximumArea
      else { return nil }
      return Violation(
        "The art flickers: \(Text.percent(flicker.area)) of the canvas, \(flicker.timesPerSecond).",
        in: [FindingRegion(flicker.bounds(width: canvas.width, height: canvas.height))],
        measured: Quantity(percent: flicker.area), limit: Quantity(percent: options[area] / 100))
    })

  /// A disc whose lower quarter is light while the rest is dark, and the reverse.
  private static func halves(everyMilliseconds delay: Int) -> Sketch {
    Sketch(
      [(0x9C5F32, 0x20C0FF), (0x20C0FF, 0x9C5F32)].map { fill, lower in
        Sketch.Frame(Sketch.Art(fill: fill, lower: lower), milliseconds: delay)
      })
  }
}

extension FlashMeter.Flashing {
  /// The frequency of its flashes in words: `5 times a second`. It is never that of the limit.
  var timesPerSecond: String {
    let times = Int(clamping: rate.rounded())
    return times <= FlashMeter.maximumFlashes
      ? "more than \(FlashMeter.maximumFlashes) times a second"
      : "\(Text.number(times)) times a second"
  }
}
