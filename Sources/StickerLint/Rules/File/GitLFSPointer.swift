internal import Basics

extension Rule {
  static let gitLFSPointer = Rule(
    id: "git-lfs-pointer",
    title: "File is a Git LFS pointer",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "Messages shows nothing in place of the sticker.",
    rationale: """
      Git LFS checks out a small text file in place of an image that was not fetched. Packs have \
      shipped with such pointers, and their stickers show nothing.
      """,
    fix: "Run `git lfs pull`; in CI, enable LFS in the checkout step.",
    source: "git-lfs, docs/spec.md: a pointer starts with its version line",
    examples: [
      .fails(
        "A pointer instead of an image",
        [
          .file(
            "hello.png",
            .text(
              """
              version https://git-lfs.github.com/spec/v1
              oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
              size 48213

              """))
        ]),
      .passes("The fetched image"),
    ],
    check: .asset { asset, _ in
      guard asset.signature == .gitLFSPointer else { return nil }
      return Violation(
        "The file is a Git LFS pointer of \(Text.bytes(asset.byteCount)); the image was not"
          + " fetched."
      )
    })
}
