internal import Basics
internal import ImageCodecs

extension Rule {
  static let notSRGB = Rule(
    id: "not-srgb",
    title: "Colors are neither sRGB nor Display P3",
    category: .file, severity: .info,
    severityReason: "Apple's viewers apply the profile; only other viewers show wrong colors.",
    rationale: """
      Colors in Adobe RGB, linear light or a print profile look right only where the profile is \
      applied. Viewers that ignore it, and smaller copies that lose it, show wrong colors. sRGB is \
      safe everywhere, and Apple's screens also show Display P3. A file without color information is \
      not reported: browsers treat it as sRGB, the default color space of iOS. Apple states no color \
      space for stickers.
      """,
    fix: "Convert the art to sRGB or Display P3 when you export it.",
    repair: .convertToSRGB,
    source:
      "Apple, Human Interface Guidelines, Color; WWDC 2016, session 712: sRGB is the \"default color"
      + " space for iOS\"; CSS Color 4, 11: untagged images; PNG Third Edition, 4.3; ICC.1:2022",
    isSharedByPack: true,
    examples: [
      .fails(
        "Linear light (a gAMA chunk with 1.00)",
        Sketch(edits: [.insertChunk("gAMA", [0, 1, 0x86, 0xA0], before: "IDAT")])),
      .fails(
        "A gAMA chunk of 3 bytes, which decoders ignore",
        Sketch(edits: [.insertChunk("gAMA", [0, 0xB1, 0x8F], before: "IDAT")])),
      .passes("No color information"),
      .passes("sRGB", Sketch(edits: [.insertChunk("sRGB", [0], before: "IDAT")])),
      .passes(
        "Display P3", Sketch(edits: [.insertChunk("cICP", [12, 13, 0, 1], before: "IDAT")])),
    ],
    check: .image { image, _ in
      switch image.colors {
      case .nothing, .sRGB, .displayP3: nil
      case .other(let name):
        Violation(
          "Colors may look different from app to app: the file states \(name.quoted), not sRGB or Display P3."
        )
      case .unreadable(let reason):
        Violation("The color information cannot be read: \(reason).")
      }
    })
}

extension Repair {
  /// Converts the colors to sRGB and removes the color profile.
  package static let convertToSRGB = Repair(
    "convert the colors to sRGB", .unsafe, .colors,
    .pixels { art, file throws(RepairError) in
      // Viewers ignore what they cannot read.
      if case .unreadable = file.image.colors {
      } else {
        guard let color = file.color, let matrix = RGBSpace.fromXYZ else {
          throw RepairError(
            "PQ, HLG and incomplete profiles are not supported; convert the colors on export")
        }
        art = art.with(images: art.images.map { $0.convertedToSRGB { matrix * color($0) } })
      }
      let isGray = art.colors.isGray
      art.colors = ColorDescription()
      art.colors.isGray = isGray
    })
}

extension Repair.Context {
  /// The color in XYZ that the file states for a pixel; nil if its color space is not supported.
  fileprivate var color: ((SIMD3<UInt8>) -> SIMD3<Double>)? {
    if case .png(let png) = image.container, StatedColors(chunksOf: png, in: bytes) != nil {
      return RGBSpace(chunksOf: png, in: bytes)?.xyz
    }
    return (try? ICCProfile(of: image.container, bytes: bytes))?.xyz
  }
}
