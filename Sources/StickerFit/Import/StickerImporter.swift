package import Basics
package import ImageContainers
internal import StickerPacks

/// Makes one sticker from an image, a WebP file, a video, or a folder of numbered frames.
///
/// Videos are decoded by ffmpeg, if it is installed.
package struct StickerImporter: Sendable {
  package var fitter: StickerFitter
  /// The frames per second of numbered frames, and the most of a video; nil for the defaults.
  package var framesPerSecond: Double?
  /// Whether the sticker is a GIF; otherwise it is a PNG or APNG.
  package var makesGIF = false

  package init(_ fitter: StickerFitter) { self.fitter = fitter }

  /// Whether a file is a WebP file or a video.
  package static func imports(_ signature: FileSignature) -> Bool {
    switch signature {
    case .unsupported(let format): format.isWebP || format.isVideo
    case .empty, .gif, .gitLFSPointer, .jpeg, .png, .unknown: false
    }
  }

  /// Reads a file or a folder of numbered frames, scales it down to the largest canvas, pads it to a square and
  /// makes it small enough. A file that needs none of this stays as it is.
  package func sticker(from input: FilePath) throws(ImportError) -> StickerChange {
    do {
      if fitter.options.isLossless { return try compressedAgain(input) }
      var imported = try art(from: input)
      imported.convert(toGIF: makesGIF)
      var change =
        if let file = imported.file, imported.steps.isEmpty {
          try fitter.fit(HashedBytes(file))
        } else {
          try fitter.fit(
            imported.art, after: imported.steps, of: .init(bytes: imported.byteCount))
        }
      change.remarks = imported.remarks + change.remarks
      return change
    } catch {
      throw ImportError(error)
    }
  }

  /// Compresses a file of the wanted format again.
  private func compressedAgain(_ input: FilePath) throws -> StickerChange {
    let bytes = try FileReading.bytes(ofFileAt: input, limit: fitter.options.limits.fileBytes)
    guard FileSignature(of: bytes) == (makesGIF ? .gif : .png) else {
      throw ImportError(
        makesGIF
          ? "without loss, a .gif file can only come from a GIF"
          : "without loss, a .png file can only come from a PNG")
    }
    return try fitter.compressedAgain(HashedBytes(bytes))
  }

  private func art(from input: FilePath) throws -> ImportedArt {
    let options = fitter.options
    if input.isFolder {
      // Xcode's default is 15, too.
      return try ImportedArt(framesIn: input, rate: framesPerSecond ?? 15, options)
    }
    // Only the start of the file: a video may be larger than what can be read at once.
    let signature = FileSignature(of: try FileReading.head(ofFileAt: input, count: 4096))
    if case .unsupported(let format) = signature, format.isVideo {
      // Faster frames may not be played as fast.
      let shortest = options.destination.playedDelays.shortest[makesGIF ? .gif : .apng] ?? 1
      return try ImportedArt(
        videoAt: input, isMatroska: format == .webM, name: format.name,
        maximumRate: framesPerSecond ?? 1000 / shortest, options)
    }
    guard framesPerSecond == nil else {
      throw ImportError("a frame rate can be chosen only for videos and numbered frames")
    }
    let bytes = try FileReading.bytes(ofFileAt: input, limit: options.limits.fileBytes)
    if case .unsupported(let format) = signature, format.isWebP {
      return try ImportedArt(webP: bytes, options)
    }
    return try ImportedArt(image: bytes, options)
  }
}

/// The reason an input cannot become a sticker.
package struct ImportError: Error, Sendable, CustomStringConvertible {
  /// One sentence in lower case without a full stop.
  package let description: String

  init(_ description: String) { self.description = description }

  /// The error that ended an import.
  init(_ error: any Error) {
    description = error is FileError ? "cannot be read: \(error)" : "\(error)"
  }
}
