internal import StickerPacks

extension Rule {
  static let linkOutsideFolder = Rule(
    id: "link-outside-folder",
    title: "A symbolic link leads out of the folder",
    category: .pack, severity: .warning,
    rationale: """
      What lies outside the checked folder is not part of the pack, and may not exist on another \
      machine. Such links are not followed.
      """,
    fix: "Copy the file into the folder.",
    source: "stickerpack",
    examples: [
      .fails(
        "A link to a folder above", [.sticker("hello.png"), .file("more", .link("../.."))]),
      .passes("No link"),
    ],
    check: .pack { pack in pack.violations(of: .linkLeadsOutside) })
}
