internal import StickerPacks

extension Rule {
  static let storeUndecoded = Rule(
    id: "store-undecoded",
    title: "The file was not decoded",
    category: .store, severity: .info,
    severityReason: "What the file shows may be right, but was not checked.",
    rationale: """
      WebP, WebM and TGS files are judged by what their headers say. A damaged image, an empty canvas or a \
      background is not found.
      """,
    fix: "Look at the sticker in the app, or lint the PNG that it was made from.",
    source: "stickerpack",
    isSharedByPack: true,
    examples: [
      .fails(
        "A WebP where it is taken", [.file("hello.webp", .webP(flags: 0x10))],
        in: .example(formats: [.webp])),
      .passes("A PNG where it is taken", Sketch(), in: .example(formats: [.png])),
    ],
    check: .store { sticker, store in
      guard !sticker.isDecoded, let format = sticker.format,
        store.formats?.contains(format) == true,
        sticker.undecoded != nil || ![.png, .apng, .gif, .jpeg].contains(format)
      else { return nil }
      return Violation(
        sticker.undecoded == nil
          ? "The file is \(format.name), and its header cannot be read here; only its size in bytes was checked."
          : "The file is \(format.name), which is not decoded here; only its header was checked.")
    })
}
