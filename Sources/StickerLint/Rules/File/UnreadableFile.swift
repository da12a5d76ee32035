internal import Basics

extension Rule {
  static let unreadableFile = Rule(
    id: "unreadable-file",
    title: "File or folder cannot be read",
    category: .file, scope: .everywhere, severity: .error,
    severityReason: "A sticker that cannot be read is missing from the built pack.",
    rationale: """
      A file that cannot be read cannot be checked, so the pack may have other problems. The rest \
      of the folder is still checked.
      """,
    fix: "Make it a regular file with read permission, or move it out of the folder.",
    source: "stickerpack: unreadable files are reported, not skipped",
    examples: [
      .fails(
        "A named pipe next to a sticker", [.sticker("hello.png"), .file("goodbye.png", .pipe)]),
      .passes("A readable file"),
    ],
    check: .pack { pack in
      var configurations = pack.violations(
        { $0.configurationProblem }, fix: "Correct the file, and lint again.")
      for index in configurations.indices { configurations[index].failing = .stickerContent }
      var entries = pack.violations(
        { $0.readProblem },
        fix: pack.source.built?.product.map { _ in "Build the product again, and do not edit it." })
      if pack.source.built?.product?.isEmpty == true {
        for index in entries.indices { entries[index].failing = .info }
      }
      let files = pack.files.compactMap { asset -> Violation? in
        switch asset.readProblem {
        case .system, .notRegularFile, .corrupt:
          Violation(
            "The file cannot be read: \(asset.readProblem.map { "\($0)" } ?? "").",
            file: asset.source.shownPath, failing: .stickerContent)
        case .tooLarge, nil: nil
        }
      }
      return configurations + entries + files
    })
}
