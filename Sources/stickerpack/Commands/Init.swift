internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack init`
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a commented stickerpack.json for each pack.",
    discussion: """
      Lists the pack's stickers in order, each with a draft of its label from the file's name: crying-cat.png \
      becomes "Crying cat". A draft counts as missing until you have corrected it and removed the "draft" \
      beside it. An emoji in the name is the sticker's emoji. The file of a catalog is written beside it. An \
      image such as icon.png or AppIcon.png becomes the icon. Existing files are never overwritten.

      The files name stickerpack.schema.json, which is written with them: editors complete and check them \
      with it. Without that file they work as before.

      EXAMPLES
        stickerpack init Stickers
        stickerpack init App/Stickers.xcstickers
        stickerpack init Stickers --format json
      """)

  @Argument(help: "A pack's folder, a folder of packs or an asset catalog.", completion: .directory)
  var folder = FilePath.currentFolder

  @Option(name: .shortAndLong, help: "Output format.")
  var format = OutputFormat.text

  func run() throws {
    var skipped: [SkippedEntry] = []
    let suggestion = try InitTask(folder).run {
      skipped = $0
      for entry in $0 { Terminal.note("\(entry.displayPath): \(entry.reason)") }
    }
    let schema = suggestion.schema
    let hasSchema = schema.path.exists
    try WholeFile.write(
      suggestion.files.map { (Array($0.text.utf8), $0.place.path) }
        + (hasSchema ? [] : [(Schema.Format.configuration.bytes, schema.path)]))
    guard format == .text else {
      return try Terminal.write(Self.json(of: suggestion, skipped, hasSchema: hasSchema))
    }
    for file in suggestion.files {
      try Terminal.write(
        "Wrote \(file.place.displayPath.string.withoutControls) with"
          + " \(Text.count(file.stickerCount, "sticker"))"
          + (file.icon.map { " and the icon \($0.withoutControls)" } ?? "") + ".\n")
    }
    for folder in suggestion.frameFolders {
      Terminal.note(
        "\(folder) has no file of its own, because its images may be the frames of one sticker."
          + " If they are stickers, run stickerpack init \(folder.shellWord)")
    }
    if !hasSchema {
      try Terminal.write(
        "Wrote \(schema.displayPath.string.withoutControls), with which editors complete and check"
          + " \(suggestion.files.count == 1 ? "this file" : "these files").\n")
    }
    let name = folder.string.shellWord.withoutControls
    try Terminal.write(
      """

      Next:
        1. Correct the labels, which VoiceOver reads aloud, and remove each "draft".
        2. stickerpack lint \(name)
        3. stickerpack build \(name) -o Build

      """)
  }

  /// The files that were written; `stickerpack schema init` describes it.
  private static func json(
    of suggestion: InitTask.Suggestion, _ skipped: [SkippedEntry], hasSchema: Bool
  ) -> [UInt8] {
    JSONStream.object { json in
      json.add("files", objects: suggestion.files) {
        $0.add("file", $1.place.displayPath.string)
        $0.add("icon", $1.icon)
        $0.add("stickers", $1.stickerCount)
      }
      json.add("frameFolders", suggestion.frameFolders)
      json.add("schema", "stickerpack.init/1")
      json.add("schemaFile", hasSchema ? nil : suggestion.schema.displayPath.string)
      json.add("skipped", skipped)
    }
  }
}
