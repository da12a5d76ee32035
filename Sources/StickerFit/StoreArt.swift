package import Basics
package import ImageCodecs
internal import ImageContainers
package import StickerPacks
internal import Timing

/// Art as a store takes it, before it is encoded: in its format, canvas, duration, frames and loops.
///
/// What no change of these can fix, such as an animation of three times the longest duration, stays as it is: a lint of
/// the result says so.
struct StoreArt {
  private(set) var art: Artwork
  /// The changes besides those that `remarks` has.
  private(set) var steps: [StickerChange.Step] = []
  private(set) var remarks: [String] = []
  /// Whether a file of the art in the same format has nothing to change.
  private(set) var isUnchanged: Bool
  let format: StoreProfile.Format

  /// How much faster or slower an animation is played at most.
  private static let mostSpeed = 2.0

  /// Nil if the store takes no file of this kind that can be written.
  ///
  /// - Parameters:
  ///   - source: the format of the file.
  ///   - isStill: whether only the first canvas of an animation is used.
  init?(
    _ original: Artwork, from source: StoreProfile.Format, for store: StoreProfile, isStill: Bool
  ) throws(ImageError) {
    let isAnimated = original.animation.canvases.count > 1 && !isStill
    guard let format = isAnimated ? store.output?.animated : store.output?.still else { return nil }
    self.format = format
    let canvases = original.animation.canvases
    art = Artwork(
      isAnimated
        ? original.animation
        : CanvasAnimation(canvases: canvases.selecting([0]), delays: [.zero]),
      loop: original.loop ?? .forever, colors: original.colors)
    isUnchanged =
      source == format && original.hiddenImage == nil
      && canvases.count == art.animation.canvases.count
      && !(isAnimated && store.palette == false && original.isIndexed)
    if source != format { steps.append(.imported(from: source.name)) }
    try place(on: store.canvas ?? .init())
    if isAnimated { adjust(to: store.animation ?? .init(), loop: original.loop ?? .forever) }
    if format == .gif { art.becomeGIF() }
  }

  // MARK: Canvas

  /// Scales the art and adds transparent margins.
  private mutating func place(on limits: StoreProfile.Canvas) throws(ImageError) {
    let size = limits.placement(of: art.bounds.width, art.bounds.height)
    if size.side != art.side {
      let growth = Double(size.side) / Double(art.side)
      if growth > ArtChanges.maximumEnlargement {
        remarks.append(
          "enlarged from \(art.side) to \(size.side) px, which blurs it; export larger art")
      }
      art = try art.scaled(toSide: size.side)
      steps.append(.scaled(side: size.side))
    }
    let (width, height) = (
      max(size.width, art.bounds.width), max(size.height, art.bounds.height)
    )
    if (width, height) != (art.bounds.width, art.bounds.height) {
      art = try art.shown(art.bounds, inWidth: width, height: height)
      if width == height { steps.append(.squared) }
      isUnchanged = false
    }
    if !steps.isEmpty { isUnchanged = false }
  }

  // MARK: Timing

  private mutating func adjust(to limits: StoreProfile.Animation, loop: LoopCount) {
    var own = art.animation.delays.reduce(0) { $0 + $1.milliseconds }
    let repeats =
      loop == .forever ? limits.repeats(of: own, frames: art.animation.canvases.count) : 1
    if repeats > 1 {
      let frames = (0..<repeats).flatMap { _ in Array(art.animation.canvases.indices) }
      art.animation = CanvasAnimation(
        canvases: art.animation.canvases.selecting(frames),
        delays: frames.map { [delays = art.animation.delays] in delays[$0] })
      own *= Double(repeats)
      remarks.append("has its frames \(repeats == 2 ? "twice" : "\(repeats) times") in a row")
      isUnchanged = false
    }
    let wanted = limits.duration(nearestTo: own)
    var duration = own
    if abs(wanted - own) >= 1, own > 0, (1 / Self.mostSpeed...Self.mostSpeed).contains(wanted / own)
    {
      play(in: wanted, insteadOf: own)
      duration = wanted
      remarks.append(
        "plays in \(Self.seconds(wanted)) instead of \(Self.seconds(own))")
      isUnchanged = false
    }
    dropFrames(limits)
    let allowed = limits.loop(nearestTo: loop, lasting: duration)
    if allowed.plays != loop.plays {
      remarks.append(
        allowed == .forever
          ? "plays endlessly" : "plays \(allowed.plays == 1 ? "once" : "\(allowed.plays) times")")
      isUnchanged = false
    }
    art = Artwork(art.animation, loop: allowed, colors: art.colors)
  }

