package import ImageContainers
internal import Basics

/// The files that a sticker is made of, read once and not decoded yet.
package struct StickerFiles: Sendable {
  /// The sticker.
  package let source: StickerSource
  /// What it may cost.
  package let limits: DecodingLimits
  /// The sticker's file, or that of each frame in order; the last may be the one that is too much.
  let files: [Result<[UInt8], FileError>]

  /// Reads a sticker's file or its frames. The frames together may have as many bytes as one file.
  package init(reading source: StickerSource, limits: DecodingLimits) {
    self.source = source
    self.limits = limits
    var files: [Result<[UInt8], FileError>] = []
    var bytesLeft = limits.fileBytes
    for path in source.sequence?.frames.map(\.path) ?? [source.path] {
      do throws(FileError) {
        let bytes = try FileReading.bytes(ofFileAt: path, limit: bytesLeft)
        bytesLeft -= bytes.count
        files.append(.success(bytes))
      } catch {
        files.append(.failure(error))
        if case .tooLarge = error { break }
      }
    }
    self.files = files
  }

  /// The bytes of all files, in order; nil where one could not be read.
  package var contents: [[UInt8]]? {
    let contents = files.compactMap { try? $0.get() }
    return contents.count == files.count ? contents : nil
  }
}
