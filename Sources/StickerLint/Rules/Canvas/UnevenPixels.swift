internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  static let unevenPixels = Rule(
    id: "uneven-pixels",
    title: "Pixel art has pixels of different sizes",
    category: .canvas, severity: .info,
    severityReason: "Messages scales stickers, which hides some of the difference.",
    rationale: """
      Pixel art that is scaled by a factor such as 6.25 gets pixels of 6 and of 7 px. Lines and eyes become \
      wider in some places than in others, and dithering shows stripes.
      """,
    fix: "Scale the small original by a whole factor, without smoothing.",
    repair: Repair(
      "even out pixel art", .unsafe, .position, canRepair: { $0.storesTransparency },
      .pixels { art, _ throws(RepairError) in
        guard let blocks = PixelBlocks(of: art.images), !blocks.isEven else {
          throw RepairError("the frames have no pixels in common")
        }
        art = try RepairError.reporting { () throws(ImageError) in try art.evened(blocks) }
      }),
    source: "stickerpack: the columns and rows of the canvas at which colors change",
    examples: [
      .fails("16 × 16 pixels scaled to 343 px", Sketch(Sketch.Art(pixels: 16))),
      .passes("16 × 16 pixels scaled to 336 px", Sketch(Sketch.Art(width: 336, pixels: 16))),
    ],
    check: .image { image, _ in
      guard image.isDecoded,
        let picture = image.typicalPicture(where: { !($0.blocks?.isEven ?? true) }),
        let blocks = picture.blocks
      else { return nil }
      let (count, sides) = (blocks.count, blocks.sides)
      return Violation(
        "Lines of the pixel art look uneven: its \(count.across) × \(count.down) pixels have sides of"
          + " \(sides.lowerBound) to \(sides.upperBound) px. Scaled by \(Int(clamping: blocks.side)), each"
          + " would have \(Int(clamping: blocks.side)) px.",
        in: [image.region(blocks.area, inFrame: picture.frame)])
    })
}
