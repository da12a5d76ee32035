internal import ArgumentParser
internal import Basics
internal import StickerBuild
internal import StickerLint
internal import StickerPacks
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

      EXAMPLES
        stickerpack preview Stickers -o preview.html
        stickerpack preview App/Stickers.xcstickers -o preview.html
        stickerpack preview Stickers -o preview.html --select animation
      """)

  @Argument(
    help: "A pack's folder, a tree of folders, an asset catalog or an image.", completion: .file())
  var folder: FilePath

  @Option(
    name: .shortAndLong, help: .init("The HTML file to write.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: FilePath

  @OptionGroup var linting: LintingOptions

  func run() async throws {
    var packs = try Packs.all(at: [folder], linting.configuration).packs
    for index in packs.indices { packs[index].assemblesSequences = true }
    try WholeFile.checkPlace(output, reading: packs)
    let result = try await linting.lint(packs, reader: Linter.beforeBuild(linting.options).reader)
    var contents = try await linting.contentsWithImages(of: result)
    contents.page.view = .stickers
    let page = try HTMLReport.bytes(of: contents)
    try WholeFile.write(page, to: output)
    guard !linting.output.quiet else { return }
    let missing = contents.missingImages
    if missing > 0 {
      Terminal.printError(
        "stickerpack: \(Text.count(missing, "sticker")) cannot be shown: see the findings")
    }
    try Terminal.write(
      "\(output): \(Text.count(result.stickerCount, "sticker")), \(Text.bytes(page.count))"
        .withoutControls + "\n")
  }
}
