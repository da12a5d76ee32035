internal import ImageContainers
internal import StickerPacks

extension Rule {
  static let wrongExtension = Rule(
    id: "wrong-extension",
    title: "The file's extension is not that of its content",
    category: .file, severity: .error,
    rationale: """
      Messages and App Store Connect go by the extension, decoders by the content. Where the two \
      differ, a sticker can pass one and fail the other.
      """,
    fix: "Rename the file to the extension of its content.",
    source: "App Store Connect's \"invalid extension\" message: jpg, jpeg, gif or png",
    examples: [
      .fails("A PNG that is named .jpg", [.sticker("hello.jpg")]),
      .fails("A PNG without an extension", [.sticker("hello")]),
      .passes("A PNG that is named .png", [.sticker("hello.png")]),
      .passes("An extension in capitals", [.sticker("hello.PNG")]),
    ],
    check: .asset { asset in
      guard let given = asset.source.givenExtension, let format = asset.image?.format,
        !format.fileExtensions.contains(given),
        given != "apng" || format == .gif || format == .jpeg
      else { return [] }
      let name = given.isEmpty ? "no extension" : "the extension .\(given)"
      return [
        Violation(
          "The file is \(Text.article(format.name)) \(format.name) and has \(name) instead of"
            + " .\(format.fileExtensions[0]).")
      ]
    })
}
