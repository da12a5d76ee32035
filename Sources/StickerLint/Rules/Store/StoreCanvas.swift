internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let storeCanvas = Rule(
    id: "store-canvas",
    title: "The store does not take the canvas",
    category: .store, severity: .error,
    severityReason: "Uploads refuse the file, or the store scales it and blurs it.",
    rationale: """
      Some stores take one size only, others a range; LINE requires even sides. A canvas of another size is refused \
      or scaled by the server, which blurs lines and can cut off the art.
      """,
    fix: "Export the art on a canvas that the store takes.",
    source: "the profile of the store: `stickerpack targets ID`",
    isSharedByPack: true,
    examples: [
      .fails("Another size", Sketch(), in: .example(canvas: .init(exact: [512, 512]))),
      .fails("Larger than a limit", Sketch(), in: .example(canvas: .init(maximum: [370, 320]))),
      .fails("No side of 512 px", Sketch(), in: .example(canvas: .init(longerSide: 512))),
      .passes("The exact size", Sketch(), in: .example(canvas: .init(exact: [408, 408]))),
      .passes(
        "A square with even sides", Sketch(), in: .example(canvas: .init(square: true, even: true))),
    ],
    check: .store { sticker, store in
      guard let canvas = sticker.canvas, let limits = store.canvas,
        let broken = limits.requirements.first(where: { !$0.holds(canvas) })
      else { return nil }
      return Violation(
        "The canvas is \(canvas) (\(store.name): \(broken.text)).",
        isUncertain: !store.isCertain("canvas.\(broken.key)"))
    })
}

/// Something that a store requires of a canvas.
private struct Requirement {
  /// The key in the profile.
  let key: String
  /// What follows "requires".
  let text: String
  let holds: (CanvasSize) -> Bool

  init?<Value>(
    _ key: String, _ value: Value?, _ text: (Value) -> String,
    _ holds: @escaping (CanvasSize, Value) -> Bool
  ) {
    guard let value else { return nil }
    (self.key, self.text, self.holds) = (key, text(value), { holds($0, value) })
  }
}

extension StoreProfile.Canvas {
  fileprivate var requirements: [Requirement] {
    let all = [
      Requirement("exact", exact, { "exactly \(Self.size($0))" }) { [$0.width, $0.height] == $1 },
      Requirement(
        "longerSide", longerSide, { "one side of \($0) px, and the other at most as long" }
      ) {
        max($0.width, $0.height) == $1
      },
      Requirement("maximum", maximum, { "at most \(Self.size($0))" }) {
        $0.width <= $1[0] && $0.height <= $1[1]
      },
      Requirement("minimum", minimum, { "at least \($0) px on each side" }) {
        min($0.width, $0.height) >= $1
      },
      Requirement("square", square, { _ in "a square" }) { !$1 || $0.width == $0.height },
      Requirement("even", even, { _ in "even sides" }) {
        !$1 || $0.width % 2 == 0 && $0.height % 2 == 0
      },
      Requirement(
        "maximumRatio", maximumRatio,
        { "a longer side of at most \(Text.number($0)) times the shorter" }
      ) {
        Double(max($0.width, $0.height)) <= Double(min($0.width, $0.height)) * $1
      },
    ]
    return all.compactMap(\.self)
  }

  private static func size(_ sides: [Int]) -> String { "\(sides[0]) × \(sides[1]) px" }
}
