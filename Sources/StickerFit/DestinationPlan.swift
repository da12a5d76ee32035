internal import Basics
package import ImageContainers
package import StickerPacks
package import Timing

/// The changes that a destination's limits require of a sticker before it is encoded: its format, canvas, frames, duration
/// and loops. They follow from the file's headers, without its pixels.
///
/// A limit that they cannot meet, such as one on the duration of an animation three times as long, changes nothing: a lint
/// of the result reports it.
package struct DestinationPlan: Sendable {
  package let format: FileFormat
  /// The size to which the art is scaled.
  package let art: CanvasSize
  /// The canvas in whose center it is.
  package let canvas: CanvasSize
  /// The indices of the frames before any is dropped. Each may be there several times.
  private(set) var frames: [Int]
  package private(set) var delays: [Delay]
  private(set) var thinning: Thinning?
  package private(set) var loop: LoopCount
  package private(set) var steps: [StickerChange.Step] = []
  /// The changes besides `steps`.
  package private(set) var remarks: [String] = []

  /// A limit on frames; which are kept is decided from their pixels.
  struct Thinning: Sendable {
    /// The number that is kept, if their delays can be added exactly.
    let count: Int
    /// The least delay that the destination takes, in milliseconds.
    let shortest: Double
  }

  /// The number of frames that are shown.
  package var frameCount: Int { thinning?.count ?? delays.count }
  /// No frame is shown for less, in milliseconds.
  package var shortestDelay: Double {
    max(thinning?.shortest ?? 0, delays.map { $0.milliseconds }.min() ?? 0)
  }

  /// The most pixels of all canvases together: those that are decoded of one file.
  private static let mostPixels = DecodingLimits().decodedBytes / 4

  /// The largest factor by which an animation is played faster or slower.
  private static let mostSpeed = 2.0

  /// Whether something changes.
  package var isChange: Bool { !steps.isEmpty || !remarks.isEmpty }

  /// Nil if the destination takes no file of this kind that can be written.
  ///
  /// - Parameters:
  ///   - original: the format of the file.
  ///   - delays: of an animation; empty for a still.
  package init?(
    for destination: Destination, from original: FileFormat, _ canvas: CanvasSize,
    _ delays: [Delay], loop: LoopCount
  ) {
    let isAnimated = !delays.isEmpty
    guard let format = isAnimated ? destination.output?.animated : destination.output?.still else {
      return nil
    }
    let placed = destination.placement(of: canvas)
    // A file of a user's can ask for any canvas. Art that would not fit in memory stays as it is, and is judged so.
    let fits =
      max(delays.count, 1) <= Self.mostPixels / (placed.canvas.width * placed.canvas.height)
    (art, self.canvas) = fits ? placed : (canvas, canvas)
    (self.format, self.delays, self.loop) = (format, delays, loop)
    frames = isAnimated ? Array(delays.indices) : [0]
    if original != format { steps.append(.imported(from: original.name)) }
    let (ownSide, side) = (max(canvas.width, canvas.height), max(art.width, art.height))
    if side != ownSide {
      if Double(side) / Double(ownSide) > ArtChanges.maximumEnlargement {
        remarks.append("enlarged from \(ownSide) to \(side) px, which blurs it; export larger art")
      }
      steps.append(.scaled(side: side))
    }
    if self.canvas != art {
      if self.canvas.width == self.canvas.height {
        steps.append(.squared)
      } else {
        remarks.append("has a canvas of \(self.canvas)")
      }
    }
    if isAnimated { adjust(to: destination) }
  }

  private mutating func adjust(to limits: Destination) {
    let own = loop
    var duration = delays.reduce(0) { $0 + $1.milliseconds }
    let repeats = own == .forever ? limits.repeats(of: duration, frames: delays.count) : 1
    if repeats > 1 {
      (frames, delays) = (
        (0..<repeats).flatMap { [frames] _ in frames },
        (0..<repeats).flatMap { [delays] _ in delays }
      )
      duration *= Double(repeats)
      remarks.append("has its frames \(repeats == 2 ? "twice" : "\(repeats) times") in a row")
    }
    let wanted = limits.duration(nearestTo: duration)
    if abs(wanted - duration) >= 1, duration > 0,
      (1 / Self.mostSpeed...Self.mostSpeed).contains(wanted / duration)
    {
      play(in: wanted, insteadOf: duration)
      remarks.append("plays in \(Self.seconds(wanted)) instead of \(Self.seconds(duration))")
      duration = wanted
    }
    dropFrames(limits)
    loop = limits.loop(nearestTo: own, lasting: duration)
    if loop.plays != own.plays {
      remarks.append(
        loop == .forever
          ? "plays endlessly" : "plays \(loop.plays == 1 ? "once" : "\(loop.plays) times")")
    }
  }

  /// Plays all frames in another duration. Each begins at the same share of it, to a millisecond.
  private mutating func play(in wanted: Double, insteadOf own: Double) {
    var (time, shown) = (0.0, 0)
    delays = delays.map { delay in
      time += delay.milliseconds
      let end = Int(clamping: (time * wanted / own).rounded())
      defer { shown = end }
      return Delay(numerator: end - shown, denominator: 1000)
    }
  }

  /// Drops as few frames as the destination takes.
  private mutating func dropFrames(_ limits: Destination) {
    let shortest = limits.shortestDelay
    // The most frames that are long enough, if each is shown in the time of those that follow it.
    var (count, time) = (0, 0.0)
    for delay in delays {
      time += delay.milliseconds
      if time >= shortest { (count, time) = (count + 1, 0) }
    }
    count = min(count, limits.whole(.maximumFrames) ?? count)
    guard count < delays.count, count >= 2 else { return }
    thinning = Thinning(count: count, shortest: shortest)
    steps.append(.frames(kept: count, of: delays.count))
  }

  private static func seconds(_ milliseconds: Double) -> String {
    let hundredths = (milliseconds / 10).rounded() / 100
    return
      "\(hundredths == hundredths.rounded() ? "\(Int(clamping: hundredths))" : "\(hundredths)") s"
  }
}

