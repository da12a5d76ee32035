internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// Round art that only touches an edge stays below this.
  private static let share = Option(
    "share", "the smallest share of an edge that art must touch to be reported", 25, .percent,
    in: 1...100)

  static let clippedArt = Rule(
    id: "clipped-art",
    title: "Art is cut off at the edge of its canvas",
    category: .transparency, severity: .info,
    severityReason: "A straight edge can be intended, as in a portrait.",
    rationale: """
      Opaque art touches a long part of the canvas edge, so the sticker ends in a straight line. A \
      portrait may end that way on purpose, but a tail or ear that is cut off looks broken.
      """,
    fix: "Scale down or move the art so that a few transparent pixels surround it.",
    source: "stickerpack: opaque pixels along 25% of an edge",
    options: [share],
    examples: [
      .fails("A disc cut off at the bottom", Sketch(Sketch.Art(width: 380, y: 60))),
      .passes("A disc that touches all four edges", Sketch(Sketch.Art(width: 408))),
      .passes(
        "A disc cut off at the bottom, with share set to 100%",
        Sketch(Sketch.Art(width: 380, y: 60)),
        rules: ["clipped-art": .init(options: ["share": 100])]),
    ],
    check: .image { image, _, options in
      let limit = options[share] / 100
      guard image.isDecoded, let contact = image.picture?.extent.contact,
        // Art that touches all four edges fills its canvas, as a card does.
        contact.values.contains(where: { $0 < limit })
      else { return [] }
      let cut = ArtExtent.Edge.allCases.filter { contact[$0, default: 0] >= limit }
      guard let longest = cut.map({ contact[$0, default: 0] }).max() else { return [] }
      let edges = cut.map { "\(Text.percent(contact[$0, default: 0])) of the \($0.rawValue) edge" }
      return [
        Violation(
          "Opaque art touches \(edges.joined(separator: " and ")) (limit: \(Text.percent(limit))).",
          measured: Quantity(percent: longest), limit: Quantity(percent: limit))
      ]
    })
}
