extension Rule {
  static let linkOutsideFolder = Rule(
    id: "link-outside-folder",
    title: "Symbolic link leads outside the folder",
    category: .pack, scope: .everywhere, severity: .warning,
    severityReason: "Users do not get the sticker, because the link is not followed.",
    rationale: """
      The target is not part of the pack and may not exist on another machine, so the link is not \
      followed.
      """,
    fix: "Copy the file into the folder.",
    source: "stickerpack",
    examples: [
      .fails(
        "A link to a file outside the folder",
        [.sticker("hello.png"), .file("love.png", .link("../../Biscuit/love.png"))]),
      .passes("A pack without links"),
    ],
    check: .observation { $0.linkProblem })
}
