internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension Rule {
  /// A shorter run is where something round touches.
  private static let share = Option(
    "share", "the part of an edge from which on art that runs along it is cut off", 25, .percent,
    in: 1...100)

  static let clippedArt = Rule(
    id: "clipped-art",
    title: "The art is cut off by the edge of its canvas",
    category: .transparency, severity: .info,
    rationale: """
      Opaque art touches the canvas's edge over a long run, so the sticker ends in a straight line there. \
      Portraits may end so on purpose; a tail or an ear that was cut off looks broken.
      """,
    fix: "Make the art smaller or move it, so that a few transparent pixels surround it.",
    source: "stickerpack: opaque pixels along a quarter of an edge",
    options: [share],
    examples: [
      .fails("A disc that is cut off below", Sketch(Sketch.Art(width: 380, y: 60))),
      .passes("A disc that touches all four edges", Sketch(Sketch.Art(width: 408))),
      .passes(
        "A disc that is cut off below, with the whole edge allowed",
        Sketch(Sketch.Art(width: 380, y: 60)),
        rules: ["clipped-art": .init(options: ["share": 100])]),
    ],
    check: .image { image, _, options in
      let least = options[share] / 100
      guard image.isDecoded, let contact = image.picture?.extent.contact,
        // Art that fills its canvas is a card.
        contact.values.contains(where: { $0 < least })
      else { return [] }
      let cut = ArtExtent.Edge.allCases.filter { contact[$0, default: 0] >= least }
      guard let longest = cut.map({ contact[$0, default: 0] }).max() else { return [] }
      let edges = cut.map { "\(Text.percent(contact[$0, default: 0])) of the \($0.rawValue) edge" }
      return [
        Violation(
          "Opaque art runs along \(edges.joined(separator: ", "));"
            + " \(Text.percent(least)) is the limit.",
          measured: Quantity(percent: longest), limit: Quantity(percent: least))
      ]
    })
}
