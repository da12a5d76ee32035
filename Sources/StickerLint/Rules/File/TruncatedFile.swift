internal import ImageContainers

extension Rule {
  static let truncatedFile = Rule(
    id: "truncated-file",
    title: "The file ends too early",
    category: .file, severity: .error,
    rationale: """
      A copy or a download was cut short. Many viewers fill the rest with gray and say nothing.
      """,
    fix: "Copy or export the file again.",
    source: "PNG Third Edition; GIF89a; ITU-T T.81",
    examples: [
      .fails("The first part of a file", [.file("hello.png", .sample("truncated-file.png"))]),
      .passes("A whole file"),
    ],
    check: .asset { $0.image?.violations(of: .truncated) ?? [] })
}
