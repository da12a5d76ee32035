internal import ImageCodecs

extension Rule {
  static let hiddenDefaultImage = Rule(
    id: "hidden-default-image",
    title: "Static image is not part of the animation",
    category: .animation, severity: .warning,
    severityReason: "Users see different images, depending on whether the viewer plays animations.",
    rationale: """
      Viewers that play the animation never show the image in IDAT, and other viewers show nothing \
      else. The sticker differs from viewer to viewer, and the image counts toward the file size.
      """,
    fix: "Make the static image the first frame.",
    repair: Repair(
      "remove the hidden static image", .unsafe, .frames,
      .pixels { art, _ in art.hiddenImage = nil }),
    source: "PNG Third Edition, 4.9: no fcTL before IDAT",
    examples: [
      .fails("A static image before the first frame", Sketch(.breathing(), hiddenArt: .other(1))),
      .passes("A static image that is the first frame", Sketch(.breathing())),
    ],
    check: .image { image, _ in
      guard case .png(let png) = image.container, image.isAnimated,
        png.animation?.defaultImageIsFrame == false
      else { return nil }
      return Violation(
        "Apps that do not play animations show a picture that is not one of the frames: no fcTL is before IDAT."
      )
    })
}
