internal import Basics
internal import ImageCodecs
internal import Pixels

extension Rule {
  static let backgroundBox = Rule(
    id: "background-box",
    title: "White or colored box behind the art",
    category: .transparency, scope: .everywhere, severity: .warning,
    severityReason: "Users see a box around the art on every background but one.",
    rationale: """
      A background of one color is visible around the art as a box that covers the bubble below it, even \
      if it fills only a part of the canvas or is translucent. Usually the background layer was left on, \
      or a scan was not cut out. Photos, cards and pictures in an even frame are rectangular themselves and \
      are not reported, and neither are signs and badges with round corners or an outline.
      """,
    fix:
      "Export the art without its background layer, or suppress the finding if the box is"
      + " part of the art.",
    repair: .removeBackground,
    source:
      "Apple, Human Interface Guidelines: \"use transparency to help people visually integrate"
      + " a sticker\"",
    appliesToFrames: true,
    examples: [
      .fails("A disc on a white background", Sketch(Sketch.Art(backdrop: 0xFFFFFF))),
      .passes("A disc on a transparent canvas"),
      .passes(
        "A card, which fills its bounding box", Sketch(Sketch.Art(shape: .box, backdrop: 0xFFFFFF)),
        rules: ["no-transparency": .init(level: .off)]),
    ],
    check: .image { image, _ in
      guard let picture = image.pictureInBox, let box = picture.background else { return nil }
      let color = Text.colorName(box.color)
      let name = box.isOpaque ? "box" : "translucent box"
      let share = Double(box.pixels) / Double(image.frameAlpha[picture.frame].total)
      let removed = image.pictures.first { $0.removal != nil }
      let unclear = removed?.removal?.unclear ?? []
      let risk = unclear.first.map {
        unclear.count == 1
          ? " Part of it may be art: \(Text.area($0))."
          : " Parts of it may be art, the largest \(Text.area($0))."
      }
      return Violation(
        "\(color == "orange" ? "An" : "A") \(color) \(name) covers \(Text.percent(share)) of the canvas."
          + (risk ?? ""),
        in: [image.region(picture.extent.area, inFrame: picture.frame, showing: .background)]
          + unclear.map { image.region($0, inFrame: removed?.frame ?? 0) },
        measured: Quantity(percent: box.fill), limit: Quantity(percent: BackgroundBox.cardFill))
    })
}

extension ImageFacts {
  /// The canvas with a background of one color around the art, if most canvases have one. A JPEG always has a
  /// background, which `jpeg-no-transparency` reports.
  fileprivate var pictureInBox: PictureFacts? {
    guard isDecoded, format != .jpeg else { return nil }
    return typicalPicture { !($0.background?.isCard ?? true) }
  }

  /// The background of one color that is visible around the art of most canvases.
  var backgroundBox: BackgroundBox? { pictureInBox?.background }
}

extension BackgroundBox {
  /// The smallest share of its bounding box that a card or photo fills.
  fileprivate static let cardFill = 0.92

  /// The opacity of the background, 0 to 1.
  fileprivate var opacity: Double { Double(color.alpha) / 255 }
  /// Whether less than 1% shows through.
  fileprivate var isOpaque: Bool { opacity > 0.99 }
  /// The share of the box below which its color is the frame of a card. A disc leaves 21% of a square around it; the
  /// frames of flags and of cards with round corners have up to 17%.
  fileprivate static let frameShare = 0.2

  /// Whether the art is a card or photo, which fills its bounding box or has a frame of the color.
  var isCard: Bool {
    fill >= Self.cardFill || Double(pixels) < Double(pixels + picturePixels) * Self.frameShare
  }
  /// The share of its bounding box that the art fills, 0 to 1.
  fileprivate var fill: Double { Double(picturePixels) / Double(picture.width * picture.height) }
}

extension Repair {
  /// Makes a background of one color transparent.
  package static let removeBackground = Repair(
    "remove the background", .unsafe, .background, canRepair: { $0.storesTransparency },
    isLikely: { image, _ in
      image.pictures.lazy.compactMap { $0.removal }.first?.isPossible ?? true
    },
    .pixels { art, _ throws(RepairError) in
      let box = art.animation.canvases.lazy.compactMap { canvas in
        canvas.visibleArea.flatMap { BackgroundBox(of: canvas, in: $0) }
      }.first
      guard let color = box?.color, color.alpha == 255 else {
        throw RepairError("the background is translucent")
      }
      var cut = CanvasList()
      for image in art.images {
        let removal: BackgroundRemoval
        do throws(BackgroundRemoval.Obstacle) {
          removal = try BackgroundRemoval(of: image, color: color)
        } catch {
          throw RepairError(error.reason)
        }
        if let harm = Repair.harm(of: removal.result) { throw RepairError(harm) }
        if cut.isEmpty {
          art.remarks += removal.kept.map {
            "the area of \(Text.area($0)) keeps the color of the background, because it may be art"
          }
        }
        cut.append(removal.result)
      }
      art = art.with(images: cut)
    })
}

extension BackgroundRemoval.Obstacle {
  /// The reason the background stays, as part of a sentence.
  fileprivate var reason: String {
    switch self {
    case .tooLarge: "the canvas is too large; scale it first"
    case .unevenEdge: "the edge of the canvas has more than one color; erase the background by hand"
    case .unclearArea(let area):
      "the area of \(Text.area(area)) has almost the color of the background and may be art;"
        + " erase the background by hand"
    case .plate: "the background looks like a plate with a symbol, which is part of the art"
    case .specks(let count):
      "\(Text.count(count, "speck")) of the background would remain; erase the background by hand"
    case .rim(let share):
      "\(Text.percent(share)) of the edge would keep the color of the background;"
        + " erase the background by hand"
    }
  }
}
