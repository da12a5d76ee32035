package import Basics
package import ImageContainers

/// The files of a sticker, read once and not decoded: one file, or one for each frame of a sequence.
package struct StickerFiles: Sendable {
  private struct File {
    var location: Location
    var content: Result<HashedBytes, FileError>
  }

  /// The sticker.
  package let source: StickerSource
  /// The limits for the files together and for decoding frames.
  package let limits: DecodingLimits
  /// The files in order. Reading stops after a file that is over the limit.
  private let files: [File]

  /// Reads a sticker's file or its frames. All frames together have the size limit of one file.
  package init(reading source: StickerSource, limits: DecodingLimits) {
    self.source = source
    self.limits = limits
    var files: [File] = []
    var bytesLeft = limits.fileBytes
    for location in source.files {
      do throws(FileError) {
        let bytes = try FileReading.bytes(ofFileAt: location.path, limit: bytesLeft)
        bytesLeft -= bytes.count
        files.append(File(location: location, content: .success(HashedBytes(bytes))))
      } catch {
        files.append(File(location: location, content: .failure(error)))
        if case .tooLarge = error { break }
      }
    }
    self.files = files
  }

  /// The content of all files, in order; nil if any of them could not be read.
  package var contents: [HashedBytes]? {
    let contents = files.compactMap { try? $0.content.get() }
    return contents.count == files.count ? contents : nil
  }

  /// The first file that cannot be read or whose SHA-256 is not the one in `digests`, as reports name
  /// it; nil if nothing has changed.
  package func firstChange(since digests: [String]) -> String? {
    zip(files, digests).first { file, digest in
      (try? file.content.get())?.sha256 != digest
    }?.0.location.displayPath.string
  }

  /// The sticker's image: its file unchanged, or an APNG of its frames.
  ///
  /// Assembling tries many encodings to find the smallest file, so call this once per sequence.
  package func image() throws(StickerImageError) -> HashedBytes {
    guard let sequence = source.sequence else {
      do {
        return try files[0].content.get()
      } catch {
        throw .unreadable(error)
      }
    }
    let assembler = try FrameAssembler(of: sequence, files.map(\.content), limits: limits)
    do {
      return HashedBytes(try assembler.apng())
    } catch {
      throw .invalidFrames([
        FrameProblem(
          displayPath: source.displayPath, message: "the frames cannot be assembled: \(error)")
      ])
    }
  }
}
