internal import ArgumentParser
internal import Basics
internal import StickerTasks

/// `stickerpack fit`
struct Fit: AsyncParsableCommand {
  private static let destination = Destination.messages

  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Make stickers smaller than 500 KB, with as little harm as possible.",
    discussion: """
      Writes a copy of a folder in which every sticker has at most \
      \(Text.bytes(destination.safeBytes)), and a canvas of at most \(destination.largestSide) px. Other stickers, and all other files, are copied unchanged. The folder itself is only changed \
      with --in-place, which keeps the originals.

      A sticker that is too large is first encoded without loss. If that is not enough, fit compares what is left: \
      fewer colors and smaller differences on the same canvas, the smaller canvases \
      (\(Text.alternatives(destination.sides.reversed())) px), and fewer frames with the same duration. It uses what \
      looks best over the whole time. A pack whose stickers have one size keeps one size.

      The report lists each change with its SSIMULACRA 2 scores (100: identical; above 90: no visible \
      difference; above 70: hardly visible), on white or black, whichever is worse. In the time of each original frame, \
      what is shown is compared with it, at the size of the original or of the pack's gridSize, so dropped frames and \
      smaller canvases count. "score" is the mean over the whole time, "worst" the lowest.

      --trim, --padding, --outline, --square and --enlarge change every sticker, even those within the \
      limits. Widths are in output pixels; changed art is scaled to its size class, or to the pack's \
      gridSize. Art is enlarged by at most 25%, unless --enlarge is given. JPEG \
      files, which have no transparency, are only scaled; stickers with @2x or @1x images of their own, \
      icons and the frames of Xcode sequences are left alone.

      If the output is a .png or .gif file, fit makes one sticker from an image, a WebP file, a video (MP4, \
      MOV, WebM) or a folder of numbered PNG or JPEG frames. The art is scaled down to \
      \(destination.largestSide) px and padded to a square. Videos need ffmpeg. A folder is only \
      read as frames for such an output: numbered images are often stickers. WebP files and videos in a \
      folder of stickers become .png files.

      Exits with 1 if a sticker does not fit, or cannot be decoded, and with 3 if one could not be written.

      EXAMPLES
        stickerpack fit Stickers -o Fitted
        stickerpack fit Stickers --in-place
        stickerpack fit Stickers --dry-run --report fit.html
        stickerpack fit Stickers -o Fitted --min-quality 80
        stickerpack fit Stickers -o Small --max-bytes 300000
        stickerpack fit Stickers -o Smaller --lossless
        stickerpack fit Stickers -o Fitted --trim --padding 12 --square
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

  @Flag(
    help:
      "Only compress every PNG, APNG and GIF again without loss: no pixel, delay, loop or canvas changes, and no limit applies."
  )
  var lossless = false

  @OptionGroup var fitting: FittingOptions

  @Option(
    help: .init(
      "Frames per second: of numbered frames (15 by default), or the most of a video (20 by default, 10 for a GIF).",
      valueName: "number"))
  var fps: Double?

  @Option(name: .shortAndLong, help: "The format of the report: text, json or html.")
  var format: ChangeFormat?

  @Option(
    name: .customLong("report"),
    help: .init(
      "Also write a report, such as fit.html: a page that compares the changed stickers with their originals. Repeatable.",
      valueName: "format=file"),
    completion: .list(ReportFile<ChangeFormat>.completions), transform: ReportFile.init(argument:))
  var report: [ReportFile<ChangeFormat>] = []

  @Option(
    help: .init(
      "Exit with 1 if a changed sticker looks worse than this word.", valueName: "looks"))
  var strict: Looks?

  @Flag(name: .shortAndLong, help: "Also print the stickers that are unchanged.")
  var verbose = false

  @OptionGroup(title: "Other limits")
  var own: OwnLimitOptions

  @OptionGroup(title: "Changes of the art")
  var art: ArtOptions

  @OptionGroup var parallel: JobOptions

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard dryRun || inPlace || output != nil else {
      throw ValidationError(
        "Missing expected argument '--output <folder>', --in-place or --dry-run.")
    }
    guard !inPlace || output == nil else {
      throw ValidationError("--in-place cannot be combined with --output.")
    }
    guard !lossless || !fitting.losesArt && own.areDefault && art.changes.isEmpty && fps == nil
    else {
      throw ValidationError(
        "--lossless can only be combined with --effort and --no-palette: it changes no pixels.")
    }
    try ReportFile.check(reports)
    try output?.checkIsNoReport("a folder or a sticker")
    // The delays of an APNG are fractions of 16-bit numbers.
    if let fps, !(0.1...100).contains(fps) {
      throw ValidationError("--fps is \(fps); it must be 0.1 to 100.")
    }
  }

  func run() async throws {
    if let task = try importTask { return try await makeSticker(by: task) }
    var task =
      inPlace && !dryRun
      ? FitTask(inPlace: folder.string, options: options)
      : FitTask(folder.string, to: dryRun ? nil : output?.string, options: options)
    let reports = try reports
    task.makesPage = reports.contains { $0.format == .html }
    task.uninterrupted = { Signals.deferring($0) }
    task.waiting = { Terminal.noteWaiting() }
    task.check = { packs in
      for file in reports.compactMap(\.file) { try WholeFile.checkPlace(file, reading: packs) }
      for hint in SelectionReport.hints(for: packs) { Terminal.note(hint) }
    }
    // A signal ends the program at once: nothing is written yet, and a sticker may take many seconds.
    let result = try await ProgressBar.showing { [task] in try await task.run($0) }
    try print(result, isVerbose: verbose)
    if result.hasWriteErrors { throw ExitStatus.failed }
    try checkLooks(of: result)
    if !result.isComplete { throw ExitStatus.findings }
  }

  /// Ends the program if a changed sticker looks worse than `--strict` allows.
  func checkLooks(of result: FitResult) throws {
    guard let strict else { return }
    let worse = result.changes.count { $0.used != nil && $0.score < strict.leastScore }
    guard worse > 0 else { return }
    Terminal.note(
      "\(worse.counted("sticker")) \(worse == 1 ? "looks" : "look") worse than \(strict.rawValue)")
    throw ExitStatus.findings
  }

  /// The reports to write.
  var reports: [ReportFile<ChangeFormat>] {
    get throws { try ReportFile.all(format, and: report, or: .text) }
  }

  func print(_ result: FitResult, isVerbose: Bool) throws {
    let contents = FitReport(result: result)
    for report in try reports {
      switch report.format {
      case .text: try report.write(Array(contents.text(isVerbose: isVerbose).utf8))
      case .json: try report.write(contents.json())
      case .html: try report.write(result.page ?? [])
      }
    }
  }

  var options: FitOptions {
    var options = fitting.options
    (options.maximumBytes, options.maximumSide) = (own.maxBytes, own.maxSide)
    options.limits = limits.limits
    options.jobs = parallel.jobs
    options.art = art.changes
    options.isLossless = lossless
    if lossless, fitting.effort == nil { options.effort = .maximum }
    return options
  }
}
