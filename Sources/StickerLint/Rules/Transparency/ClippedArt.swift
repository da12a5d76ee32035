internal import Pixels

extension Rule {
  private static let share = Option(
    "share", "the smallest share of an edge that art must touch to be reported", 5, .percent,
    in: EdgeCut.minimumContact * 100...100)
  /// 6 px of a sticker that Messages shows with 300 px.
  private static let missing = Option(
    "missing",
    "the smallest length by which the art's outline would continue outside of the canvas, as a share"
      + " of the longer canvas side", 2, .percent, in: 0...100)

  static let clippedArt = Rule(
    id: "clipped-art",
    title: "Art is cut off at the edge of its canvas",
    category: .transparency, scope: .everywhere, severity: .info,
    severityReason: "A straight edge can be intended, as in a portrait.",
    rationale: """
      Art touches the canvas edge and its outline continues straight out of the canvas, so the \
      sticker ends in a straight line. A portrait may end that way on purpose, but a tail or ear that \
      is cut off looks broken. Stickers that are cut off at the same edges are one finding about the pack if \
      they are at least 5 and a fifth of it: portraits usually come in groups, and mistakes do not. Round art that only touches an edge, bases with rounded corners, art whose \
      complete border runs along the edge, art that fills the canvas and pixel art of large pixels are not \
      reported. Each frame of an animation is checked: art may leave the \
      canvas and come back on purpose.
      """,
    fix: "Scale down or move the art so that a few transparent pixels surround it.",
    source: "stickerpack: the outline on both sides of the contact, continued as an ellipse",
    options: [share, missing],
    isSharedByPack: true,
    examples: [
      .fails("A disc cut off at the bottom", Sketch(Sketch.Art(width: 380, y: 45))),
      .passes("A disc that touches all four edges", Sketch(Sketch.Art(width: 408))),
      .passes(
        "A disc cut off at the bottom, with share set to 100%",
        Sketch(Sketch.Art(width: 380, y: 45)),
        rules: ["clipped-art": .init(options: ["share": 100])]),
      .passes(
        "A disc cut off at the bottom, with missing set to 20%",
        Sketch(Sketch.Art(width: 380, y: 45)),
        rules: ["clipped-art": .init(options: ["missing": 20])]),
      .passes(
        "A flat top with a complete outline",
        Sketch(Sketch.Art(shape: .box, width: 300, height: 340, y: -34, rim: 0x000000)),
        rules: ["background-box": .init(level: .off), "off-center": .init(level: .off)]),
      .fails(
        "Five discs cut off at the bottom, which are one finding",
        (0..<5).map { number in
          var art = Sketch.Art.other(number)
          (art.width, art.y) = (380, 45)
          return .sticker("\(number + 1).png", Sketch(art))
        }),
    ],
    check: .image { image, _, options in
      let share = options[share] / 100
      let missing = options[missing] / 100
      // A rectangle ends in straight lines everywhere, and a block of pixel art is as straight as a cut.
      guard image.isDecoded, !image.isBox, let canvas = image.canvas,
        (image.picture?.blocks?.side ?? 0)
          <= Double(EdgeCut.depth(of: max(canvas.width, canvas.height)))
      else { return nil }
      let cuts = image.frameCuts.map { cuts in
        cuts.filter { $0.contact >= share && $0.missing >= missing }
      }
      let frames = cuts.indices.filter { !cuts[$0].isEmpty }
      guard let first = frames.first else { return nil }
      // The longest contact with each edge in any frame.
      var contacts: [ArtExtent.Edge: Double] = [:]
      for cut in cuts.joined() {
        contacts[cut.edge] = max(contacts[cut.edge, default: 0], cut.contact)
      }
      let edges = ArtExtent.Edge.allCases.filter { contacts[$0] != nil }
      let most = edges.max { contacts[$0, default: 0] < contacts[$1, default: 0] }
      let names = Text.list(edges.map(\.rawValue))
      let place =
        switch edges.count {
        case 1: "the \(names) edge"
        case ArtExtent.Edge.allCases.count: "all four edges"
        default: "the \(names) edges"
        }
      let worst = edges.count > 1 ? most.map { ", most at the \($0.rawValue)" } ?? "" : ""
      let comesBack = cuts.indices.contains {
        cuts[$0].isEmpty && image.frameAlpha[$0].visible > 0
      }
      let message =
        if comesBack {
          "Art leaves the canvas at \(place) in \(Text.frames(frames, of: cuts.count)) and comes back\(worst)."
        } else {
          "The art is cut straight at \(place)\(worst)."
        }
      return Violation(
        message,
        at: image.isAnimated && image.frames.indices.contains(first)
          ? Place("frame \(first + 1)", offset: image.frames[first].offset) : nil,
        in: frames.lazy.flatMap { frame in
          cuts[frame].map { image.region($0.area, inFrame: frame, showing: .cutEdge($0.area)) }
        }.prefix(FindingRegion.maximumCount).map(\.self),
        measured: Quantity(percent: contacts.values.max() ?? 0), limit: Quantity(percent: share),
        edges: ArtExtent.Edge.allCases.filter { edge in
          image.frameCuts.joined().contains { $0.edge == edge && $0.contact >= share }
        })
    })

}

extension Text {
  /// Names ascending indices of frames by their numbers from 1: `frames 3 to 9 of 24`.
  fileprivate static func frames(_ indices: [Int], of count: Int) -> String {
    guard let first = indices.first, let last = indices.last, indices.count > 1 else {
      return "frame \((indices.first ?? 0) + 1) of \(count)"
    }
    let range = "\(first + 1) to \(last + 1)"
    return last - first == indices.count - 1
      ? "frames \(range) of \(count)" : "\(indices.count) of \(count) frames (\(range))"
  }
}
