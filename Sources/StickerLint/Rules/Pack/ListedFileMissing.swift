internal import Basics
internal import StickerPacks

extension Rule {
  static let listedFileMissing = Rule(
    id: "listed-file-missing",
    title: "Listed file is missing",
    category: .pack, scope: .everywhere, severity: .error,
    severityReason: "The sticker is missing from the built pack, although it is listed.",
    rationale: """
      The configuration or the catalog refers to a file that does not exist, and the pack would be \
      built without it.
      """,
    fix: "Add the file, or correct its name in the list; names are case-sensitive.",
    source: "stickerpack; Xcode's asset compiler does not report it",
    examples: [
      .fails(
        "Two listed stickers, one file",
        [
          .configuration(
            """
              "stickers": [
                { "file": "hello.png", "label": "Biscuit says hello" },
                { "file": "goodbye.png", "label": "Biscuit says goodbye" }
              ]
            """),
          .sticker("hello.png"),
        ]),
      .passes("All listed files exist"),
    ],
    check: .pack { pack in
      pack.violations(message).map { violation in
        var violation = violation
        guard let folder = violation.file?.parent else { return violation }
        if folder.fileExtension == "stickersiconset" {
          if pack.lacksListedIcon(in: folder), pack.usesIconSet(folder) == true {
            violation.failing = .icons
          }
        } else if pack.source.kind == .catalog {
          violation.failing = .packComplete
        }
        return violation
      }
    })

  private static func message(_ kind: PackObservation.Kind) -> String? {
    guard case .missing(let name, let reference) = kind else { return nil }
    let (use, noun) =
      switch reference {
      case .file: ("listed", "file")
      case .folder: ("listed", "folder")
      case .frames: ("listed as frames", "folder")
      case .icon(slot: nil): ("set as the icon", "image")
      case .icon(let slot?): ("set as the icon \(slot)", "image")
      case .cover: ("set as the cover", "sticker")
      }
    return "\(name.quoted) is \(use), but there is no \(noun) with this name."
  }
}
