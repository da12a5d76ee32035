internal import StickerPacks

extension Rule {
  static let storeUndecoded = Rule(
    id: "store-undecoded",
    title: "The file was not decoded",
    category: .store, scope: .others, severity: .info,
    severityReason: "What the file shows may be right, but was not checked.",
    rationale: """
      WebP files are judged by their headers: a damaged image, an empty canvas or a background is not found. Of \
      WebM, TGS, Lottie and AVIF files, only the format is known.
      """,
    fix: "Look at the sticker in the app, or lint the PNG that it was made from.",
    source: "stickerpack",
    isSharedByPack: true,
    examples: [
      .fails(
        "A WebP where it is taken", [.file("hello.webp", .webP(flags: 0x10))],
        in: [.formats: .formats([.webP])]),
      .passes("A PNG where it is taken", Sketch(), in: [.formats: .formats([.png])]),
    ],
    check: .sticker { sticker, destination in
      guard !sticker.isDecoded, let format = sticker.format,
        destination.formats.contains(format), ![.png, .apng, .gif, .jpeg].contains(format)
      else { return nil }
      return Violation(
        sticker.canvas == nil
          ? "The file is \(format.name), which cannot be checked here."
          : "The file is \(format.name), which is not decoded here: only its header was checked.")
    })
}
