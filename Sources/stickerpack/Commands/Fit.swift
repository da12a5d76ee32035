internal import ArgumentParser
internal import Basics
internal import ImageCodecs
internal import StickerFit
internal import StickerPacks

/// How much time `fit` spends on files that lose nothing.
enum EffortLevel: String, ExpressibleByArgument, CaseIterable {
  case `default`, max

  /// The effort of the library.
  var effort: ImageEncoder.Effort { self == .max ? .maximum : .smallest }
}

/// `stickerpack fit`
struct Fit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Make stickers smaller than 500 KB, with as little harm as possible.",
    discussion: """
      Writes a copy of a folder in which every sticker has at most 500,000 bytes. Stickers that are small \
      enough, and all other files, are copied unchanged. The folder itself is never changed.

      A sticker that is too large is encoded in these ways, from the least harm to the most, until it is \
      small enough:

        1. without loss
        2. with at most 256 colors, and without invisible differences between frames
        3. with fewer colors
        4. with fewer frames, the same duration and even motion
        5. on the next smaller canvas: 618, 408 or 300 px

      The report has the change, the score by SSIMULACRA 2 of the worst frame (100 is equal, above 90 no \
      difference is visible, above 70 it hardly is) and its PSNR, each on white or black, whichever is \
      worse. Frames that were kept are compared with the originals at the same size. Frames of Xcode \
      sequences are copied unchanged.

      If the output is named .png or .gif, it is one sticker, made of an image, a WebP file, a video (MP4, \
      MOV, WebM) or a folder of numbered PNG or JPEG frames. The art is scaled down to 618 px and padded to \
      a square. WebP files need dwebp (Debian and Homebrew: webp) and videos need ffmpeg. A folder is only \
      read as frames for such an output: numbered images are often stickers. WebP files and videos in a \
      folder of stickers become .png files.

      Exits with 1 if a sticker does not fit, or cannot be decoded.

      EXAMPLES
        stickerpack fit Stickers -o Fitted
        stickerpack fit Stickers --dry-run
        stickerpack fit Stickers -o Fitted --min-quality 80
        stickerpack fit Stickers -o Fitted --effort max
        stickerpack fit Stickers -o Fitted --to-apng
        stickerpack fit Stickers --dry-run --format json
        stickerpack fit wave.webp -o Stickers/wave.png
        stickerpack fit wave.mov -o Stickers/wave.png --fps 12
        stickerpack fit WaveFrames -o Stickers/wave.png --fps 15
      """)

  @Argument(
    help: "A pack's folder, a folder of packs, an asset catalog, or the input of one sticker.",
    completion: .file())
  var folder: FilePath

  @Option(
    name: .shortAndLong,
    help: .init(
      "The folder to write, which must not exist or be empty, or the file of one sticker.",
      valueName: "path"),
    completion: .file())
  var output: FilePath?

  @Flag(help: "Print what would be written, and write nothing.")
  var dryRun = false

  @Option(
    help: .init(
      "Use fewer frames or a smaller canvas rather than a score below this, up to 100; copy stickers"
        + " unchanged if that is not enough.", valueName: "score"))
  var minQuality: Double?

  @Flag(
    help:
      "Write PNG and APNG files in full color: some versions of iOS play indexed animations incorrectly."
  )
  var noPalette = false

  @Flag(
    name: .customLong("to-apng"),
    help: "Turn every GIF into an APNG (.png) with the same pixels and timing.")
  var toAPNG = false

  @OptionGroup var input: InputOptions

  @Option(
    help: .init(
      "default, or max: lossless results are 1% to 9% smaller, in 9 times the time.",
      valueName: "effort"))
  var effort = EffortLevel.default

  @Option(help: "The format of the report: text or json.")
  var format = OutputFormat.text

  @Flag(name: .shortAndLong, help: "Also print the stickers that are unchanged.")
  var verbose = false

  @OptionGroup var parallel: JobOptions

  @OptionGroup(title: "Decoding")
  var limits: LimitOptions

  func validate() throws {
    guard dryRun || output != nil else {
      throw ValidationError("Missing expected argument '--output <folder>', or --dry-run.")
    }
    guard minQuality ?? 0 <= 100 else {
      throw ValidationError("--min-quality is \(minQuality ?? 0); it must be at most 100.")
    }
  }

  func run() async throws {
    if let importer = try importer { return try await makeSticker(with: importer) }
    guard let root = folder.resolved, root.isFolder else {
      throw CommandError(message: "\(folder): no such folder", status: .usage)
    }
    let stickers = try Packs.all(at: [folder]).packs.flatMap(\.allStickers).filter {
      $0.role == .sticker && $0.sequence == nil
    }
    let results: [FitReport.Entry]
    do {
      let copy = try dryRun ? nil : output.map { try FolderCopy(of: root, to: $0) }
      results = try await Signals.cancelling { [fitter, jobs = parallel.jobs] in
        let bar = ProgressBar("Fitting")
        defer { bar.finish() }
        return try await stickers.concurrentMap(jobs: jobs, progress: { bar.update($0, of: $1) }) {
          FitReport.Entry(fitting: $0, with: fitter)
        }
      }
      let replaced = results.compactMap { entry in entry.replacement.map { (entry.path, $0) } }
      try Signals.deferring {
        try copy?.write(replacing: Dictionary(replaced) { first, _ in first })
      }
    } catch let error as FitError {
      if case .failed = error {
        throw CommandError(message: error.description, status: .failed)
      }
      throw CommandError(message: error.description, status: .usage)
    }
    let report = FitReport(entries: results, output: dryRun ? nil : output)
    switch format {
    case .text: try Terminal.write(report.text(isVerbose: verbose))
    case .json: try Terminal.write(report.json())
    }
    if !results.allSatisfy(\.isLegal) { throw ExitCode(ExitStatus.findings.rawValue) }
  }

  var fitter: StickerFitter {
    var fitter = StickerFitter()
    fitter.minimumScore = minQuality
    fitter.allowsPalette = !noPalette
    fitter.convertsGIF = toAPNG
    fitter.effort = effort.effort
    fitter.jobs = parallel.jobs
    fitter.limits = limits.limits
    return fitter
  }
}
