/// Measures the flashes of an animation as WCAG 2.2 defines them.
///
/// - A general flash is a pair of opposing changes in relative luminance of at least 0.1, where the
///   darker luminance is below 0.8.
/// - A red flash is a pair of opposing transitions to or from a saturated red (R / (R + G + B) is
///   at least 0.8 in linear light), where the colors differ by more than 0.2 in the CIE 1976 UCS
///   diagram.
///
/// Flashes are counted for each cell of a thumbnail, over white and over black. The result is the
/// largest area whose cells all flash more than three times within the same second.
///
/// Motion changes the light of cells too: what rolls or shakes darkens some and lightens others. A
/// flash changes the whole canvas in one direction, so its mean must flash as often in that second, in
/// steps that lighten or darken nearly all cells that change. Art that takes new colors, and another mean color, while
/// its cells flash flickers: motion alone shows the colors of the frame before at other places.
package struct FlashMeter: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A change of luminance.
    case general
    /// To or from a saturated red.
    case red
  }

  /// An area that flashes more often than is safe.
  package struct Flashing: Sendable, Equatable {
    package var kind: Kind
    /// Whether the background is white; otherwise it is black.
    package var isOverWhite: Bool
    /// The area as a fraction of the canvas, 0 to 1.
    package var area: Double
    /// The end of the second in which the area flashes, in seconds from the first frame.
    package var seconds: Double
    /// The bounds of the area in cells of a thumbnail.
    package var cells: PixelRect
    /// The most flashes per second of a cell.
    package var rate: Double

    /// Returns the bounds of the area in pixels of a canvas.
    package func bounds(width: Int, height: Int) -> PixelRect {
      cells.pixels(ofGrid: (Thumbnail.side, Thumbnail.side), onWidth: width, height: height)
    }
  }

  /// The maximum number of flashes per second that is safe.
  package static let maximumFlashes = 3
  /// The largest area that may flash more often, as a fraction of the canvas.
  ///
  /// WCAG allows 0.006 steradians, a quarter of a visual field of 10°. At 25 cm, the near point of the
  /// eye, these are 375 mm². Messages shows stickers at up to 206 points, which are 34.2 mm at the 153
  /// points per inch of an iPhone, or 1,170 mm². Smaller stickers can be enlarged with two fingers.
  package static let maximumArea = 0.32
  /// The share of all change of light that must remain when lightening and darkening cells cancel
  /// each other out. Nodding, jumping and shaking art has at most 0.64, and flashing art at least 0.78.
  private static let synchrony: Float = 2 / 3
  /// The number of transitions that is too many: a flash is two.
  private static let transitions = (maximumFlashes + 1) * 2

  private var general = [GeneralTracker(), GeneralTracker()]
  private var red = [RedTracker(), RedTracker()]
  private var seconds = 0.0
  private var recent = RecentFrames()
  private var opening: [(thumbnail: Thumbnail, seconds: Double)] = []
  private var openingSeconds = 0.0
  /// The largest area so far; nil if nothing flashes more than three times in a second.
  package private(set) var worst: Flashing?
  /// The largest area so far that flashes as often while the art takes new colors, even if the canvas as a
  /// whole does not flash.
  package private(set) var flicker: Flashing?

  package init() {}

  /// Adds the next frame and how long it is shown, which must be more than 0.
  package mutating func show(_ thumbnail: Thumbnail, seconds length: Double) {
    // Only the first second is played again when the animation loops.
    if openingSeconds < 1 {
      opening.append((thumbnail, length))
      openingSeconds += length
    }
    watch(thumbnail, length)
  }

  /// Plays the first second again, to measure flashes across the end of a loop.
  package mutating func loop() {
    guard opening.count > 1 else { return }
    // A loop of less than a second plays more than once in a second.
    let end = seconds + 1 + openingSeconds
    repeat {
      for frame in opening where seconds < end { watch(frame.thumbnail, frame.seconds) }
    } while seconds < end
    opening = []
  }

  private mutating func watch(_ thumbnail: Thumbnail, _ length: Double) {
    recent.watch(thumbnail, at: seconds)
    for (index, colors) in [thumbnail.overWhite, thumbnail.overBlack].enumerated() {
      general[index].watch(colors, at: seconds)
      note(general[index].history, general[index].canvas, .general, index)
      red[index].watch(colors, at: seconds)
      note(red[index].history, red[index].canvas, .red, index)
    }
    seconds += length
  }

  private mutating func note(
    _ history: History, _ canvas: CanvasTracker, _ kind: Kind, _ background: Int
  ) {
    let cells = history.flashingCells(at: seconds)
    let area = Double(cells.count) / Double(Thumbnail.cells)
    let isWorst = area > worst?.area ?? 0 && canvas.isFlashing(at: seconds)
    let isFlicker = area > flicker?.area ?? 0 && recent.changeColors()
    guard isWorst || isFlicker else { return }
    let flashing = Flashing(
      kind: kind, isOverWhite: background == 0, area: area, seconds: seconds,
      cells: cells.bounds(inWidth: Thumbnail.side), rate: history.rate(of: cells))
    if isWorst { worst = flashing }
    if isFlicker { flicker = flashing }
  }

  /// The frames of the last second, after the one before them.
  private struct RecentFrames: Sendable {
    /// The smallest difference of a new color in a channel, from 0 to 1 in linear light, and the distance to which
    /// motion carries a color from one frame to the next, in cells.
    private static let (difference, reach) = (Float(0.12), 6)
    /// The smallest share of the opaque cells with new colors. Where cells flash, art that jumps, is squeezed or comes
    /// nearer has as much in at most 2 frames per second, and art that runs through several hues in at least 10
    /// (Tests/Measurements/RuleQuality.md).
    private static let minimumShare = 0.15
    /// The smallest change of the art's mean red, green or blue, from 0 to 1 in linear light: the stripes of a flag that
    /// moves mix anew in each cell. Shaking and rolling art has at most 0.16, art that runs through several hues at least
    /// 0.26.
    private static let meanChange: Float = 0.2

    /// The mean color is nil without art. Whether a frame has new colors is nil until it is asked for.
    private var frames:
      [(thumbnail: Thumbnail, mean: SIMD3<Float>?, seconds: Double, isNew: Bool?)] =
        []

    mutating func watch(_ thumbnail: Thumbnail, at seconds: Double) {
      while frames.count > 1, seconds - frames[1].seconds >= 1 { frames.removeFirst() }
      frames.append((thumbnail, thumbnail.artColor, seconds, nil))
    }

    /// Returns whether the art takes new colors more often within the last second than is safe for flashes.
    mutating func changeColors() -> Bool {
      let end = frames.last?.seconds ?? 0
      let means = frames.compactMap { end - $0.seconds < 1 ? $0.mean : nil }
      guard let first = means.first else { return false }
      let change = means.reduce(first, pointwiseMax) - means.reduce(first, pointwiseMin)
      guard change.max() >= Self.meanChange else { return false }
      var count = 0
      for index in frames.indices.dropFirst() {
        let isNew =
          frames[index].isNew
          ?? Self.isNew(frames[index].thumbnail, after: frames[index - 1].thumbnail)
        frames[index].isNew = isNew
        if isNew { count += 1 }
      }
      return count > FlashMeter.maximumFlashes
    }

    /// Whether many opaque cells of a frame have colors that no opaque cell near them had in the frame before.
    private static func isNew(_ frame: Thumbnail, after last: Thumbnail) -> Bool {
      let (own, others) = (frame.opaqueCells, last.opaqueCells)
      guard others.contains(true) else { return false }
      let side = Thumbnail.side
      var (all, new) = (0, 0)
      for (cell, isOpaque) in own.enumerated() where isOpaque {
        all += 1
        let color = frame.overBlack[cell]
        func isSimilar(_ other: Int) -> Bool {
          let change = others[other] ? last.overBlack[other] - color : SIMD3(repeating: 1)
          return max(change.max(), -change.min()) < difference
        }
        let (row, column) = cell.quotientAndRemainder(dividingBy: side)
        let (rows, columns) = (
          max(0, row - reach)...min(side - 1, row + reach),
          max(0, column - reach)...min(side - 1, column + reach)
        )
        if !isSimilar(cell),
          !rows.contains(where: { row in columns.contains { isSimilar(row * side + $0) } })
        {
          new += 1
        }
      }
      return Double(new) >= Double(max(all, 1)) * minimumShare
    }
  }

  /// The times of the last transitions of each cell.
  private struct History: Sendable {
    private var times: [Double]
    private var next: [Int]

    init(cells: Int) {
      times = [Double](repeating: -.infinity, count: cells * FlashMeter.transitions)
      next = [Int](repeating: 0, count: cells)
    }

    mutating func note(_ cell: Int, at seconds: Double) {
      times[cell * FlashMeter.transitions + next[cell]] = seconds
      next[cell] = (next[cell] + 1) % FlashMeter.transitions
    }

    /// Returns the most flashes per second of some cells with too many transitions.
    func rate(of cells: [Int]) -> Double {
      let length = FlashMeter.transitions
      // From one transition to the one of the same direction three flashes later.
      let spans = cells.map { cell in
        let (second, newest) = ((next[cell] + 1) % length, (next[cell] + length - 1) % length)
        return times[cell * length + newest] - times[cell * length + second]
      }
      guard let shortest = spans.min(), shortest > 0 else { return 0 }
      return Double(length - 2) / 2 / shortest
    }

    /// Returns the cells with too many transitions within the second that ends at `seconds`.
    func flashingCells(at seconds: Double) -> [Int] {
      next.indices.filter { cell in
        // The next entry to overwrite is the oldest. Sums of delays are not exact.
        seconds - times[cell * FlashMeter.transitions + next[cell]] < 1 - 1e-9
      }
    }
  }

  /// The transitions of the canvas as a whole.
  private struct CanvasTracker: Sendable {
    private typealias State = (levels: [Float], mean: Float)

    private var history = History(cells: 1)
    /// The smallest change of the mean that is a transition.
    private let step: Float
    // The extremes since the last transition.
    private var lowest: State?
    private var highest: State?
    // The direction of the last transition; 0 before the first.
    private var direction = 0

    init(step: Double) {
      // Sums of floats are not exact.
      self.step = Float(step) - 1e-6
    }

    /// Adds the level of each cell, 0 to 1.
    mutating func watch(_ levels: [Float], at seconds: Double) {
      let state = (levels, mean: levels.reduce(0, +) / Float(levels.count))
      if state.mean < lowest?.mean ?? .infinity { lowest = state }
      if state.mean > highest?.mean ?? -.infinity { highest = state }
      if direction >= 0, let highest, isStep(from: highest, to: state) {
        direction = -1
      } else if direction <= 0, let lowest, isStep(from: lowest, to: state) {
        direction = 1
      } else {
        return
      }
      (lowest, highest) = (state, state)
      history.note(0, at: seconds)
    }

    private func isStep(from old: State, to new: State) -> Bool {
      guard abs(new.mean - old.mean) >= step else { return false }
      let total = zip(old.levels, new.levels).reduce(Float(0)) { $0 + abs($1.1 - $1.0) }
      return abs(new.mean - old.mean) * Float(new.levels.count) >= total * FlashMeter.synchrony
    }

    func isFlashing(at seconds: Double) -> Bool { !history.flashingCells(at: seconds).isEmpty }
  }

  private struct GeneralTracker: Sendable {
    private(set) var history = History(cells: Thumbnail.cells)
    private(set) var canvas = CanvasTracker(step: 0.1 * FlashMeter.maximumArea)
    // The minimum and maximum luminance of each cell since its last transition.
    private var darkest = [Float](repeating: .infinity, count: Thumbnail.cells)
    private var lightest = [Float](repeating: -.infinity, count: Thumbnail.cells)
    // The direction of the last transition; 0 before the first.
    private var direction = [Int8](repeating: 0, count: Thumbnail.cells)

    mutating func watch(_ colors: [SIMD3<Float>], at seconds: Double) {
      let luminances = colors.map { ($0 * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
      canvas.watch(luminances, at: seconds)
      for (cell, luminance) in luminances.enumerated() {
        darkest[cell] = min(darkest[cell], luminance)
        lightest[cell] = max(lightest[cell], luminance)
        // A change of exactly 0.1 counts, but sums of floats are not exact.
        let falls = lightest[cell] - luminance >= 0.1 - 1e-6 && luminance < 0.8
        let rises = luminance - darkest[cell] >= 0.1 - 1e-6 && darkest[cell] < 0.8
        if falls && direction[cell] >= 0 {
          direction[cell] = -1
        } else if rises && direction[cell] <= 0 {
          direction[cell] = 1
        } else {
          continue
        }
        darkest[cell] = luminance
        lightest[cell] = luminance
        history.note(cell, at: seconds)
      }
    }
  }

  private struct RedTracker: Sendable {
    private(set) var history = History(cells: Thumbnail.cells)
    private(set) var canvas = CanvasTracker(step: FlashMeter.maximumArea)
    private struct State {
      var isRed: Bool
      /// The coordinates in the CIE 1976 UCS diagram.
      var chromaticity: SIMD2<Float>
      /// The distance from the red primary of sRGB, the most saturated red.
      var distanceFromRed: Float
    }
    // The extreme since the last transition: the reddest state, or the least red one.
    private var peak = [State?](repeating: nil, count: Thumbnail.cells)

    mutating func watch(_ colors: [SIMD3<Float>], at seconds: Double) {
      let states = colors.map(Self.state)
      canvas.watch(states.map { $0.isRed ? 1 : 0 }, at: seconds)
      for (cell, state) in states.enumerated() {
        guard let last = peak[cell] else {
          peak[cell] = state
          continue
        }
        if state.isRed == last.isRed {
          let isFarther =
            state.isRed
            ? state.distanceFromRed < last.distanceFromRed
            : state.distanceFromRed > last.distanceFromRed
          if isFarther { peak[cell] = state }
        } else if Self.length(state.chromaticity - last.chromaticity) > 0.2 {
          peak[cell] = state
          history.note(cell, at: seconds)
        }
      }
    }

    private static func state(_ color: SIMD3<Float>) -> State {
      let sum = color.sum()
      // Black has no chromaticity. It counts as gray, as do colors close to it.
      let color = sum < 0.01 ? SIMD3<Float>(repeating: 1) : color
      let x = (color * SIMD3(0.4124, 0.3576, 0.1805)).sum()
      let y = (color * SIMD3(0.2126, 0.7152, 0.0722)).sum()
      let z = (color * SIMD3(0.0193, 0.1192, 0.9505)).sum()
      let chromaticity = SIMD2(4 * x, 9 * y) / (x + 15 * y + 3 * z)
      return State(
        isRed: color.x / color.sum() >= 0.8, chromaticity: chromaticity,
        distanceFromRed: length(chromaticity - SIMD2(0.4507, 0.5229)))
    }

    private static func length(_ vector: SIMD2<Float>) -> Float {
      (vector * vector).sum().squareRoot()
    }
  }
}

extension Thumbnail {
  /// The mean color of the art; nil with less than a cell of it.
  fileprivate var artColor: SIMD3<Float>? {
    let color = overBlack.reduce(SIMD3<Float>.zero, +)
    // What white does not shine through, in cells.
    let art = Float(Self.cells) - (overWhite.reduce(SIMD3<Float>.zero, +) - color).x
    return art < 1 ? nil : color / art
  }

  /// Whether each cell is opaque, apart from its edges: white and black hardly shine through.
  fileprivate var opaqueCells: [Bool] {
    zip(overWhite, overBlack).map { $0.x - $1.x <= 0.1 }
  }
}
