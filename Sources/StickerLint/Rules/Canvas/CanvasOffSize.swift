internal import Basics
internal import StickerFit
internal import StickerManifest
internal import StickerPacks

extension Rule {
  static let canvasOffSize = Rule(
    id: "canvas-off-size",
    title: "Canvas matches no size class",
    category: .canvas, severity: .warning,
    severityReason: "Users see a scaled sticker, with blurred fine lines or a gap around it.",
    rationale: """
      Messages shows stickers at \(Text.alternatives(GridSize.allCases.map { $0.points })) points, which \
      is \(documentedSides) px at @3x. Any other size is scaled, which blurs fine lines, or leaves a gap \
      around the sticker.
      """,
    fix: "Export the art so that its longer side is \(documentedSides) px.",
    repair: .scale,
    source: "Apple, MSStickerSize: small, regular and large",
    isSharedByPack: true,
    appliesToFrames: true,
    examples: [
      .fails("409 × 409 px", Sketch(side: 409)),
      .fails("512 × 512 px", Sketch(side: 512)),
      .passes("408 × 408 px", Sketch()),
    ],
    check: .image { image, pack in
      guard let canvas = image.canvas else { return nil }
      let side = max(canvas.width, canvas.height)
      func violates(_ rule: String) -> Bool {
        pack.destination.excess(of: MeasuredSticker(canvas: canvas), by: rule) != nil
      }
      guard violates("canvas-off-size"), !violates("canvas-too-small"),
        !violates("canvas-too-large")
      else { return nil }
      let other =
        sidesOfOtherStores[side].map { " \(Text.number(side)) px is the size of \($0)." } ?? ""
      let target = pack.sizeClass(of: image)
      return Violation(
        "Messages scales the canvas of \(canvas), so fine lines may look soft.\(other)",
        measured: Quantity(side, .pixels), limit: Quantity(target.pixels, .pixels),
        fix: "Export the art so that its longer side is \(target.description).")
    })

  /// The sides of canvases, in pixels, that other apps require or advise, with their names as sentences have them. A
  /// test compares them with the profiles.
  package static let sidesOfOtherStores = [
    320: "Discord", 512: "WhatsApp, Signal and Telegram",
  ]
}
