internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks
internal import SystemLibraries

/// The options for decoding files, for all commands that decode: the limits and the decoder. The help leaves them out,
/// because `Documentation/Configuration.md` explains them once, and findings that they concern name them.
struct LimitOptions: ParsableArguments {
  /// The decoders that are used for PNG and GIF images.
  enum Decoder: String, ExpressibleByArgument, CaseIterable {
    /// Those written in Swift, for all images that they can decode.
    case fast
    /// libpng and giflib.
    case reference
  }

  private static let defaults = DecodingLimits()

  @Option(
    help: .init(
      "Report files larger than this, in bytes, without decoding them.", valueName: "bytes",
      visibility: .hidden))
  var maxFileBytes = defaults.fileBytes

  @Option(
    help: .init(
      "Report canvases with more pixels than this without decoding them.",
      valueName: "pixels",
      visibility: .hidden))
  var maxPixels = defaults.pixels

  @Option(
    help: .init(
      "Report animations with more frames than this without decoding them.", valueName: "frames",
      visibility: .hidden))
  var maxFrames = defaults.frames

  @Option(
    help: .init(
      "Report files whose frames decode to more bytes than this.", valueName: "bytes",
      visibility: .hidden))
  var maxDecodedBytes = defaults.decodedBytes

  @Option(
    help: .init(
      "Decode PNG and GIF images with this program's own decoders (fast), or with libpng and giflib (reference). The result is the same.",
      valueName: "decoder", visibility: .hidden))
  var decoder = Decoder.fast

  /// The advice on raising the limits that findings mention.
  static let hint =
    "--max-file-bytes, --max-pixels, --max-frames and --max-decoded-bytes raise the limits for decoding"

  func validate() throws {
    for (name, value) in [
      ("max-file-bytes", maxFileBytes), ("max-pixels", maxPixels), ("max-frames", maxFrames),
      ("max-decoded-bytes", maxDecodedBytes),
    ] where value < 1 {
      throw ValidationError("--\(name) is \(value); it must be at least 1.")
    }
  }

  var limits: DecodingLimits {
    var limits = DecodingLimits()
    limits.fileBytes = maxFileBytes
    limits.pixels = maxPixels
    limits.frames = maxFrames
    limits.decodedBytes = maxDecodedBytes
    limits.usesReferenceDecoders = decoder == .reference
    return limits
  }
}

/// The number of files that are processed at once, for all commands that decode.
struct JobOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .init("The number of files to process in parallel.", valueName: "count"))
  var jobs = Processors.count

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs is \(jobs); it must be at least 1.") }
  }
}

/// The most common options, which the help shows first: options without a title are last.
struct CommonOptions: ParsableArguments {
  static let title = "Common options"

  @Flag(help: "Treat warnings as errors.")
  var strict = false
}

/// The bundle with which built products are compared.
struct ComparisonOption: ParsableArguments {
  @Option(
    help: .init(
      "Check that a built product holds exactly the stickers of a bundle that stickerpack build wrote.",
      valueName: "bundle"),
    completion: .file())
  var against: FilePath?
}

/// The options of all commands that lint.
struct LintingOptions: ParsableArguments {
  @OptionGroup(title: CommonOptions.title)
  var common: CommonOptions

  @OptionGroup(title: CommonOptions.title)
  var output: OutputOptions

  @OptionGroup var configuration: ConfigurationOptions

  @OptionGroup var parallel: JobOptions

  @OptionGroup var limits: LimitOptions

  var options: LintOptions {
    var options = LintOptions()
    options.isStrict = common.strict
    options.rules = configuration.rules
    options.limits = limits.limits
    options.jobs = parallel.jobs
    options.configuration = configuration.files.config.map(\.string)
    options.respectsGitIgnore = !configuration.files.noIgnore
    return options
  }

  /// Prints the advice on raising the limits, if findings mention them.
  func hint(at result: LintResult) {
    if result.findings.contains(where: { $0.rule == Rule.limitExceeded.id && $0.isOpen }) {
      Terminal.note(LimitOptions.hint)
    }
  }
}
