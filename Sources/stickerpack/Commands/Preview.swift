internal import ArgumentParser
internal import Basics
internal import StickerBuild
internal import StickerLint
internal import StickerPacks
internal import StickerPreview
internal import StickerReports

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

      Images are decoded, scaled down if necessary and encoded without metadata, so that the page can be \
      mailed: 60 stickers, of which 20 are animated, have at most 15 MB. Exits with 0 even if there are \
      errors: use lint to check.

      --sheet writes a picture instead, or in addition, for places that show no HTML: each sticker on \
      white, black, yellow and blue, with its name and the rules that it violates.

      EXAMPLES
        stickerpack preview Stickers -o preview.html
        stickerpack preview App/Stickers.xcstickers -o preview.html
        stickerpack preview Stickers -o preview.html --select animation
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

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    guard output != nil || sheet != nil else {
      throw ValidationError("Missing expected argument '--output <file>' or '--sheet <file>'")
    }
  }

  func run() async throws {
    var packs = try Packs.all(at: [folder], linting.configuration).packs
    for index in packs.indices { packs[index].assemblesSequences = true }
    if let output { try WholeFile.checkPlace(output, reading: packs) }
    if let sheet { try checkPlace(ofSheet: sheet, packs) }
    let result = try await linting.lint(packs, reader: Linter.beforeBuild(linting.options).reader)
    if let output { try await writePage(of: result, to: output) }
    if let sheet { try await writeSheet(of: result, to: sheet) }
  }

  private func writePage(of result: LintResult, to file: FilePath) async throws {
    var contents = try await linting.contentsWithImages(of: result)
    contents.page.view = .stickers
    let page = try HTMLReport.bytes(of: contents)
    try WholeFile.write(page, to: file)
    let missing = contents.missingImages
    if missing > 0, !linting.output.quiet {
      Terminal.printError(
        "stickerpack: no picture for \(Text.count(missing, "sticker")): damaged, or no room on the page"
      )
    }
    try report(file, page, result)
  }

  private func writeSheet(of result: LintResult, to file: FilePath) async throws {
    let bar = ProgressBar("Drawing", isHidden: linting.output.quiet)
    defer { bar.finish() }
    let picture = try await ContactSheet.png(
      of: result, limits: linting.options.limits, jobs: linting.jobs
    ) { bar.update($0, of: $1) }
    try WholeFile.write(picture, to: file, replacesImages: true)
    try report(file, picture, result)
  }

  /// Refuses to overwrite art, or to write a sheet that would be a sticker in the next run.
  private func checkPlace(ofSheet file: FilePath, _ packs: [PackSource]) throws {
    let head = try? FileReading.head(ofFileAt: file, count: 4096)
    try WholeFile.checkPlace(
      file, reading: packs, replacesImages: head.map { ContactSheet.isSheet($0) } ?? false)
    for pack in packs
    where pack.kind != .files
      && file.parent.resolved?.isInside(pack.path.resolved ?? pack.path) == true
    {
      throw CommandError(
        message:
          "\(file) would be a sticker of the pack \(pack.displayPath); choose another folder",
        status: .usage)
    }
  }

  private func report(_ file: FilePath, _ bytes: [UInt8], _ result: LintResult) throws {
    guard !linting.output.quiet else { return }
    try Terminal.write(
      "\(file): \(Text.count(result.stickerCount, "sticker")), \(Text.bytes(bytes.count))"
        .withoutControls + "\n")
  }
}
