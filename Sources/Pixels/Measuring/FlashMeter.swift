/// Flashes of an animation by WCAG 2.2's definitions, counted where they are seen.
///
/// - A general flash is a pair of opposing changes in relative luminance of 0.1 or more, between a
///   peak and a valley in time, where the darker one is below 0.8.
/// - A red flash is a pair of opposing transitions to or from a saturated red, R / (R + G + B) ≥ 0.8
///   in linear light, where the two colors are more than 0.2 apart in the CIE 1976 UCS diagram.
///
/// Each cell of a thumbnail keeps its own count, over white and over black. What is reported is the
/// largest area whose cells all flash more than three times within the same second.
package struct FlashMeter: Sendable {
  /// What kind of flash it is.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// Light and dark.
    case general
    /// To or from a saturated red.
    case red
  }

  /// The largest area that flashes more often than is safe.
  package struct Flashing: Sendable, Equatable, Codable {
    /// The kind of the flashes.
    package var kind: Kind
    /// Whether it is seen over white; otherwise over black.
    package var isOverWhite: Bool
    /// The share of the canvas, 0 to 1.
    package var area: Double
    /// When the second of the flashes ends, in seconds from the first frame.
    package var seconds: Double
  }

  /// More flashes than this within one second are not safe.
  package static let mostFlashes = 3
  /// A flash is two transitions, so this many are the first that are too many.
  private static let transitions = (mostFlashes + 1) * 2

  private var general: [GeneralTracker]
  private var red: [RedTracker]
  private var seconds = 0.0
  private var opening: [(thumbnail: Thumbnail, seconds: Double)] = []
  private var openingSeconds = 0.0
  /// The largest flashing area so far; nil where nothing flashes more than three times in a second.
  package private(set) var worst: Flashing?

  /// Creates a meter that has seen nothing.
  package init() {
    general = [GeneralTracker(), GeneralTracker()]
    red = [RedTracker(), RedTracker()]
  }

  /// Shows the next canvas for a time, which must be over 0.
  package mutating func show(_ thumbnail: Thumbnail, seconds length: Double) {
    // The second that follows the seam of a loop is all that the opening is needed for.
    if openingSeconds < 1 {
      opening.append((thumbnail, length))
      openingSeconds += length
    }
    watch(thumbnail, length)
  }

  /// Plays the animation's opening again, as a loop does, far enough for every second that has the
  /// seam in it.
  package mutating func loop() {
    guard opening.count > 1 else { return }
    // A loop of less than a second comes around more than once in it.
    let end = seconds + 1 + openingSeconds
    repeat {
      for frame in opening where seconds < end { watch(frame.thumbnail, frame.seconds) }
    } while seconds < end
    opening = []
  }

  private mutating func watch(_ thumbnail: Thumbnail, _ length: Double) {
    for (index, colors) in [thumbnail.overWhite, thumbnail.overBlack].enumerated() {
      general[index].watch(colors, at: seconds)
      note(general[index].history.crowdedCells(at: seconds), .general, index)
      red[index].watch(colors, at: seconds)
      note(red[index].history.crowdedCells(at: seconds), .red, index)
    }
    seconds += length
  }

  private mutating func note(_ cells: Int, _ kind: Kind, _ background: Int) {
    let area = Double(cells) / Double(Thumbnail.cells)
    guard area > worst?.area ?? 0 else { return }
    worst = Flashing(kind: kind, isOverWhite: background == 0, area: area, seconds: seconds)
  }

  /// When each cell had its last transitions.
  private struct History: Sendable {
    private var times = [Double](
      repeating: -.infinity, count: Thumbnail.cells * FlashMeter.transitions)
    private var next = [Int](repeating: 0, count: Thumbnail.cells)

    mutating func note(_ cell: Int, at seconds: Double) {
      times[cell * FlashMeter.transitions + next[cell]] = seconds
      next[cell] = (next[cell] + 1) % FlashMeter.transitions
    }

    /// How many cells had too many transitions within the second that ends now.
    func crowdedCells(at seconds: Double) -> Int {
      (0..<Thumbnail.cells).count { cell in
        // The one that is overwritten next is the oldest. Sums of delays are not exact.
        seconds - times[cell * FlashMeter.transitions + next[cell]] < 1 - 1e-9
      }
    }
  }

  private struct GeneralTracker: Sendable {
    var history = History()
    // Since the last transition: the darkest and the lightest that a cell was.
    private var darkest = [Float](repeating: .infinity, count: Thumbnail.cells)
    private var lightest = [Float](repeating: -.infinity, count: Thumbnail.cells)
    // The direction of the last transition; 0 before the first.
    private var direction = [Int8](repeating: 0, count: Thumbnail.cells)

    mutating func watch(_ colors: [SIMD3<Float>], at seconds: Double) {
      for cell in 0..<Thumbnail.cells {
        let luminance = (colors[cell] * SIMD3(0.2126, 0.7152, 0.0722)).sum()
        darkest[cell] = min(darkest[cell], luminance)
        lightest[cell] = max(lightest[cell], luminance)
        // Sums of floats are not exact, and a change of exactly 0.1 counts.
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
    var history = History()
    private struct State {
      var isRed: Bool
      /// In the CIE 1976 UCS diagram.
      var chromaticity: SIMD2<Float>
      /// From sRGB's red, which lies at the tip of all saturated reds.
      var distanceFromRed: Float
    }
    // The reddest state of a red time, the least red one of another, which is where peaks lie.
    private var peak = [State?](repeating: nil, count: Thumbnail.cells)

    mutating func watch(_ colors: [SIMD3<Float>], at seconds: Double) {
      for cell in 0..<Thumbnail.cells {
        let state = Self.state(colors[cell])
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
      // Black has no chromaticity and counts as gray. So does what is too dark to have a color.
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
