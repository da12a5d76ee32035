internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// `stickerpack preview`
struct Preview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write a page that shows stickers as Messages does, with their findings.",
    discussion: """
      Writes one HTML file that loads nothing from the network. It shows the pack in the Messages drawer \
      and in a conversation, each sticker on ten backgrounds, animations at the speed of iOS and frame by \
      frame, and the findings of each sticker. Findings that are marked as intended become suppressions \
      to copy into stickerpack.json.

      Images are decoded, scaled down if necessary and encoded without metadata, so the page can be \
      mailed: 60 stickers, of which 20 are animated, have at most 15 MB. Exits with 0 even if there are \
      errors: use lint to check.

      --sheet writes a picture instead, or in addition, where HTML is not supported: each sticker on \
      white, black and the bubbles of Messages, with its name and the rules that it violates.

      --target adds other destinations: which stickers each takes, what a build changes, and each sticker as \
      its app shows it.

      EXAMPLES
        stickerpack preview Stickers -o preview.html
        stickerpack preview App/Stickers.xcstickers -o preview.html
        stickerpack preview Stickers -o preview.html --select animation
        stickerpack preview Stickers -o preview.html --target signal,whatsapp-static
        stickerpack preview Stickers --sheet sheet.png
      """)

  @Argument(
    help: "A pack's folder, a tree of folders, an asset catalog or an image.", completion: .file())
  var folder: FilePath

  @Option(
    name: .shortAndLong, help: .init("The HTML file to write.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: FilePath?

  @Option(
    help: .init("Write a contact sheet as a PNG.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var sheet: FilePath?

  @Option(
    help: .init(
      """
      Add other destinations to the page: ids or files separated by commas, all, or listed for the "targets" of stickerpack.json. See \
      `stickerpack targets`.
      """, valueName: "ids"),
    transform: { $0 })
  var target: String?

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    try output?.checkIsNoReport("a page such as preview.html", except: "html")
    try sheet?.checkIsNoReport("a picture such as sheet.png")
    guard output != nil || sheet != nil else {
      throw ValidationError("Missing expected argument '--output <file>' or '--sheet <file>'")
    }
    guard output != nil || target == nil else {
      throw ValidationError(
        "--target requires --output <file>: a contact sheet has no destinations.")
    }
  }

  func run() async throws {
    var task = PreviewTask(folder.string, options: linting.options)
    task.parts = []
    task.destinations = { [target] packs in
      guard let target else { return [] }
      let destinations = try Destination.named(target, for: packs)
      for hint in TargetOptions.hints(about: destinations) { Terminal.note(hint) }
      return destinations
    }
    if output != nil { task.parts.insert(.page) }
    if sheet != nil { task.parts.insert(.sheet) }
    task.check = { [output, sheet] packs in
      if let output { try WholeFile.checkPlace(output, reading: packs) }
      if let output, output.fileExtension.lowercased() == "png" {
        throw TaskError.invalid(
          reason: "\(output.string): --output writes an HTML page; use --sheet for a picture")
      }
      if let sheet { try Self.checkPlace(ofSheet: sheet, packs) }
    }
    let preview = try await ProgressBar.showing(isHidden: linting.output.quiet) { [task] in
      try await task.run($0)
    }
    linting.hint(at: preview.lint)
    try write(preview)
  }

  private func write(_ preview: PreviewResult) throws {
    for file in preview.files {
      guard let path = file.part == .page ? output : sheet else { continue }
      try WholeFile.write(file.bytes, to: path, replacesImages: file.part != .page)
      guard !linting.output.quiet else { continue }
      if file.part == .page, preview.missingImages > 0 {
        Terminal.note(
          "no picture for \(preview.missingImages.counted("sticker")): damaged, or no room on the page"
        )
      }
      let stickers = preview.lint.stickerCount.counted("sticker")
      try Terminal.write(
        "\(path): \(stickers), \(Text.bytes(file.bytes.count))".withoutControls + "\n")
    }
  }

  /// Refuses to overwrite art, or to write a sheet that would be a sticker in the next run.
  private static func checkPlace(ofSheet file: FilePath, _ packs: [PackSource]) throws {
    let head = try? FileReading.head(ofFileAt: file, count: 4096)
    try WholeFile.checkPlace(
      file, reading: packs, replacesImages: head.map(ContactSheet.isSheet) ?? false)
    var folder = file.parent
    while !folder.exists, folder.parent != folder { folder = folder.parent }
    for pack in packs
    where pack.kind != .files
      && folder.resolved?.isInside(pack.path.resolved ?? pack.path) == true
    {
      throw TaskError.invalid(
        reason:
          "\(file) would be a sticker of the pack \(pack.displayPath); choose another folder")
    }
  }
}
