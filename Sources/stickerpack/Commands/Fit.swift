internal import ArgumentParser
internal import Basics
internal import StickerFiles
internal import StickerBuild
internal import StickerFit
internal import StickerPacks
internal import StickerRepair

/// `stickerpack fit`
struct Fit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Make stickers smaller than 500 KB, with as little harm as possible.",
    discussion: """
      Writes a copy of a folder in which every sticker has at most 500,000 bytes, and a canvas of at most \
      618 px. Other stickers, and all other files, are copied unchanged. The folder itself is only changed \
      with --in-place, which keeps the originals.

      A sticker that is too large is encoded in these ways, from the least harm to the most, until it is \
      small enough:

        1. without loss
        2. with at most 256 colors, and without invisible differences between frames
        3. with fewer colors
        4. with fewer frames, the same duration and even motion
        5. on the next smaller canvas: 618, 408 or 300 px

      The report has the change, the score by SSIMULACRA 2 of the worst frame (100 is equal, above 90 no \
      difference is visible, above 70 it hardly is) and its PSNR, each on white or black, whichever is \
      worse. Frames that were kept are compared with the originals at the same size.

      --trim, --padding, --outline, --square and --enlarge change all stickers, also small ones. Their \
      widths are pixels of the files that are written: what changes is scaled to the size class of the \
      sticker, or to the pack's gridSize. Art is enlarged by at most 25%, unless --enlarge is given. JPEG \
      files, which have no transparency, are only scaled; stickers with @2x or @1x images of their own, \
      icons and the frames of Xcode sequences are left alone.

      If the output is a .png or .gif file, fit makes one sticker from an image, a WebP file, a video (MP4, \
      MOV, WebM) or a folder of numbered PNG or JPEG frames. The art is scaled down to 618 px and padded to \
      a square. WebP files need dwebp (Debian and Homebrew: webp) and videos need ffmpeg. A folder is only \
      read as frames for such an output: numbered images are often stickers. WebP files and videos in a \
      folder of stickers become .png files.

      Exits with 1 if a sticker does not fit, or cannot be decoded.

      EXAMPLES
        stickerpack fit Stickers -o Fitted
        stickerpack fit Stickers --dry-run
        stickerpack fit Stickers --in-place
        stickerpack fit Stickers --dry-run --report html=fit.html
        stickerpack fit Stickers -o Fitted --min-quality 80
        stickerpack fit Stickers -o Fitted --effort max
        stickerpack fit Stickers -o Fitted --to-apng
        stickerpack fit Stickers -o Fitted --trim --padding 12 --square
        stickerpack fit Stickers --dry-run --format json
        stickerpack fit wave.webp -o Stickers/wave.png
        stickerpack fit wave.mov -o Stickers/wave.png --fps 12
        stickerpack fit WaveFrames -o Stickers/wave.png --fps 15
      """)

  @Argument(
    help: .init(
      "A pack's folder, a folder of packs, an asset catalog, or what to make one sticker from.",
      valueName: "input"), completion: .file())
  var folder: FilePath

  @Option(
    name: .shortAndLong,
    help: .init(
      "The folder to write, which must not exist or be empty, or the file of one sticker.",
      valueName: "path"),
    completion: .file())
  var output: FilePath?

  @Flag(
    help:
      "Replace the files in the folder itself, and keep the originals in its hidden folder .stickerpack-backup-1."
  )
  var inPlace = false

  @Flag(help: "Print what would be written, and write nothing.")
  var dryRun = false

  @OptionGroup var fitting: FittingOptions

  @OptionGroup var input: InputOptions

  @Option(help: "The format of the report: text or json.")
  var format = OutputFormat.text

  @Option(
    name: .customLong("report"),
    help: .init(
      "Also write a page that compares the changed stickers with their originals.",
      valueName: "html=file"),
    completion: .list(["html="]), transform: FitPage.init(argument:))
  var page: FitPage?

  @Flag(name: .shortAndLong, help: "Also print the stickers that are unchanged.")
  var verbose = false

  @OptionGroup(title: "Changes of the art")
  var art: ArtOptions

  @OptionGroup var parallel: JobOptions

  @OptionGroup(title: "Decoding")
  var limits: LimitOptions

  func validate() throws {
    guard dryRun || inPlace || output != nil else {
      throw ValidationError(
        "Missing expected argument '--output <folder>', --in-place or --dry-run.")
    }
    guard !inPlace || output == nil else {
      throw ValidationError("--in-place cannot be combined with --output.")
    }
  }

  func run() async throws {
    if let importer = try importer { return try await makeSticker(with: importer) }
    guard let root = folder.resolved, root.isFolder else {
      throw CommandError(message: "\(folder): no such folder", status: .usage)
    }
    let packs = try Packs.all(at: [folder]).packs
    try page.map { try WholeFile.checkPlace($0.file, reading: packs) }
    let report: FitReport
    var drawn: [UInt8]?
    do {
      let destination = try destination(of: root)
      let entries = try await fit(stickers(of: packs))
      // The originals may be replaced.
      drawn = try await page?.bytes(
        of: entries, in: folder, limits: limits.limits, jobs: parallel.jobs)
      report = try write(entries, to: destination, skipping: packs.flatMap(\.skippedEntries))
    } catch let error as OutputError {
      throw CommandError(error)
    }
    if let page, let drawn { try WholeFile.write(drawn, to: page.file) }
    switch format {
    case .text: try Terminal.write(report.text(isVerbose: verbose))
    case .json: try Terminal.write(report.json())
    }
    if !report.isComplete { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  /// Where the results are written.
  private enum Destination {
    case nowhere
    case copy(FolderCopy)
    case inPlace(FileReplacement)
  }

  /// Fails early: fitting may take minutes.
  private func destination(of root: FilePath) throws(OutputError) -> Destination {
    if dryRun { return .nowhere }
    return try output.map { output throws(OutputError) in
      .copy(try FolderCopy(of: root, displayPath: folder, to: output))
    } ?? .inPlace(FileReplacement(in: [folder]))
  }

  /// The stickers of all packs, each file once.
  private func stickers(of packs: [PackSource]) -> [FitReport.Original] {
    var seen: Set<FilePath> = []
    let all = packs.flatMap { pack in
      pack.allStickers.filter {
        $0.role == .sticker && $0.sequence == nil && seen.insert($0.path).inserted
      }.map {
        FitReport.Original(source: $0, gridSize: pack.gridSize, lists: pack.lists(naming: $0))
      }
    }
    guard inPlace else { return all }
    // A link changes with its target.
    return all.filter { original in
      let path = original.source.path
      return !path.isLink || path.resolved.map { !seen.contains($0) } ?? true
    }
  }

  var fitter: StickerFitter {
    var fitter = StickerFitter(fitting.options, limits: limits.limits, jobs: parallel.jobs)
    fitter.artChanges = art.changes
    return fitter
  }

  private func fit(_ stickers: [FitReport.Original]) async throws -> [FitReport.Entry] {
    let bar = ProgressBar("Fitting")
    defer { bar.finish() }
    bar.update(0, of: stickers.count)
    let names = NewNames(
      Dictionary(
        stickers.compactMap { sticker in
          sticker.newName(with: fitter).map { (sticker.source.path, $0) }
        }, uniquingKeysWith: { first, _ in first }))
    // A signal ends the program at once: nothing is written yet, and a sticker may take many seconds.
    return try await stickers.concurrentMap(
      jobs: fitter.jobs, progress: { bar.update($0, of: $1) }
    ) { [fitter] in
      bar.begin($0.source.path.name.string)
      let entry = FitReport.Entry(fitting: $0, with: fitter, names)
      bar.save(entry.bytesBefore - entry.bytesAfter)
      return entry
    }
  }

  private func write(
    _ entries: [FitReport.Entry], to destination: Destination, skipping skipped: [SkippedEntry]
  ) throws(OutputError) -> FitReport {
    try Signals.deferring { () throws(OutputError) in
      switch destination {
      case .nowhere: return FitReport(entries: entries, skipped: skipped)
      case .copy(let copy):
        try copy.write(
          replacing: Dictionary(
            uniqueKeysWithValues: entries.compactMap { entry in
              entry.replacement.map { (entry.path, $0) }
            }))
        // A copy has all files, not only images.
        let others = copy.skippedEntries.filter { !skipped.contains($0) }
        return FitReport(entries: entries, skipped: skipped + others, output: output)
      case .inPlace(let replacement):
        return FitReport(
          entries: entries.map { $0.written(by: replacement) }, skipped: skipped,
          originals: replacement.originals)
      }
    }
  }
}
