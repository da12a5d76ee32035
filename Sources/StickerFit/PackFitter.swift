package import Basics
package import ImageCodecs
package import StickerManifest
package import StickerPacks

/// Makes the stickers of packs small enough, by what was planned for them.
package struct PackFitter: Sendable {
  /// Facts and decisions about a sticker from before it is fitted.
  package struct Plan: Sendable {
    /// The size class of its pack, if it states one.
    package var gridSize: GridSize?
    /// The size class of its pack, to which it is scaled if its canvas is larger than any.
    package var sizeClass: SizeClass?
    /// The longer side of all stickers of its pack after fitting, in pixels; nil for the best one of each.
    package var side: Int?
    package var estimates = SizeEstimates()
    /// The format of the file; nil if it was not read.
    package var signature: FileSignature?

    package init(
      in gridSize: GridSize?, _ sizeClass: SizeClass? = nil, _ signature: FileSignature? = nil
    ) {
      (self.gridSize, self.sizeClass, self.signature) = (gridSize, sizeClass, signature)
    }
  }

  package var fitter: StickerFitter
  /// By the paths of the files.
  package var plans: [FilePath: Plan] = [:]

  package init(_ fitter: StickerFitter) { self.fitter = fitter }

  /// Returns the fitter for a sticker.
  package func fitter(of source: StickerSource) -> StickerFitter {
    var fitter = fitter
    // Images at @2x and @1x would no longer match.
    if !source.smaller.isEmpty { fitter.options.art = ArtChanges() }
    fitter.sizeClass = plans[source.path]?.sizeClass
    return fitter
  }

  /// Returns a sticker within the limits, or the smallest result if there is none.
  ///
  /// - Parameter file: its content.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: HashedBytes, of source: StickerSource
  ) throws(ImageError) -> StickerChange {
    let fitter = fitter(of: source)
    let plan = plans[source.path] ?? Plan(in: nil)
    var change = try fitter.fit(file, in: plan.gridSize, on: plan.side, knowing: plan.estimates)
    let largest = fitter.destination.largestSide
    if let sizeClass = plan.sizeClass, sizeClass.pixels < largest,
      change.before.longerSide ?? 0 > largest, change.used?.longerSide == sizeClass.pixels
    {
      change.remarks.append("scaled to \(sizeClass.description)")
    }
    guard let side = plan.side, !change.fits, !change.isRefused else { return change }
    // The estimate was too low: another size is better than a sticker that is too large.
    var other = try fitter.fit(file, in: plan.gridSize)
    if let own = (other.used ?? other.before).longerSide, own != side {
      other.remarks.append(
        "the other stickers have \(side) px, at which this one is larger than the limit")
    }
    return other
  }

  /// Returns an image that a build makes smaller; nil if it stays as it is. What cannot be decoded is a
  /// finding.
  package func smaller(
    _ file: HashedBytes, of source: StickerSource
  ) -> (image: HashedBytes, change: StickerChange)? {
    guard var change = try? fit(file, of: source), change.used != nil else { return nil }
    let image = HashedBytes(change.content)
    change.content = []
    return (image, change)
  }
}

extension StickerChange.Version {
  /// The longer side of the canvas, in pixels; nil if it is not known.
  fileprivate var longerSide: Int? { canvas.map { max($0.width, $0.height) } }
}
