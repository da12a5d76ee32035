internal import ArgumentParser
internal import StickerTasks

/// The time spent on files that lose nothing.
enum EffortLevel: String, ExpressibleByArgument, CaseIterable {
  case `default`, max
}

/// Limits of the user's own, in place of those of Messages.
struct OwnLimitOptions: ParsableArguments {
  @Option(
    help: .init("Make files at most this large, in bytes, instead of 500,000.", valueName: "bytes"))
  var maxBytes: Int?

  @Option(
    help: .init(
      "Scale canvases with a longer side down to it, in pixels, and no others; with --enlarge, smaller ones up to it.",
      valueName: "px"))
  var maxSide: Int?

  /// Whether no limit is given.
  var areDefault: Bool { maxBytes == nil && maxSide == nil }

  func validate() throws {
    if let maxBytes, maxBytes < 1 {
      throw ValidationError("--max-bytes is \(maxBytes); it must be at least 1.")
    }
    if let maxSide, !(1...16_384).contains(maxSide) {
      throw ValidationError("--max-side is \(maxSide); it must be 1 to 16384.")
    }
  }
}

/// The options for making stickers small enough.
struct FittingOptions: ParsableArguments {
  @Option(
    help: .init(
      "Use fewer frames or a smaller canvas rather than a score below this, up to 100; leave stickers"
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

  @Option(
    help: .init(
      "default, or max, which is the default of --lossless: lossless results are up to 9% smaller, in 5 to 12 times the time."
        + " A build compresses scaled images and icons with max, even without --fit.",
      valueName: "effort"))
  var effort: EffortLevel?

  func validate() throws {
    guard minQuality ?? 0 <= 100 else {
      throw ValidationError("--min-quality is \(minQuality ?? 0); it must be at most 100.")
    }
  }

  /// Whether an option is given that changes what a sticker looks like or its format.
  var losesArt: Bool { minQuality != nil || toAPNG }

  /// Whether an option is given that only concerns fitted art.
  var changesArt: Bool { losesArt || noPalette }

  var options: FitOptions {
    var options = FitOptions()
    options.minimumScore = minQuality
    options.allowsPalette = !noPalette
    options.convertsGIF = toAPNG
    options.effort = effort == .max ? .maximum : .smallest
    return options
  }
}
