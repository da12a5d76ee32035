#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Basics
internal import ArgumentParser
internal import ImageContainers
internal import StickerLint
internal import StickerPacks
internal import StickerPages
internal import StickerReports

/// How files are decoded, for all commands that decode: the limits and the decoder.
struct LimitOptions: ParsableArguments {
  private static let defaults = DecodingLimits()

  @Option(
    help: .init(
      "Report files larger than this, in bytes, without decoding them.", valueName: "bytes"))
  var maxFileBytes = defaults.fileBytes

  @Option(
    help: .init(
      "Report canvases with more pixels than this without decoding them.",
      valueName: "pixels"))
  var maxPixels = defaults.pixels

  @Option(
    help: .init(
      "Report animations with more frames than this without decoding them.", valueName: "frames"))
  var maxFrames = defaults.frames

  @Option(
    help: .init("Report files whose frames decode to more bytes than this.", valueName: "bytes"))
  var maxDecodedBytes = defaults.decodedBytes

  @Option(
    help: .init(
      "Decode PNG images with libdeflate where they are valid (fast), or always with libpng (reference). The result is the same.",
      valueName: "decoder", visibility: .hidden))
  var decoder = defaults.decoder

  /// How to raise the limits that findings mention.
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
    limits.decoder = decoder
    return limits
  }
}

/// How many files are processed at once, for all commands that decode.
struct JobOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: .init("The number of files to process in parallel.", valueName: "count"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs is \(jobs); it must be at least 1.") }
  }
}

/// The options of all commands that lint.
struct LintingOptions: ParsableArguments {
  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var parallel: JobOptions

  @OptionGroup(title: "Output")
  var output: OutputOptions

  @OptionGroup(title: "Configuration")
  var configuration: ConfigurationOptions

  @OptionGroup(title: "Decoding")
  var limits: LimitOptions

  /// The number of files to process in parallel.
  var jobs: Int { parallel.jobs }

  /// The options of the library.
  var options: LintOptions {
    var options = LintOptions()
    options.isStrict = strict
    options.rules = configuration.rules
    options.limits = limits.limits
    options.jobs = jobs
    options.configuration = configuration.config.map(\.string)
    options.respectsGitIgnore = !configuration.noIgnore
    return options
  }

  /// Lints packs with these options.
  ///
  /// - Parameter reader: loads the facts of a file; by default the file is read and decoded.
  func lint(
    _ packs: [PackSource],
    reader: (@Sendable (StickerSource, DecodingLimits) -> AssetFacts)? = nil
  ) async throws -> LintResult {
    var linter = Linter(options)
    if let reader { linter.reader = reader }
    let bar = ProgressBar("Checking", isHidden: output.quiet)
    let result: LintResult
    do {
      result = try await linter.lint(packs) { bar.update($0, of: $1) }
      bar.finish()
    } catch {
      bar.finish()
      throw error
    }
    if result.findings.contains(where: { $0.rule == Rule.limitExceeded.id && $0.isOpen }) {
      Terminal.printError("stickerpack: \(LimitOptions.hint)")
    }
    return result
  }
}

extension LintingOptions {
  /// What reports show about a result. The images are read again only if a page shows them.
  ///
  /// - Parameter known: images of an earlier report, which need not be read again.
  func page(
    of result: LintResult, for reports: [LintReport], known: [String: PageImage] = [:]
  ) async throws -> LintPage {
    reports.contains { $0.format == .html }
      ? try await page(of: result, known: known) : LintPage(ReportContents(result))
  }

  /// A page about a result.
  func page(
    of result: LintResult, known: [String: PageImage] = [:]
  ) async throws -> LintPage {
    let bar = ProgressBar("Drawing", isHidden: output.quiet)
    defer { bar.finish() }
    var page = LintPage(ReportContents(result))
    page.configuration = configuration.config
    page.masks = try await result.masks(
      mostRuns: PageImage.mostMaskRuns, limits: options.limits, jobs: jobs)
    page.images = try await PageImage.images(
      of: result.packs, known: known, limits: options.limits, jobs: jobs
    ) { bar.update($0, of: $1) }
    return page
  }
}

/// The output format of commands other than `lint`.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// Text for people.
  case text
  /// JSON for programs.
  case json
}
