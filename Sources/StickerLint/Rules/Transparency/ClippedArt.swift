internal import Basics
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
    severityReason: "A straight edge can be intended, as where somebody peeks in.",
    rationale: """
      Art touches the canvas edge and its outline continues straight out of the canvas, so an ear, a tail or \
      a hand ends in a straight line. What ends there on purpose is not reported, since it looks the same in a file: \
      art at the bottom edge and its corners, where busts, close-ups and scenes end (a figure without feet is not \
      found), art that enters through half of another edge, as where somebody peeks in, art that fills its canvas to all \
      four edges, as a close-up or lettering without a margin does, and art that leaves the canvas in \
      at most half of the frames of an animation. A piece of a neighbor on a sheet is a finding of `stray-pixels`. Round art that only touches an edge, bases with rounded corners, art whose \
      complete border runs along the edge and pixel art of large pixels are not cut off.
      """,
    fix: "Scale down or move the art so that a few transparent pixels surround it.",
    source: "stickerpack: the outline on both sides of the contact, continued as an ellipse",
    options: [share, missing],
    isSharedByPack: true,
    examples: [
      .fails("A disc cut off at the right", Sketch(Sketch.Art(width: 380, x: 40))),
      .passes("A disc that touches all four edges", Sketch(Sketch.Art(width: 408))),
      .passes("A disc cut off at the bottom, as a bust is", Sketch(Sketch.Art(width: 380, y: 45))),
      .passes(
        "A disc that enters through half of the right edge",
        Sketch(Sketch.Art(width: 380, x: 204)), rules: ["off-center": .init(level: .off)]),
      .passes(
        "A disc that leaves the canvas in one of three frames",
        Sketch([0, 1, 40].map { Sketch.Frame(Sketch.Art(width: 380, x: $0)) }),
        rules: ["loop-jump": .init(level: .off)]),
      .passes(
        "A disc cut off at the right, with share set to 100%",
        Sketch(Sketch.Art(width: 380, x: 40)),
        rules: ["clipped-art": .init(options: ["share": 100])]),
      .passes(
        "A disc cut off at the right, with missing set to 20%",
        Sketch(Sketch.Art(width: 380, x: 40)),
        rules: ["clipped-art": .init(options: ["missing": 20])]),
      .passes(
        "A flat top with a complete outline",
        Sketch(Sketch.Art(shape: .box, width: 300, height: 340, y: -34, rim: 0x000000)),
        rules: ["background-box": .init(level: .off), "off-center": .init(level: .off)]),
    ],
    check: .image { image, _, options in
      let share = options[share] / 100
      let missing = options[missing] / 100
      // A rectangle ends in straight lines everywhere, and a block of pixel art is as straight as a cut.
      guard image.isDecoded, !image.isBox, let canvas = image.canvas,
        image.artArea != PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height),
        (image.picture?.blocks?.side ?? 0)
          <= Double(EdgeCut.depth(of: max(canvas.width, canvas.height)))
      else { return nil }
      let leftovers = image.leftovers
      let cuts = image.frameCuts.map { cuts in
        cuts.contains { $0.isOfScene }
          ? []
          : cuts.filter { cut in
            cut.contact >= share && cut.missing >= missing && !cut.isAtBottom(of: canvas)
              && !leftovers.contains { $0.area.intersection(cut.area) != nil }
          }
      }
      let frames = cuts.indices.filter { !cuts[$0].isEmpty }
      let shown = image.frameAlpha.count { $0.visible > 0 }
      guard let first = frames.first, frames.count * 2 > shown else { return nil }
      // The longest contact with each edge in any frame.
      var contacts: [ArtExtent.Edge: Double] = [:]
      for cut in cuts.joined() {
        contacts[cut.edge] = max(contacts[cut.edge, default: 0], cut.contact)
      }
      let edges = ArtExtent.Edge.allCases.filter { contacts[$0] != nil }
      let place =
        "the \(Text.list(edges.map { $0.rawValue })) \(edges.count == 1 ? "edge" : "edges")"
      let which = frames.count < shown ? " in \(Text.frames(frames, of: cuts.count))" : ""
      return Violation(
        "The art is cut straight at \(place)\(which).",
        at: image.isAnimated && image.frames.indices.contains(first)
          ? Place("frame \(first + 1)", offset: image.frames[first].offset) : nil,
        in: frames.lazy.flatMap { frame in
          cuts[frame].map { image.region($0.area, inFrame: frame, showing: .cutEdge($0.area)) }
        }.prefix(FindingRegion.maximumCount).map { $0 },
        measured: Quantity(percent: contacts.values.max() ?? 0), limit: Quantity(percent: share),
        edges: edges)
    })
}

extension EdgeCut {
  /// Whether it is at the lower edge or in one of its corners, where a bust ends.
  fileprivate func isAtBottom(of canvas: CanvasSize) -> Bool {
    edge == .bottom || edge != .top && area.y + area.height == canvas.height
  }

  /// Whether somebody peeks in from there or the art continues in the next sticker: it meets half of the edge, and its
  /// outline does not close soon. A head of which the edge cuts off a fifth meets half of it, too.
  fileprivate var isOfScene: Bool { edge != .bottom && contact >= 0.5 && missing >= 0.3 }
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
