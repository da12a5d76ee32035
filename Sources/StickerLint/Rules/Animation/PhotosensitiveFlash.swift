internal import Basics
internal import Pixels

extension Rule {
  static let photosensitiveFlash = Rule(
    id: "photosensitive-flash",
    title: "Animation flashes more than three times per second",
    category: .animation, scope: .everywhere, severity: .warning,
    severityReason: "Users see flashes, which can cause seizures.",
    rationale: """
      Flashing can cause seizures. WCAG allows up to three flashes in any second: pairs of \
      opposing changes in relative luminance of 10% or more where the darker state is below 0.80, \
      or pairs of opposing transitions to or from a saturated red (R / (R + G + B) ≥ 0.8, more \
      than 0.2 apart in the CIE 1976 UCS diagram). WCAG exempts flashes on less than 0.006 \
      steradians: 32% of a sticker at the largest size in Messages, 206 points, 25 cm from the \
      eye. This rule measures 16 × 16 cells over white and over black, including the restart of \
      the loop, at the stored delays and at ImageIO's minimum delay (see delay-clamped), because it \
      is not known which of them Messages plays. The canvas as a whole must get lighter and darker \
      as well, because art that rolls, nods or shakes changes the light of its edges too; art whose \
      areas flash in turns is what `flicker` finds. This is not a certified test.
      """,
    fix: "Flash at most three times per second, with less contrast or on a smaller area.",
    source: "WCAG 2.2, success criterion 2.3.1 and \"general flash and red flash thresholds\"",
    examples: [
      .fails("5 flashes between dark and light per second", flash(everyMilliseconds: 100)),
      .passes("2.5 flashes between dark and light per second", flash(everyMilliseconds: 200)),
      .fails(
        "6.25 flashes per second at the stored delays of a GIF, 2.5 at ImageIO's minimum",
        fade(everyMilliseconds: 40), rules: fadeRules),
      .passes(
        "2.5 flashes per second at the stored delays of a GIF", fade(everyMilliseconds: 100),
        rules: fadeRules),
    ],
    check: .image { image, pack in
      guard image.isDecoded, let flashing = image.motion?.flashing,
        flashing.area >= FlashMeter.maximumArea, let canvas = image.canvas
      else { return nil }
      let minimum = Text.milliseconds(pack.destination.playedDelays.shortest[image.format] ?? 0)
      let delays =
        image.motion?.clampedFlashing?.area ?? 0 < FlashMeter.maximumArea
        ? " It is safe in apps that show no frame for less than \(minimum)." : ""
      let kind = flashing.kind == .red ? "to or from a strong red" : "between light and dark"
      return Violation(
        "The animation flashes, which can cause seizures: \(Text.percent(flashing.area)) of the canvas changes"
          + " \(kind) \(flashing.timesPerSecond), on \(flashing.isOverWhite ? "white" : "black")"
          + " (at most \(FlashMeter.maximumFlashes) times are safe).\(delays)",
        in: image.frames(within: flashing.seconds, pack.destination).map {
          FindingRegion(
            frame: $0 + 1, flashing.bounds(width: canvas.width, height: canvas.height))
        },
        measured: Quantity(percent: flashing.area),
        limit: Quantity(percent: FlashMeter.maximumArea))
    })

  private static func flash(everyMilliseconds delay: Int) -> Sketch {
    Sketch([.disc, Sketch.Art(fill: 0xFFE9C9)].map { Sketch.Frame($0, milliseconds: delay) })
  }

  /// A flash of four frames.
  private static func fade(everyMilliseconds delay: Int) -> Sketch {
    Sketch(
      [0x9C5F32, 0xD3AC86, 0xFFE9C9, 0xD3AC86].map {
        Sketch.Frame(Sketch.Art(fill: $0), milliseconds: delay)
      }, format: .gif)
  }
  private static let fadeRules: [String: RuleSetting] = [
    "delay-clamped": .init(level: .off), "gif-hard-edges": .init(level: .off),
  ]
}

extension ImageFacts {
  /// The indices of the frames that begin in the second that ends at a time, in seconds as played from
  /// the first frame at the stored delays. After the last frame, the first one follows.
  fileprivate func frames(within end: Double, _ destination: Destination) -> [Int] {
    let delays = frames.prefix(frameAlpha.count).map {
      destination.unclamped($0.delay.milliseconds) / 1000
    }
    let length = delays.reduce(0, +)
    var start = 0.0
    return delays.indices.filter { index in
      // Sums of delays are not exact.
      let age = end - start + 1e-9
      start += delays[index]
      return age >= 0 && age.truncatingRemainder(dividingBy: length) < 1
    }
  }
}
