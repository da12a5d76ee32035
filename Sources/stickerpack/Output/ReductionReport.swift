internal import Basics
internal import ImageCodecs
internal import StickerBuild
internal import StickerLint

/// Reports scaled images whose size had a price.
enum ReductionReport {
  /// A line for each image with a visible loss, and one for all others.
  static func lines(of images: [ReducedImage]) -> [String] {
    let invisible = images.filter(isInvisible)
    return images.filter { !isInvisible($0) }.map(line)
      + (invisible.isEmpty ? [] : [line(ofInvisible: invisible)])
  }

  private static func isInvisible(_ image: ReducedImage) -> Bool {
    guard case .palette(_, let decibels) = image.loss else { return false }
    return decibels >= FittingEncoder.invisibleLoss && image.bytes <= image.ceiling
  }

  private static func line(_ image: ReducedImage) -> String {
    let loss: String? =
      switch image.loss {
      case .palette(let colors, let decibels):
        "has \(Text.count(colors, "color")) (PSNR \(Int(decibels)) dB)"
      case .quality(let quality): "has JPEG quality \(quality)"
      case nil: nil
      }
    let ceiling = "\(image.largerFile) (\(Text.bytes(image.ceiling)))"
    if image.bytes <= image.ceiling {
      return "\(image.file) \(loss ?? "") in order to be no larger than \(ceiling)"
    }
    return
      "\(image.file) \(loss.map { "\($0) and " } ?? "")is \(Text.bytes(image.bytes)), more than"
      + " \(ceiling); nothing makes it smaller"
  }

  private static func line(ofInvisible images: [ReducedImage]) -> String {
    let names = images.prefix(3).map(\.file).joined(separator: ", ")
    let rest = images.count > 3 ? " and \(Text.number(images.count - 3)) more" : ""
    return
      "\(Text.count(images.count, "scaled image")) \(images.count == 1 ? "has" : "have") a palette,"
      + " without visible loss (PSNR of at least \(Int(FittingEncoder.invisibleLoss)) dB):"
      + " \(names)\(rest)"
  }
}
