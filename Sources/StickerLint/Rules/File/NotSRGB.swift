internal import ImageContainers
internal import Basics
internal import StickerPacks

extension Rule {
  static let notSRGB = Rule(
    id: "not-srgb",
    title: "The colors are neither sRGB nor Display P3",
    category: .file, severity: .info,
    rationale: """
      A picture in Adobe RGB, in linear light or with a profile for print looks right only where the \
      profile is used. Viewers that drop it, and the smaller images that are made from it, show other \
      colors. Apple's screens show Display P3, and everything shows sRGB.
      """,
    fix: "Convert the art to sRGB or Display P3 when you export it.",
    source: "Apple, Human Interface Guidelines, Color; PNG Third Edition, 4.3; ICC.1:2022",
    examples: [
      .fails(
        "Linear light: gAMA with 1.00",
        Sketch(edits: [.insertChunk("gAMA", [0, 1, 0x86, 0xA0], before: "IDAT")])),
      .passes("sRGB", Sketch(edits: [.insertChunk("sRGB", [0], before: "IDAT")])),
      .passes(
        "Display P3", Sketch(edits: [.insertChunk("cICP", [12, 13, 0, 1], before: "IDAT")])),
    ],
    check: .image { image, _ in
      switch image.colors {
      case .nothing, .sRGB, .displayP3: []
      case .other(let name):
        [Violation("The file says that its colors are \(name.quoted).")]
      case .unreadable(let reason):
        [Violation("The file describes its colors in a way that cannot be read: \(reason).")]
      }
    })
}
