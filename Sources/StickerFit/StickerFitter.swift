package import Basics
package import ImageCodecs
internal import Pixels
package import StickerManifest
internal import StickerPacks

/// Makes stickers small enough with the least harm.
///
/// `FitSearch` finds the canvas and the frames with which a sticker looks best, and `LevelSearch` the least loss of
/// colors with which these are small enough.
package struct StickerFitter: Sendable {
  /// The limits, and what may be changed.
  package var options: FitOptions
  /// The size class of a sticker whose canvas is larger than any; nil for the largest.
  package var sizeClass: SizeClass?
  /// Whether art that looks worse with an outline is an error; otherwise it gets one, with a remark.
  package var refusesPoorOutlines = false
  /// Whether changes have close-ups of what looks worst.
  package var makesCloseUps = false
  /// Ends the work early: it throws.
  package var cancellation: Cancellation?

  package init(_ options: FitOptions = FitOptions()) { self.options = options }

  var destination: Destination { options.destination }

  package var maximumBytes: Int { options.maximumBytes ?? destination.safeBytes }

  /// Whether a file that begins with some bytes becomes an APNG.
  package func converts(_ signature: FileSignature) -> Bool {
    options.convertsGIF && signature == .gif
  }

  /// Returns the sticker within the limits, or the smallest result if there is none.
  ///
  /// - Parameters:
  ///   - gridSize: the pack's size class, if it has one.
  ///   - side: the longer side of the result, in pixels, if the whole pack gets it; nil for the best one.
  ///   - estimates: those of the sticker; nil for none.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: HashedBytes, in gridSize: GridSize? = nil, on side: Int? = nil,
    knowing estimates: SizeEstimates? = nil
  ) throws(ImageError) -> StickerChange {
    let container = ImageContainer(file.bytes)
    var unchanged = StickerChange(.init(file, container))
    unchanged.content = file.bytes
    if container?.format == .jpeg, !options.art.keepsProportions {
      unchanged.remarks = [
        "a JPEG has no transparent pixels, so none are removed or added; fit it to a .png"
      ]
    }
    guard let original = try art(of: file, container, in: gridSize, on: side) else {
      return unchanged
    }
    let isConverted = original.format != container?.format
    var change = try fit(
      original, after: isConverted ? [.converted] : [], of: unchanged.before, in: gridSize,
      on: side, knowing: estimates)
    change.remarks += unchanged.remarks
    // The original is as good, and has its metadata.
    if change.steps.isEmpty, change.content.count >= file.bytes.count {
      (change.after, change.content) = (nil, file.bytes)
    }
    return change
  }

  /// Decodes a file that needs a change; returns nil for one that is kept as it is.
  private func art(
    of file: HashedBytes, _ container: ImageContainer?, in gridSize: GridSize?, on side: Int?
  ) throws(ImageError) -> Artwork? {
    let isConverted = options.convertsGIF && container?.format == .gif
    let keepsFile = file.bytes.count <= maximumBytes && !isConverted
    let longest = max(container?.canvas?.width ?? 0, container?.canvas?.height ?? 0)
    if keepsFile, options.art.isEmpty, longest <= destination.largestSide,
      longest == side ?? longest
    {
      return nil
    }
    var original = try Artwork(file.bytes, limits: options.limits)
    // Viewers show its static image, which is not what was drawn.
    guard original.format == container?.format else {
      throw .codecFailed("the animation is damaged: \(container?.defects.first?.message ?? "")")
    }
    let requested = side ?? firstSide(of: original, in: gridSize)
    if keepsFile, requested == original.side,
      try options.art.applied(to: original, side: requested, destination).steps.isEmpty
    {
      return nil
    }
    if isConverted { original.becomeAPNG() }
    return original
  }

  /// Encodes art within the limits, or as the smallest result if there is none.
  ///
  /// - Parameters:
  ///   - stepsBefore: the changes that were made before, which the result lists first.
  ///   - before: the file that the art came from.
  ///   - gridSize: the pack's size class, if it has one.
  ///   - side: the longer side of the result, in pixels; nil for the best one.
  package func fit(
    _ original: Artwork, after stepsBefore: [StickerChange.Step],
    of before: StickerChange.Version, in gridSize: GridSize? = nil, on side: Int? = nil,
    knowing estimates: SizeEstimates? = nil
  ) throws(ImageError) -> StickerChange {
    var fitting = try ArtFitting(
      original, after: stepsBefore, of: before, in: gridSize, on: side,
      knowing: estimates ?? SizeEstimates(), with: self)
    return try fitting.result()
  }

  /// Estimates how good a sticker looks within the limits.
  ///
  /// - Parameter side: the longer side of its canvas, in pixels; nil for all that may be the best one.
  /// - Returns: no estimates for a sticker that stays as it is.
  /// - Throws: if the file cannot be decoded.
  package func estimates(
    of file: HashedBytes, in gridSize: GridSize?, on side: Int? = nil
  ) throws(ImageError) -> SizeEstimates {
    let container = ImageContainer(file.bytes)
    guard let original = try art(of: file, container, in: gridSize, on: side) else {
      return SizeEstimates()
    }
    let firstSide = firstSide(of: original, in: gridSize)
    var search = FitSearch(seen: try seen(original, firstSide, in: gridSize), fitter: self)
    try search.compare(side.map { [$0] } ?? sides(upTo: firstSide)) { side throws(ImageError) in
      try options.art.applied(to: original, side: side, destination).art
    }
    return search.estimates
  }

  /// The longer side of the largest canvas to try, in pixels.
  func firstSide(of art: Artwork, in gridSize: GridSize?) -> Int {
    options.art.side(of: art, in: gridSize, large: sizeClass, destination)
  }

  /// Returns the original at its displayed size.
  func seen(
    _ original: Artwork, _ side: Int, in gridSize: GridSize?
  ) throws(ImageError) -> Artwork {
    try options.art.applied(
      to: original, side: min(side, gridSize?.pixels ?? side), destination
    ).art
  }

  /// The longer sides of the canvases to try, in descending order.
  package func sides(upTo first: Int) -> [Int] {
    options.sides ?? [first] + destination.sides.reversed().filter { $0 < first }
  }

  /// Scores a result, and refuses it if it looks worse than requested.
  ///
  /// - Parameters:
  ///   - canvases: the result, each shown in the time of some frames of the original, by `timeline`.
  func judge(
    _ change: inout StickerChange, _ canvases: CanvasList, in timeline: [Int],
    against original: Artwork
  ) {
    change.quality = Quality(
      of: canvases, in: timeline, against: original.animation, jobs: options.jobs)
    change.maximumBytes = maximumBytes
    if change.worstScore < options.minimumScore ?? -.infinity { change.refusals = [.lowScore] }
    change.fits = change.content.count <= maximumBytes && !change.isRefused
  }

  func checkCancellation() throws(ImageError) {
    if cancellation?.isRequested == true { throw .codecFailed("it was interrupted") }
  }

  /// Returns the optimizer of files that are written, or a quick one for estimates.
  func optimizer(_ effort: ImageEncoder.Effort) -> LosslessOptimizer {
    var optimizer = LosslessOptimizer()
    optimizer.effort = effort
    optimizer.allowsPalette = options.allowsPalette
    optimizer.jobs = options.jobs
    return optimizer
  }
}
