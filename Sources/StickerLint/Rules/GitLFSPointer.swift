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
    check: .asset { asset in
      guard asset.signature == .gitLFSPointer else { return [] }
      return [
        Violation(
          "The file is a Git LFS pointer of \(Text.bytes(asset.byteCount)), and its image was not"
            + " fetched.")
      ]
    })
}
