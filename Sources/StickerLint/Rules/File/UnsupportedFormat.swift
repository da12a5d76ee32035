internal import Basics
internal import StickerPacks

extension Rule {
  static let unsupportedFormat = Rule(
    id: "unsupported-format",
    title: "File format is not supported for stickers",
    category: .file, severity: .error,
    severityReason:
      "App Store Connect rejects other formats, and most viewers cannot show the rare kinds of JPEG.",
    rationale: """
      A sticker is a PNG, APNG, GIF or JPEG, and App Store Connect rejects other extensions. Apple's \
      article "Adding your sticker packs to Messages" also lists HEIC and HEICS, but MSSticker, its \
      error codes, the Human Interface Guidelines and the upload check do not. JPEG also allows \
      arithmetic and lossless coding and 12 bits per sample, which browsers and most other decoders \
      refuse.
      """,
    fix: "Export the art as PNG, or as APNG (named .png) if it is animated.",
    source:
      "Apple, MSSticker init(contentsOfFileURL:localizedDescription:); MSMessageErrorCode,"
      + " stickerFileImproperFileFormat; Adding your sticker packs to Messages; App Store Connect's"
      + " \"invalid extension\" message. Arithmetic coding: zune-image issue 274; Mozilla bug 680385;"
      + " Chromium issue 669501",
    isSharedByPack: true,
    examples: [
      .fails(
        "A WebP image", [.file("hello.webp", .webP(flags: 0x10))]),
      .fails("A Photoshop document", [.file("hello.psd", .text("8BPS\u{0}\u{1}"))]),
      .fails("A text file named .png", [.file("hello.png", .text("Hello!\n"))]),
      .passes("A PNG"),
    ],
    check: .asset(all: { asset, pack, _ in
      var supported: String {
        pack.destination.imageFormats.map { $0.name }.joined(separator: ", ")
      }
      switch asset.signature {
      case .unsupported(let format) where !format.isAnimated:
        return [
          Violation(
            "The content is \(format.name) (supported: \(supported))."
              + format.conversionAdvice(side: pack.destination.largestSide),
            failing: asset.hasRefusedExtension(pack) ? .stickerExtension : nil)
        ]
      case .unknown:
        return [
          Violation(
            "The content is not a known format (supported: \(supported)).",
            failing: asset.hasRefusedExtension(pack) ? .stickerExtension : .stickerContent)
        ]
      case .png, .gif, .jpeg:
        guard let image = asset.image, asset.source.role == .sticker,
          pack.destination.excess(
            of: MeasuredSticker(format: image.fileFormat), by: "unsupported-format") != nil
        else { return asset.image?.violations(of: .unsupportedCoding) ?? [] }
        return [
          Violation(
            "The content is \(image.fileFormat.name) (supported: \(supported)).",
            fix:
              "Export the art as \(Text.alternatives(pack.destination.imageFormats.map { $0.name }))."
          )
        ]
      case .unsupported, .empty, .gitLFSPointer, nil:
        return asset.image?.violations(of: .unsupportedCoding) ?? []
      }
    }))
}

extension AssetFacts {
  /// Whether it is a sticker whose extension App Store Connect refuses.
  func hasRefusedExtension(_ pack: PackFacts) -> Bool {
    source.role == .sticker
      && givenExtension.map { !pack.destination.fileExtensions.contains($0) } ?? false
  }
}
