internal import Basics
internal import StickerPacks

extension Rule {
  static let unreadableFile = Rule(
    id: "unreadable-file",
    title: "A file or folder cannot be read",
    category: .file, severity: .error,
    rationale: """
      What cannot be read cannot be checked, so the pack is not known to be good. The rest of the \
      folder is still checked.
      """,
    fix: "Make it a regular file that the current user may read, or move it out of the folder.",
    source: "stickerpack: nothing is skipped in silence",
    examples: [
      .fails(
        "A named pipe beside a sticker", [.sticker("hello.png"), .file("goodbye.png", .pipe)]),
      .passes("A file that can be read"),
    ],
    check: .pack { pack in
      let entries = pack.violations(of: .unreadable)
      let files = pack.files.compactMap { asset -> Violation? in
        switch asset.readProblem {
        case .system, .notRegularFile, .corrupt:
          Violation(
            "The file cannot be read: \(asset.readProblem.map { "\($0)" } ?? "").",
            file: asset.source.displayPath)
        case .tooLarge, nil: nil
        }
      }
      return entries + files
    })
}
