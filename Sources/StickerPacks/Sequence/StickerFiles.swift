package import Basics
package import ImageContainers

/// The files of a sticker, read once and not decoded: one file, or one for each frame of a sequence.
package struct StickerFiles: Sendable {
  package let source: StickerSource
  /// The limits for the files together and for decoding frames.
  package let limits: DecodingLimits
  /// The files in order. Reading stops after a file that is over the limit.
  private let files: [Result<HashedBytes, FileError>]

  /// Reads a sticker's file or its frames. All frames together have the size limit of one file.
  package init(reading source: StickerSource, limits: DecodingLimits) {
    self.source = source
    self.limits = limits
    var files: [Result<HashedBytes, FileError>] = []
    var bytesLeft = limits.fileBytes
    for location in source.files {
      do throws(FileError) {
        let bytes =
          if let archived = source.archived {
            try archived.bytes(limit: bytesLeft)
          } else {
            try FileReading.bytes(ofFileAt: location.path, limit: bytesLeft)
          }
        bytesLeft -= bytes.count
        files.append(.success(HashedBytes(bytes)))
      } catch {
        files.append(.failure(error))
        if case .tooLarge = error { break }
      }
    }
    self.files = files
  }

  /// The content of all files, in order; nil if any of them could not be read.
  package var contents: [HashedBytes]? {
    let contents = files.compactMap { try? $0.get() }
    return contents.count == files.count ? contents : nil
  }

  /// The first file that cannot be read or whose SHA-256 is not the one in `digests`, as reports name
  /// it; nil if nothing has changed.
  package func firstChange(since digests: [String]) -> String? {
    zip(source.files, zip(files, digests)).first { _, read in
      (try? read.0.get())?.sha256 != read.1
    }?.0.displayPath.string
  }

  /// The sticker's image: its file unchanged, or an APNG of its frames.
  ///
  /// Assembling tries many encodings to find the smallest file, so call this once per sequence.
  package func image() throws(StickerImageError) -> HashedBytes {
    guard let sequence = source.sequence else {
      do {
        return try files[0].get()
      } catch {
        throw .unreadable(error)
      }
    }
    let assembler = try FrameAssembler(of: sequence, files, limits: limits)
    do {
      return HashedBytes(try assembler.apng())
    } catch {
      throw .invalidFrames([
        FrameProblem(
          displayPath: source.location.displayPath,
          message: "the frames cannot be assembled: \(error)")
      ])
    }
  }
}
