internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerPacks

/// The art of a linted file, read again for a build and proven to be unchanged.
struct LintedArt {
  /// The image: the file, or an APNG of the frames.
  let image: HashedBytes
  /// The files of a sequence's frames, if the build needs them.
  private(set) var frames: [HashedBytes] = []

  /// Reads the files of `facts`. Lint does not keep their bytes, so that its memory stays bounded.
  init(_ facts: AssetFacts, limits: DecodingLimits) throws(BuildError) {
    let source = facts.source
    if let assembled = facts.assembled, source.sequence?.settings.form == .apng {
      image = assembled
      return
    }
    let files = StickerFiles(reading: source, limits: limits)
    if let change = files.firstChange(since: facts.fileHashes) {
      throw .changed(path: change)
    }
    do {
      image = try facts.assembled ?? files.image()
    } catch {
      throw .unusableImage(path: source.displayPath, reason: "\(error)")
    }
    if source.sequence != nil { frames = files.contents ?? [] }
  }
}
