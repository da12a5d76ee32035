internal import ArgumentParser
internal import Basics
internal import StickerBuild
internal import StickerLint
internal import StickerPacks
internal import StickerPages
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
      white, black, yellow and blue, with its name and the rules that it violates. With --animated it is \
      an APNG that plays, of at most 6 seconds and 10 MB.

      --app-store writes pictures for the App Store page of one pack, of 1290 × 2796 px (iPhone) and \
      2064 × 2752 px (iPad), up to three of each: a conversation with the stickers, and the drawer.

      EXAMPLES
        stickerpack preview Stickers -o preview.html
        stickerpack preview App/Stickers.xcstickers -o preview.html
        stickerpack preview Stickers -o preview.html --select animation
        stickerpack preview Stickers --sheet sheet.png
        stickerpack preview Stickers --sheet sheet.png --animated
        stickerpack preview Stickers --app-store Screenshots
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

  @Flag(help: "Play the animations of the contact sheet, which becomes an APNG.")
  var animated = false

  @Option(
    help: .init(
      "Write pictures for the App Store into a folder: iphone-1.png, ipad-1.png and so on.",
      valueName: "folder"),
    completion: .directory)
  var appStore: FilePath?

  @OptionGroup var linting: LintingOptions

  func validate() throws {
    guard output != nil || sheet != nil || appStore != nil else {
      throw ValidationError(
        "Missing expected argument '--output <file>', '--sheet <file>' or '--app-store <folder>'")
    }
    guard sheet != nil || !animated else {
      throw ValidationError("--animated needs --sheet <file>: only contact sheets are animated.")
    }
  }

  func run() async throws {
    var packs = try Packs.all(at: [folder], linting.configuration).packs
    for index in packs.indices { packs[index].assemblesSequences = true }
    if let output { try WholeFile.checkPlace(output, reading: packs) }
    if let sheet { try checkPlace(of: sheet, packs, isOwn: ContactSheet.isSheet) }
    if let appStore { try checkPlaces(in: appStore, packs) }
    let result = try await linting.lint(packs, reader: Linter.beforeBuild(linting.options).reader)
    if let output { try await writePage(of: result, to: output) }
    if let sheet { try await writeSheet(of: result, to: sheet) }
    if let appStore { try await writePictures(of: result, to: appStore) }
  }

  private func writePage(of result: LintResult, to file: FilePath) async throws {
    var page = try await linting.page(of: result)
    page.view = .stickers
    let bytes = try page.bytes()
    try WholeFile.write(bytes, to: file)
    let missing = page.missingImages
    if missing > 0, !linting.output.quiet {
      Terminal.printError(
        "stickerpack: no picture for \(Text.count(missing, "sticker")): damaged, or no room on the page"
      )
    }
    try report(file, bytes, result)
  }

  private func writeSheet(of result: LintResult, to file: FilePath) async throws {
    let bar = ProgressBar("Drawing", isHidden: linting.output.quiet)
    defer { bar.finish() }
    let picture = try await ContactSheet.png(
      of: result, isAnimated: animated, limits: linting.options.limits, jobs: linting.jobs
    ) { bar.update($0, of: $1) }
    try WholeFile.write(picture, to: file, replacesImages: true)
    try report(file, picture, result)
  }

  private func writePictures(of result: LintResult, to folder: FilePath) async throws {
    let bar = ProgressBar("Drawing", isHidden: linting.output.quiet)
    let files = try await StorePictures.files(
      of: result.packs[0], limits: linting.options.limits, jobs: linting.jobs
    ) { bar.update($0, of: $1) }
    bar.finish()
    guard !files.isEmpty else {
      throw CommandError(message: "no sticker can be shown", status: .failed)
    }
    try WholeFile.makeFolder(folder)
    for file in files {
      let path = folder.appending(file.name)
      try WholeFile.write(file.bytes, to: path, replacesImages: true)
      try report(path, file.bytes, result)
    }
  }

  private func checkPlaces(in folder: FilePath, _ packs: [PackSource]) throws {
    guard packs.count == 1 else {
      throw CommandError(
        message:
          "--app-store needs one pack, but \(self.folder) has \(packs.count.counted("pack")); name one of them",
        status: .usage)
    }
    try WholeFile.checkFolder(folder)
    for name in StorePictures.names {
      try checkPlace(of: folder.appending(name), packs, isOwn: StorePictures.isPicture)
    }
  }

  /// Refuses to overwrite art, or to write a picture that would be a sticker in the next run.
  ///
  /// - Parameter isOwn: whether a file that begins with some bytes may be overwritten.
  private func checkPlace(
    of file: FilePath, _ packs: [PackSource], isOwn: ([UInt8]) -> Bool
  ) throws {
    let head = try? FileReading.head(ofFileAt: file, count: 4096)
    try WholeFile.checkPlace(file, reading: packs, replacesImages: head.map(isOwn) ?? false)
    var folder = file.parent
    while !folder.exists, folder.parent != folder { folder = folder.parent }
    for pack in packs
    where pack.kind != .files
      && folder.resolved?.isInside(pack.path.resolved ?? pack.path) == true
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
