internal import Basics
internal import StickerTasks

/// Reports what a build noticed about the scaled images that it made.
enum ScaledImageReport {
  /// A line for each warning and error, then one for each image that is larger than its art, and one for
  /// all that were reduced.
  ///
  /// - Parameter isVerbose: whether each info and each reduced image has a line, too.
  static func lines(of output: PackBuilder.Output, isVerbose: Bool) -> [String] {
    output.findings.filter { $0.isOpen && (isVerbose || $0.severity > .info) }.map {
      "\($0.file): \($0.message) (\($0.severity.rawValue): \($0.rule))"
    } + lines(of: output.reducedImages, isVerbose: isVerbose)
  }

  private static func lines(of images: [ReducedImage], isVerbose: Bool) -> [String] {
    let large = images.filter { $0.bytes > $0.artBytes }
    let reduced = images.filter { $0.bytes <= $0.artBytes }
    return large.map(line)
      + (isVerbose ? reduced.map(line) : reduced.isEmpty ? [] : [summary(of: reduced)])
  }

  private static func line(_ image: ReducedImage) -> String {
    let loss: String? =
      switch image.loss?.step {
      case .colors(let colors):
        "has \(Text.count(colors, "color")) (PSNR \(Int(clamping: image.decibels ?? 0)) dB)"
      case .quality(let quality): "has JPEG quality \(quality)"
      default: nil
      }
    let ceiling = "its art (\(Text.bytes(image.artBytes)))"
    if image.bytes <= image.artBytes {
      return "\(image.file) \(loss ?? ""), so it is no larger than \(ceiling)"
    }
    return
      "\(image.file) \(loss.map { "\($0) and " } ?? "")is \(Text.bytes(image.bytes)), more than"
      + " \(ceiling); nothing makes it smaller"
  }

  private static func summary(of images: [ReducedImage]) -> String {
    let worst = images.compactMap(\.decibels).min()
    let (have, none) =
      images.count == 1 ? ("has", "it is no larger") : ("have", "none is larger")
    let quality = worst.map { "PSNR of at least \(Int(clamping: $0)) dB; " } ?? ""
    let number = Text.count(images.count, "scaled image")
    return "\(number) \(have) fewer colors, so \(none) than its"
      + " art (\(quality)--verbose lists them)"
  }
}