  /// Each frame begins at the same share of the duration, to a millisecond.
  private mutating func play(in wanted: Double, insteadOf own: Double) {
    var (time, shown) = (0.0, 0)
    art.animation.delays = art.animation.delays.map { delay in
      time += delay.milliseconds
      let end = Int((time * wanted / own).rounded())
      defer { shown = end }
      return Delay(numerator: end - shown, denominator: 1000)
    }
  }

  /// Keeps as many frames as the store takes: those with which what is shown over the whole time differs least.
  private mutating func dropFrames(_ limits: StoreProfile.Animation) {
    let count = art.animation.canvases.count
    let shortest = (limits.framesPerSecond.map { 1000 / $0 } ?? limits.shortestDelay ?? 0)
      .rounded(.down)
    let isSlowEnough = art.animation.delays.allSatisfy { $0.milliseconds >= shortest }
    let most = min(limits.frames?[1] ?? count, isSlowEnough ? count : count - 1)
    guard most < count else { return }
    let choice = FrameChoice(of: art.animation)
    for kept in stride(from: most, through: 2, by: -1) {
      guard let frames = choice.selection(of: kept, shortest: shortest) else { continue }
      art = art.keeping(frames)
      steps += frames.steps
      isUnchanged = false
      return
    }
  }

  private static func seconds(_ milliseconds: Double) -> String {
    let hundredths = (milliseconds / 10).rounded() / 100
    return "\(hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)") s"
  }
}

extension StoreProfile.Canvas {
  /// The longer side to which art is scaled, and the canvas in whose center it is.
  ///
  /// Art fills a canvas of an exact size, a side of an exact length and the least side. Otherwise it is only made
  /// smaller.
  func placement(of width: Int, _ height: Int) -> (side: Int, width: Int, height: Int) {
    let box =
      exact ?? longerSide.map { [$0, $0] }
      ?? [maximum, advised].compactMap(\.self).reduce(nil) { box, next in
        box.map { [min($0[0], next[0]), min($0[1], next[1])] } ?? next
      }
    var factor = 1.0
    if let box {
      factor = min(Double(box[0]) / Double(width), Double(box[1]) / Double(height))
      if exact == nil, longerSide == nil { factor = min(1, factor) }
    }
    if let minimum { factor = max(factor, Double(minimum) / Double(max(width, height))) }
    let side = max(1, Int((Double(max(width, height)) * factor).rounded()))
    func scaled(_ length: Int) -> Int {
      max(1, Int((Double(length) * Double(side) / Double(max(width, height))).rounded()))
    }
    var canvas = exact ?? [scaled(width), scaled(height)]
    if let minimum { canvas = canvas.map { max($0, minimum) } }
    if let ratio = maximumRatio, ratio >= 1 {
      let least = Int((Double(canvas.max() ?? 1) / ratio).rounded(.up))
      canvas = canvas.map { max($0, least) }
    }
    if square == true { canvas = canvas.map { max($0, canvas.max() ?? $0) } }
    if even == true { canvas = canvas.map { $0 + $0 % 2 } }
    return (side, canvas[0], canvas[1])
  }
}

extension StoreProfile.Canvas {
  /// The longer sides to try for art that has too many bytes, in descending order: half of the length at least, where
  /// the store takes that.
  fileprivate func sides(upTo side: Int) -> [Int] {
    guard exact == nil, longerSide == nil, even != true, minimum != nil || advised != nil else {
      return [side]
    }
    return [side]
      + [0.8, 0.63, 0.5].map { Int((Double(side) * $0).rounded()) }.filter {
        $0 >= minimum ?? 1
      }
  }
}

