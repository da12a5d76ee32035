#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import ArgumentParser
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// What one file may cost, for every command that decodes.
struct LimitOptions: ParsableArguments {
  private static let defaults = DecodingLimits()

  @Option(
    help: .init(
      "The largest file that is read, in bytes; a larger one is reported.", valueName: "bytes"))
  var maxFileBytes = defaults.fileBytes

  @Option(
    help: .init(
      "The largest canvas that is decoded, in pixels; a larger one is reported.",
      valueName: "pixels"))
  var maxPixels = defaults.pixels

  @Option(help: .init("The most frames that are decoded.", valueName: "frames"))
  var maxFrames = defaults.frames

  @Option(
    help: .init("The most bytes that all frames of a file may decode to.", valueName: "bytes"))
  var maxDecodedBytes = defaults.decodedBytes

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
    return limits
  }
}

/// How a folder is judged, for the commands that lint.
struct LintingOptions: ParsableArguments {
  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    name: .shortAndLong, help: .init("How many files are worked on at once.", valueName: "count"))
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup(title: "Configuration")
  var configuration: ConfigurationOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func validate() throws {
    guard jobs >= 1 else { throw ValidationError("--jobs is \(jobs); it must be at least 1.") }
  }

  /// Lints packs as the options say.
  ///
  /// - Parameter reader: how a file becomes facts, where it is not simply read and decoded.
  func lint(
    _ packs: [PackSource],
    reader: (@Sendable (StickerSource, DecodingLimits) -> AssetFacts)? = nil
  ) async -> LintResult {
    var linter = Linter(jobs: jobs)
    if let reader { linter.reader = reader }
    linter.limits = limits.limits
    linter.rules = configuration.rules
    linter.isStrict = strict
    let bar = ProgressBar("Checking")
    defer { bar.finish() }
    return await linter.lint(packs) { bar.update($0, of: $1) }
  }
}

/// The two ways in which facts and rules are written.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
}
