internal import Basics

extension Rule {
  static let wrongExtension = Rule(
    id: "wrong-extension",
    title: "File extension does not match the content",
    category: .file, scope: .everywhere, severity: .error,
    severityReason:
      "Apple's tools reject some of these files: no extension, or a .png that is not a PNG.",
    rationale: """
      Messages and App Store Connect go by the extension, and image decoders go by the content. If \
      the two differ, a sticker can pass one check and fail the other.
      """,
    fix: "Rename the file to match its content.",
    repair: .rename,
    source: "App Store Connect's \"invalid extension\" message: jpg, jpeg, gif or png",
    isSharedByPack: true,
    examples: [
      .fails("A PNG named .jpg", [.sticker("hello.jpg")]),
      .fails("A PNG without an extension", [.sticker("hello")]),
      .passes("A PNG named .png", [.sticker("hello.png")]),
      .passes("An extension in uppercase", [.sticker("hello.PNG")]),
    ],
    check: .asset { asset, pack in
      guard let given = asset.givenExtension, let format = asset.image?.format,
        !format.fileExtensions.contains(given),
        given != "apng" || format == .gif || format == .jpeg
      else { return nil }
      let name = given.isEmpty ? "its name has no extension" : "its name ends in .\(given)"
      return Violation(
        "The file is \(Text.article(format.name)) \(format.name), but \(name).",
        fix: "Rename it to end in .\(format.fileExtensions[0]).",
        failing: asset.hasRefusedExtension(pack) ? .stickerExtension : nil)
    })
}