extension StoreProfile.Animation {
  /// The duration that the store takes and that is nearest to another, in milliseconds.
  func duration(nearestTo own: Double) -> Double {
    var wanted = durations?.min { abs($0 - own) < abs($1 - own) } ?? own
    if let longest { wanted = min(wanted, longest) }
    if let shortest { wanted = max(wanted, shortest) }
    guard wholeSeconds == true else { return wanted }
    let most = longest.map { ($0 / 1000).rounded(.down) } ?? .infinity
    return 1000 * min(max(1, (wanted / 1000).rounded()), most)
  }

  /// How often the frames of an endless animation follow each other so that its speed changes least: once unless that
  /// changes it by more than a quarter.
  func repeats(of own: Double, frames count: Int) -> Int {
    guard own >= 1 else { return 1 }
    func change(_ repeats: Int) -> Double {
      let length = own * Double(repeats)
      let wanted = duration(nearestTo: length)
      return max(wanted / length, length / wanted)
    }
    guard change(1) > 1.25 else { return 1 }
    let possible = (1...8).filter { $0 == 1 || $0 * count <= frames?[1] ?? 100 }
    return possible.min { change($0) < change($1) } ?? 1
  }

  /// The number of plays that the store takes and that is nearest to another.
  ///
  /// - Parameter duration: of one play, in milliseconds.
  func loop(nearestTo own: LoopCount, lasting duration: Double) -> LoopCount {
    if endless == true { return .forever }
    guard let loops else { return own }
    var most = loops[1]
    if let longestWithLoops, duration >= 1 { most = min(most, Int(longestWithLoops / duration)) }
    return .times(max(loops[0], own == .forever ? most : min(own.plays, most)))
  }
}

extension StickerFitter {
  /// The most bytes where no limit is known.
  private static let mostBytes = 10_000_000

  /// Makes a sticker that a store takes, as far as that is possible without ruining its art.
  ///
  /// - Parameter isStill: whether only the first canvas of an animation is used.
  /// - Returns: the result, which may still exceed a limit.
  /// - Throws: if the file cannot be decoded.
  package func fit(
    _ file: HashedBytes, for store: StoreProfile, isStill: Bool = false
  ) throws(ImageError) -> StickerChange {
    var unchanged = StickerChange(.init(file, ImageContainer(file.bytes)))
    unchanged.content = file.bytes
    let original: Artwork
    let source: StoreProfile.Format
    if case .unsupported(.webP(let isAnimated)) = FileSignature(of: file.bytes) {
      original = try Artwork(webP: file.bytes, limits: options.limits)
      source = isAnimated ? .animatedWebP : .webp
      // The container of the file has no timing here.
      unchanged.before.canvas = .init(
        width: original.bounds.width, height: original.bounds.height)
      unchanged.before.timing = original.loop.map {
        .init(delays: original.animation.delays.map(\.milliseconds), loop: $0)
      }
    } else {
      original = try Artwork(file.bytes, limits: options.limits)
      source = .init(original.format)
    }
    guard let made = try StoreArt(original, from: source, for: store, isStill: isStill) else {
      return unchanged
    }
    let limit =
      store.maximumBytes(isAnimated: made.art.animation.canvases.count > 1) ?? Self.mostBytes
    if made.isUnchanged, file.bytes.count <= limit { return unchanged }
    var change: StickerChange
    switch made.format {
    case .webp, .animatedWebP:
      change = try WebPFit(
        original: made.art, options: options, maximumBytes: limit, cancellation: cancellation
      ).change(of: unchanged.before, after: made.steps)
    default:
      var fitter = self
      fitter.options.maximumBytes = limit
      fitter.options.sides = (store.canvas ?? .init()).sides(upTo: made.art.side)
      if store.palette == false { fitter.options.allowsPalette = false }
      change = try fitter.fit(made.art, after: made.steps, of: unchanged.before)
    }
    if change.after == nil { change.after = .init(HashedBytes(change.content), nil) }
    change.remarks += made.remarks
    return change
  }
}
