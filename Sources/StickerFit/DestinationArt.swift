package import Basics
package import ImageCodecs
internal import ImageContainers
package import StickerPacks

/// Art as a destination's plan changes it, before it is encoded.
struct DestinationArt {
  let plan: DestinationPlan
  private(set) var art: Artwork
  private(set) var steps: [StickerChange.Step]
  /// Whether a file of the art in the same format has nothing to change.
  let isUnchanged: Bool

  /// Nil if the destination takes no file of this kind that can be written.
  ///
  /// - Parameters:
  ///   - source: the format of the file.
  ///   - isStill: whether only the first canvas of an animation is used.
  init?(
    _ original: Artwork, from source: FileFormat, for destination: Destination,
    isStill: Bool
  ) throws(ImageError) {
    let canvases = original.animation.canvases
    let isAnimated = canvases.count > 1 && !isStill
    guard
      let plan = DestinationPlan(
        for: destination, from: source,
        CanvasSize(clampingWidth: original.bounds.width, height: original.bounds.height),
        isAnimated ? original.animation.delays : [], loop: original.loop ?? .forever)
    else { return nil }
    (self.plan, steps) = (plan, plan.steps)
    isUnchanged =
      !plan.isChange && original.hiddenImage == nil && (isAnimated || canvases.count == 1)
      && !(isAnimated && !destination.allowsPalette && original.isIndexed)
    art = Artwork(
      isAnimated
        ? original.animation
        : CanvasAnimation(canvases: canvases.selecting([0]), delays: [.zero]),
      loop: plan.loop, colors: original.colors)
    art = try art.scaled(toSide: max(plan.art.width, plan.art.height))
    art = try art.shown(
      art.bounds, inWidth: max(plan.canvas.width, art.bounds.width),
      height: max(plan.canvas.height, art.bounds.height))
    if isAnimated {
      art.animation = CanvasAnimation(
        canvases: art.animation.canvases.selecting(plan.frames), delays: plan.delays)
      if let thinning = plan.thinning { keepFrames(thinning) }
    }
    if plan.format == .gif { art.becomeGIF() }
  }

  /// Keeps the frames with which what is shown over the whole time differs least.
  private mutating func keepFrames(_ thinning: DestinationPlan.Thinning) {
    let choice = FrameChoice(of: art.animation)
    for count in stride(from: thinning.count, through: 2, by: -1) {
      guard let frames = choice.selection(of: count, shortest: thinning.shortest) else { continue }
      art = art.keeping(frames)
      steps.removeAll { if case .frames = $0 { true } else { false } }
      steps += frames.steps
      return
    }
  }
}

extension Destination {
  /// The longer sides to try for art that has too many bytes, in descending order: half of the length at least, where
  /// the destination takes that.
  fileprivate func sides(upTo side: Int) -> [Int] {
    let least = max(whole(.minimumSide) ?? 1, whole(.minimumLongerSide) ?? 1)
    guard limits[.canvas] == nil, limits[.longerSide] == nil, !isTrue(.evenSides),
      least > 1 || limits[.advisedCanvas] != nil
    else { return [side] }
    return [side]
      + [0.8, 0.63, 0.5].map { Int(clamping: (Double(side) * $0).rounded()) }.filter {
        $0 >= least
      }
  }
}

extension StickerFitter {
  /// The most bytes where no limit is known.
  private static let mostBytes = 10_000_000

  /// Makes a sticker that a destination takes, as far as that is possible without ruining its art.
  ///
  /// - Parameter isStill: whether only the first canvas of an animation is used.
  /// - Returns: the result, which may still exceed a limit.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: HashedBytes, for destination: Destination, isStill: Bool = false
  ) throws(ImageError) -> StickerChange {
    var unchanged = StickerChange(.init(file, ImageContainer(file.bytes)))
    unchanged.content = file.bytes
    let original: Artwork
    let source: FileFormat
    if case .unsupported(let format) = FileSignature(of: file.bytes), format.isWebP {
      original = try Artwork(webP: file.bytes, limits: options.limits)
      source = format
      // The container of the file has no timing here.
      unchanged.before.canvas = .init(
        clampingWidth: original.bounds.width, height: original.bounds.height)
      unchanged.before.timing = original.loop.map {
        .init(delays: original.animation.delays.map { $0.milliseconds }, loop: $0)
      }
    } else {
      original = try Artwork(file.bytes, limits: options.limits)
      source = .init(original.format)
    }
    guard let made = try DestinationArt(original, from: source, for: destination, isStill: isStill)
    else {
      return unchanged
    }
    let limit =
      destination.maximumBytes(isAnimated: made.art.animation.canvases.count > 1) ?? Self.mostBytes
    if made.isUnchanged, file.bytes.count <= limit { return unchanged }
    var fitter = self
    fitter.options.maximumBytes = limit
    var change: StickerChange
    switch made.plan.format {
    case .webP, .animatedWebP:
      change = try fitter.webP(made.art, after: made.steps, of: unchanged.before)
    default:
      fitter.options.sides = destination.sides(upTo: made.art.side)
      if !destination.allowsPalette { fitter.options.allowsPalette = false }
      change = try fitter.fit(made.art, after: made.steps, of: unchanged.before)
    }
    if change.after == nil { change.after = .init(HashedBytes(change.content), nil) }
    change.remarks += made.plan.remarks
    return change
  }
}
