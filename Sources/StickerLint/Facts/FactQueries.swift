internal import Basics
internal import Pixels

extension ImageFacts {
  /// Returns an area of the canvas with an index as a region.
  func region(
    _ area: PixelRect?, inFrame index: Int, showing pixels: MeasuredPixels? = nil
  ) -> FindingRegion {
    FindingRegion(frame: isAnimated ? index + 1 : nil, area, showing: pixels)
  }

  /// The defects of one kind as violations.
  func violations(of kind: Defect.Kind) -> [Violation] {
    defects.filter { $0.kind == kind }.map { defect in
      Violation(
        Text.sentence(defect.message), at: defect.place, measured: defect.measured,
        limit: defect.limit)
    }
  }

  /// One violation for all frames with a wrong delay, or none. It names the first of these frames
  /// and the shortest delay.
  ///
  /// - Parameters:
  ///   - seen: the visible effect, as the beginning of the message.
  ///   - limit: the shortest correct delay in milliseconds; 0 if there is none to report.
  ///   - fix: the fix; that of the rule by default.
  ///   - isWrong: whether a delay in milliseconds is wrong.
  func delayViolation(
    _ seen: String, limit: Double = 0, fix: String? = nil, where isWrong: (Double) -> Bool
  ) -> Violation? {
    guard isAnimated else { return nil }
    let wrong = frames.enumerated().filter { isWrong($0.element.delay.milliseconds) }
    guard let first = wrong.first,
      let shortest = wrong.map({ $0.element.delay.milliseconds }).min()
    else { return nil }
    let which =
      if frames.count == 1 {
        "the only frame has"
      } else if wrong.count == 2, frames.count == 2 {
        "both frames have"
      } else if wrong.count == frames.count {
        "all \(Text.number(frames.count)) frames have"
      } else if wrong.count == 1 {
        "frame \(first.offset + 1) of \(frames.count) has"
      } else {
        "\(Text.number(wrong.count)) of \(Text.number(frames.count)) frames have"
      }
    let delays = Set(wrong.map { $0.element.delay.milliseconds })
    let delay = delays.count == 1 ? "a delay of" : "delays as short as"
    return Violation(
      "\(seen): \(which) \(delay) \(Text.milliseconds(shortest)).",
      at: Place("frame \(first.offset + 1)", offset: first.element.offset),
      in: wrong.prefix(FindingRegion.maximumCount).map { FindingRegion(frame: $0.offset + 1) },
      measured: Quantity(shortest, .milliseconds),
      limit: limit > 0 ? Quantity(limit, .milliseconds) : nil, fix: fix)
  }
}

extension StickerSource {
  /// The label and its translations; the language is nil for the label itself.
  var labels: [(language: String?, text: String)] {
    (label.map { [(language: nil, text: $0)] } ?? [])
      + translations.sorted { $0.key < $1.key }.map { (language: $0.key, text: $0.value) }
  }
}

extension PackSource {
  /// The path of one of the pack's files relative to the pack, for messages.
  func name(of file: FilePath) -> String {
    (file.relative(to: location.displayPath)?.withoutStickerFolder ?? file).string
  }
}

extension PackFacts {
  /// A violation for each observation that has a message.
  func violations(
    _ message: (PackObservation.Kind) -> String?, fix: String? = nil
  ) -> [Violation] {
    source.observations.compactMap { observation in
      message(observation.kind).map {
        Violation($0, at: observation.place, fix: fix, file: observation.location.displayPath)
      }
    }
  }
}

extension Rule.Check {
  /// Looks at each observation of discovery and the catalog reader. Those without a message are no
  /// violations.
  static func observation(
    _ message: @escaping @Sendable (PackObservation.Kind) -> String?
  ) -> Rule.Check {
    .pack { pack in pack.violations(message) }
  }

  /// Looks for one problem in each icon, which may fill several slots.
  static func icon(
    _ check: @escaping @Sendable (ImageFacts, [IconSlot]) -> Violation?
  ) -> Rule.Check {
    .pack { pack in
      zip(pack.source.icons.given, pack.icons).compactMap { icon, asset in
        guard var violation = asset.image.flatMap({ check($0, icon.slots) }) else { return nil }
        violation.file = icon.file.shownPath
        // A product has icons, but no icon sets.
        if pack.source.built == nil, pack.usesIconSet(icon.file.shownPath.parent) != true {
          violation.failing = nil
        }
        return violation
      }
    }
  }
}

extension Quantity {
  /// Converts a share from 0 to 1 to a percentage with one decimal.
  init(percent share: Double) { self.init((share * 1000).rounded() / 10, .percent) }
}
