internal import ImageContainers

extension Rule {
  static let unsupportedFormat = Rule(
    id: "unsupported-format",
    title: "The file has a format that no sticker can have",
    category: .file, severity: .error,
    rationale: """
      A sticker is a PNG, APNG, GIF or JPEG. App Store Connect refuses other extensions. One article \
      of Apple's also names HEIC and HEICS; every other source, and the upload check, leaves them out.
      """,
    fix: "Export it as PNG, or as APNG (named .png) when it moves.",
    source: "Apple, MSSticker init(contentsOfFileURL:localizedDescription:); App Store Connect's"
      + " \"invalid extension\" message",
    examples: [
      .fails(
        "A WebP still", [.file("hello.webp", .sample("unsupported-format.webp"))]),
      .fails("A text that is named .png", [.file("hello.png", .text("Hello!\n"))]),
      .passes("A PNG"),
    ],
    check: .asset { asset in
      switch asset.signature {
      case .unsupported(let name, animated: false):
        return [Violation("The file is \(Text.article(name)) \(name) by its content.")]
      case .unknown:
        return [Violation("The file is no image by its content.")]
      case .png, .gif, .jpeg, .unsupported, .empty, .gitLFSPointer, nil:
        return asset.image?.violations(of: .unsupportedCoding) ?? []
      }
    })
}
