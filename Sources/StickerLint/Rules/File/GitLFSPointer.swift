internal import ImageContainers

extension Rule {
  static let gitLFSPointer = Rule(
    id: "git-lfs-pointer",
    title: "The file is a Git LFS pointer and not an image",
    category: .file, severity: .error,
    rationale: """
      Git LFS leaves a small text file where an image was not fetched. Such pointers have been \
      shipped inside packs, where they show nothing.
      """,
    fix: "Run `git lfs pull`; in CI, let the checkout step fetch LFS files.",
    source: "git-lfs, docs/spec.md: a pointer begins with its version line",
    examples: [
      .fails(
        "A pointer in the place of an image",
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
      .passes("The image that it points to"),
    ],
    check: .asset { asset in
      guard asset.signature == .gitLFSPointer else { return [] }
      return [
        Violation(
          "The file is a Git LFS pointer of \(Text.bytes(asset.byteCount)), and its image was not"
            + " fetched.")
      ]
    })
}
