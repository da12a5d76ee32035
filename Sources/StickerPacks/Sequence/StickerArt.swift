package import ImageContainers
package import Basics

/// The bytes of a sticker before anybody judges or builds it: a file as it is, or frames assembled.
package struct StickerArt: Sendable {
  /// The image: the file, or an APNG of the frames.
  package var bytes: [UInt8]
  /// The frames' own files, in order, where a catalog holds them; otherwise empty.
  package var frames: [[UInt8]] = []

  /// Why there are no bytes.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    /// The file cannot be read.
    case file(FileError)
    /// The frames do not make an animation: what is wrong with each, at least one.
    case frames([FrameProblem])

    /// One sentence without a full stop.
    package var description: String {
      switch self {
      case .file(let problem): "\(problem)"
      case .frames(let problems): problems.first.map { "\($0.displayPath): \($0.message)" } ?? ""
      }
    }
  }

  /// What keeps a frame from being one.
  package struct FrameProblem: Sendable, Equatable {
    /// The frame's file, or the folder, as reports name it.
    package var displayPath: String
    /// One sentence without a full stop.
    package var message: String
  }

  /// Reads a sticker's file, or reads and assembles its frames.
  package init(reading source: StickerSource, limits: DecodingLimits) throws(Failure) {
    try self.init(of: StickerFiles(reading: source, limits: limits))
  }

  /// Takes a sticker's file as it was read, or assembles its frames.
  package init(of read: StickerFiles) throws(Failure) {
    guard let sequence = read.source.sequence else {
      do {
        bytes = try read.files[0].get()
        return
      } catch {
        throw .file(error)
      }
    }
    let assembler = try FrameAssembler(of: sequence, read.files, limits: read.limits)
    do {
      bytes = try assembler.apng()
    } catch {
      throw .frames([
        FrameProblem(
          displayPath: read.source.displayPath, message: "the frames cannot be assembled: \(error)")
      ])
    }
    if sequence.settings.form == .sequence { frames = read.contents ?? [] }
  }
}
