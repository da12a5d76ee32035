internal import ImageContainers
internal import Pixels

extension Rule {
  static let clippedArt = Rule(
    id: "clipped-art",
    title: "The art is cut off by the edge of its canvas",
    category: .transparency, severity: .info,
    rationale: """
      Opaque art touches the canvas’s edge over a long run, so the sticker ends in a straight line there. \
      Portraits may end so on purpose; a tail or an ear that was cut off looks broken.
      """,
    fix: "Make the art smaller or move it, so that a few transparent pixels surround it.",
    source: "stickerpack: opaque pixels along a quarter of an edge",
    examples: [
      .fails("A disc that is cut off below", Sketch(Sketch.Art(width: 380, y: 60))),
      .passes("A disc that touches all four edges", Sketch(Sketch.Art(width: 408))),
    ],
    check: .image { image, _ in
      guard image.isDecoded, let contact = image.picture?.extent.contact,
        // Art that fills its canvas is a card.
        contact.values.contains(where: { $0 < ArtExtent.leastCut })
      else { return [] }
      let cut = ArtExtent.Edge.allCases.filter { contact[$0, default: 0] >= ArtExtent.leastCut }
      guard let longest = cut.map({ contact[$0, default: 0] }).max() else { return [] }
      let edges = cut.map { "\(Text.percent(contact[$0, default: 0])) of the \($0.rawValue) edge" }
      return [
        Violation(
          "Opaque art runs along \(edges.joined(separator: ", "));"
            + " \(Text.percent(ArtExtent.leastCut)) is the limit.",
          measured: Quantity(percent: longest), limit: Quantity(percent: ArtExtent.leastCut))
      ]
    })
}

extension ArtExtent {
  /// A shorter run is where something round touches.
  fileprivate static let leastCut = 0.25
}
