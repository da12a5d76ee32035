package import Basics
internal import ImageCodecs
internal import ImageContainers
package import StickerFit
internal import StickerPacks

/// Makes one sticker from an image, a WebP file, a video, or a folder of numbered frames.
///
/// WebP files and videos are decoded by dwebp and ffmpeg, if they are installed.
package struct StickerImporter: Sendable {
  /// Makes the sticker small enough.
  package var fitter: StickerFitter
  /// The frames per second of numbered frames, and the most of a video; nil for the defaults.
  package var framesPerSecond: Double?
  /// Whether the sticker is a GIF; otherwise it is a PNG or APNG.
  package var makesGIF = false

  /// The frames per second of numbered frames, as in Xcode.
  package static let defaultFrameRate = 15.0

  /// Creates an importer.
  package init(_ fitter: StickerFitter) { self.fitter = fitter }

  /// Whether a file is a WebP file or a video.
  package static func imports(_ file: FilePath) -> Bool {
    (try? ImportedArt.head(file)).flatMap { ForeignFormat($0) } != nil
  }

  /// Reads a file or a folder of numbered frames, scales it down to the largest canvas, pads it to a square and
  /// makes it small enough. A file that needs none of this stays as it is.
  package func sticker(from input: FilePath) throws(ImportError) -> StickerChange {
    var imported = try art(from: input)
    imported.art.convert(toGIF: makesGIF)
    do {
      var change =
        if let bytes = imported.bytes, imported.art.steps.isEmpty {
          try fitter.fit(HashedBytes(bytes))
        } else {
          try fitter.fit(
            imported.art.art, after: imported.art.steps, of: .init(bytes: imported.art.byteCount))
        }
      change.remarks = imported.art.remarks + change.remarks
      return change
    } catch {
      throw ImportError(error)
    }
  }

  /// - Returns: the art, and the bytes of an image that is decoded without other programs.
  private func art(from input: FilePath) throws(ImportError) -> (art: ImportedArt, bytes: [UInt8]?)
  {
    let (limits, profile) = (fitter.options.limits, fitter.options.profile)
    if input.isFolder {
      return (
        try ImportedArt(
          framesIn: input, rate: framesPerSecond ?? Self.defaultFrameRate, limits: limits, profile),
        nil
      )
    }
    switch try ForeignFormat(ImportedArt.head(input)) {
    case .webP:
      return (try ImportedArt(webP: ImportedArt.bytes(input, limits), limits: limits, profile), nil)
    case .video(let isMatroska, let name):
      // Faster frames may not be played as fast.
      let shortest = profile.delays.value.shortest[makesGIF ? .gif : .apng] ?? 1
      return (
        try ImportedArt(
          videoAt: input, isMatroska: isMatroska, name: name,
          maximumRate: framesPerSecond ?? 1000 / shortest, limits: limits, profile),
        nil
      )
    case nil:
      let bytes = try ImportedArt.bytes(input, limits)
      return (try ImportedArt(image: bytes, limits: limits, profile), bytes)
    }
  }
}

/// A format that other programs decode.
private enum ForeignFormat {
  case webP
  case video(isMatroska: Bool, name: String)

  init?(_ bytes: [UInt8]) {
    guard case .unsupported(let format) = FileSignature(of: bytes) else { return nil }
    switch format {
    case .webP: self = .webP
    case .webM, .quickTime, .mpeg4:
      self = .video(isMatroska: format == .webM, name: format.name)
    case .avif, .bmp, .heic, .heics, .ico, .jpegXL, .pdf, .photoshop, .svg, .tgs, .tiff: return nil
    }
  }
}