extension Destination {
  /// The size to which art is scaled, and the canvas in whose center it is.
  ///
  /// Art fills a canvas of an exact size, a side of an exact length and the least side. Otherwise it is only made
  /// smaller.
  fileprivate func placement(of own: CanvasSize) -> (art: CanvasSize, canvas: CanvasSize) {
    let exact = size(.canvas)
    let longer = whole(.longerSide).map { CanvasSize(clampingWidth: $0, height: $0) }
    let boxes =
      (exact ?? longer).map { [$0] }
      ?? [size(.maximumCanvas), size(.advisedCanvas)].compactMap { $0 }
    let ownSide = max(own.width, own.height)
    var factor =
      boxes.flatMap {
        [Double($0.width) / Double(own.width), Double($0.height) / Double(own.height)]
      }.min() ?? 1
    if exact == nil, longer == nil { factor = min(1, factor) }
    let least = max(whole(.minimumSide) ?? 1, whole(.minimumLongerSide) ?? 1)
    factor = max(factor, Double(least) / Double(ownSide))
    let side = max(1, Int(clamping: (Double(ownSide) * factor).rounded()))
    func scaled(_ length: Int) -> Int {
      max(1, Int(clamping: (Double(length) * Double(side) / Double(ownSide)).rounded()))
    }
    let art = CanvasSize(clampingWidth: scaled(own.width), height: scaled(own.height))
    var canvas = [exact?.width ?? art.width, exact?.height ?? art.height]
    if let minimum = whole(.minimumSide) { canvas = canvas.map { max($0, minimum) } }
    if let ratio = number(.maximumRatio), ratio >= 1 {
      let least = Int(clamping: (Double(canvas.max() ?? 1) / ratio).rounded(.up))
      canvas = canvas.map { max($0, least) }
    }
    if isTrue(.square) { canvas = canvas.map { max($0, canvas.max() ?? $0) } }
    if isTrue(.evenSides) { canvas = canvas.map { $0 + $0 % 2 } }
    return (art, CanvasSize(clampingWidth: canvas[0], height: canvas[1]))
  }

  /// The duration that the destination takes and that is nearest to another, in milliseconds.
  fileprivate func duration(nearestTo own: Double) -> Double {
    let longest = number(.maximumDuration)
    var wanted = numbers(.durations)?.min { abs($0 - own) < abs($1 - own) } ?? own
    if let longest { wanted = min(wanted, longest) }
    if let shortest = number(.minimumDuration) { wanted = max(wanted, shortest) }
    guard isTrue(.wholeSeconds) else { return wanted }
    let most = longest.map { ($0 / 1000).rounded(.down) } ?? .infinity
    return 1000 * min(max(1, (wanted / 1000).rounded()), most)
  }

  /// Returns the number of times that the frames of an endless animation follow each other so that its speed changes
  /// least: once unless that changes it by more than a quarter.
  fileprivate func repeats(of own: Double, frames count: Int) -> Int {
    guard own >= 1 else { return 1 }
    func change(_ repeats: Int) -> Double {
      let length = own * Double(repeats)
      let wanted = duration(nearestTo: length)
      return max(wanted / length, length / wanted)
    }
    guard change(1) > 1.25 else { return 1 }
    let possible = (1...8).filter { $0 == 1 || $0 * count <= whole(.maximumFrames) ?? 100 }
    return possible.min { change($0) < change($1) } ?? 1
  }

  /// The number of plays that the destination takes and that is nearest to another.
  ///
  /// - Parameter duration: of one play, in milliseconds.
  fileprivate func loop(nearestTo own: LoopCount, lasting duration: Double) -> LoopCount {
    if isTrue(.endless) { return .forever }
    guard var most = whole(.maximumLoops) else { return own }
    if let longest = number(.maximumDurationWithLoops), duration >= 1 {
      most = min(most, Int(clamping: longest / duration))
    }
    return .times(max(whole(.minimumLoops) ?? 1, own == .forever ? most : min(own.plays, most)))
  }
}
