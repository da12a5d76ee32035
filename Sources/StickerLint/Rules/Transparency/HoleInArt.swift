internal import Basics
internal import Pixels

extension Rule {
  static let holeInArt = Rule(
    id: "hole-in-art",
    title: "A hole in the art shows the background",
    category: .transparency, scope: .everywhere, severity: .info,
    severityReason: "Users see the bubble inside the drawing; it can be intended.",
    rationale: """
      A transparent hole inside the art takes the color of the bubble: when a white background is erased, \
      the white of an eye or of a window often goes with it. On white the drawing looks right, on every other \
      background the eye is black, blue or green. Only holes with a part of the drawing afloat in them, such as a \
      pupil, and pairs of holes around pupils that hang from lids are reported, because the holes of letters, rings \
      and bent arms are meant. They measure at least 3% of the canvas side, 2% in pairs, and solid art is around them.
      """,
    fix: "Fill the hole with the color it should have, such as white.",
    source:
      "stickerpack: transparent cells of a grid of 96 cells that art surrounds, and pairs of transparent regions",
    examples: [
      .fails(
        "An eye whose white is transparent", Sketch(Sketch.Art(holes: [eye], specks: [pupil]))),
      .fails(
        "Two eyes whose pupils hang from lids",
        Sketch(
          Sketch.Art(holes: [leftEye, rightEye], specks: [leftEye, rightEye].map(hangingPupil)))),
      .passes("A hole without a part of the drawing in it", Sketch(Sketch.Art(holes: [eye]))),
      .passes(
        "One such eye, like the hole of a letter",
        Sketch(Sketch.Art(holes: [leftEye], specks: [hangingPupil(of: leftEye)]))),
      .passes(
        "A bar inside a ring, which is too thin to be a drawing with a hole",
        Sketch(
          Sketch.Art(
            holes: [PixelRect(x: 100, y: 100, width: 208, height: 208)],
            specks: [PixelRect(x: 180, y: 120, width: 48, height: 168)]))),
    ],
    check: .image { image, _, _ in
      guard image.isDecoded, let canvas = image.canvas,
        let picture = image.typicalPicture(where: { !$0.holes.isEmpty }),
        let first = picture.holes.first
      else { return nil }
      let holes = picture.holes
      return Violation(
        (holes.count == 1
          ? "A see-through hole surrounds a part of the drawing"
          : "\(Text.number(holes.count)) see-through holes surround parts of the drawing")
          + ", as in an eye without its white; the bubble shows through"
          + (holes.count == 1 ? " \(Text.position(of: first, in: canvas))." : "."),
        in: holes.prefix(FindingRegion.maximumCount).map {
          image.region($0, inFrame: picture.frame)
        },
        measured: Quantity(holes.count, .value), limit: Quantity(0, .value))
    })

  private static let eye = PixelRect(x: 150, y: 150, width: 44, height: 44)
  private static let pupil = PixelRect(x: 164, y: 164, width: 16, height: 16)
  private static let leftEye = PixelRect(x: 140, y: 150, width: 44, height: 24)
  private static let rightEye = PixelRect(x: 224, y: 150, width: 44, height: 24)

  private static func hangingPupil(of eye: PixelRect) -> PixelRect {
    PixelRect(x: eye.x + 12, y: eye.y, width: 20, height: 16)
  }
}
