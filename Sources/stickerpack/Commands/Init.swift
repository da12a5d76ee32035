internal import ArgumentParser
internal import Basics
internal import StickerFiles
internal import StickerReports
internal import StickerTasks

/// `stickerpack init`
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented stickerpack.json for each pack.",
    discussion: """
      Lists the pack's stickers in order, with a label and an emoji for each as drafts from the file's \
      name: crying-cat.png becomes "Crying cat" and \u{1F63F}. Keywords are added as comments. The file of a catalog is written beside it. A \
      picture named icon or AppIcon that is too large for a sticker becomes the icon. Existing files are \
      never overwritten.

      The files name stickerpack.schema.json, which is written with them: editors complete and check them \
      with it. Without that file they work as before.

      EXAMPLES
        stickerpack init Stickers
        stickerpack init App/Stickers.xcstickers
      """)

  @Argument(help: "A pack's folder, a folder of packs or an asset catalog.", completion: .directory)
  var folder = FilePath.currentFolder

  func run() throws {
    let suggestion = try InitTask(folder).run { skipped in
      for entry in skipped { Terminal.note("\(entry.displayPath): \(entry.reason)") }
    }
    let schema = suggestion.schema
    let hasSchema = schema.path.exists
    try WholeFile.write(
      suggestion.files.map { (Array($0.text.utf8), $0.place.path) }
        + (hasSchema ? [] : [(Schema.Format.configuration.bytes, schema.path)]))
    for file in suggestion.files {
      try Terminal.write(
        "Wrote \(file.place.displayPath.string.withoutControls) with"
          + " \(Text.count(file.stickerCount, "sticker")).\n")
    }
    if !hasSchema {
      try Terminal.write(
        "Wrote \(schema.displayPath.string.withoutControls), with which editors complete and check"
          + " \(suggestion.files.count == 1 ? "this file" : "these files").\n")
    }
    let name = folder.string.withoutControls
    try Terminal.write(
      """

      Next:
        1. Correct the labels, which VoiceOver reads aloud, and the emoji.
        2. stickerpack lint \(name)
        3. stickerpack build \(name) -o Build

      """)
  }
}
