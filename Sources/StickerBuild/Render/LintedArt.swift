internal import Basics
internal import ImageContainers
internal import StickerFit
internal import StickerLint
internal import StickerPacks

/// The art of a linted file, read again for a build and proven to be unchanged.
struct LintedArt {
  /// The image: the file, an APNG of the frames, or the fitted result of either.
  let image: HashedBytes
  /// The files of a sequence's frames, if the build needs them.
  private(set) var frames: [HashedBytes] = []

  /// Reads the files of `facts`. Lint does not keep their bytes, so its memory stays bounded.
  ///
  /// - Parameter fitter: the fitter that was used for the facts.
  init(
    _ facts: AssetFacts, limits: DecodingLimits, fitter: PackFitter? = nil
  ) throws(BuildError) {
    let source = facts.source
    if let kept = facts.keptImage, !facts.shipsFrames {
      image = kept
      return
    }
    let files = StickerFiles(reading: source, limits: limits)
    if let change = files.firstChange(since: facts.fileHashes) {
      throw .changed(path: change)
    }
    do {
      let made = try facts.keptImage ?? files.image()
      image = facts.change == nil ? made : fitter?.smaller(made, of: source)?.image ?? made
    } catch {
      throw .unusableImage(path: source.displayPath, reason: "\(error)")
    }
    if facts.shipsFrames { frames = files.contents ?? [] }
  }
}
