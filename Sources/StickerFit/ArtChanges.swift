internal import Basics
package import ImageCodecs
package import Pixels
internal import StickerManifest
package import StickerPacks

/// Changes of stickers that are made on request, whether they are too large or not.
///
/// The default changes nothing. Widths are in pixels of the result. A JPEG, which has no transparency, is only scaled.
/// The changes apply to every sticker of a folder: to change one, fit it on its own.
public struct ArtChanges: Sendable {
  /// Whether the transparent margins around the art of all frames are removed.
  public var trims = false
  /// The width of the transparent margins that are added.
  public var padding = 0
  /// The outline that is drawn around the art; nil for none.
  package var outline: DieCutOutline?
  /// Whether the canvas becomes square.
  public var squares = false
  /// Whether art that is too small for its canvas is enlarged.
  public var enlarges = false

  /// The largest factor by which art is enlarged otherwise: half of the way between the two largest size
  /// classes of Messages is 1.2. More is visibly blurred.
  package static let maximumEnlargement = 1.25

  /// Changes nothing.
  public init() {}

  /// The width of the white outline that is drawn around the art, without its gray edge; 0 for none.
  public var outlineWidth: Int {
    get { outline.map { Int(clamping: $0.whiteWidth.rounded()) } ?? 0 }
    set { outline = newValue > 0 ? DieCutOutline(whiteWidth: Double(newValue)) : nil }
  }

  /// Whether only the scale of art may change.
  var keepsProportions: Bool { !trims && padding == 0 && outline == nil && !squares }

  /// Whether no art changes unless its canvas is larger than any size class.
  package var isEmpty: Bool { keepsProportions && !enlarges }

  /// Returns the longer side that the canvas gets: a size class, unless no pixel of the art must change.
  ///
  /// - Parameters:
  ///   - gridSize: the pack's size class, if it has one.
  ///   - sizeClass: that of canvases that are larger than any; nil for the largest.
  func side(
    of art: Artwork, in gridSize: GridSize?, large sizeClass: SizeClass?, _ destination: Destination
  ) -> Int {
    let isTrimmed = trims && art.visibleArea.map { $0 != art.bounds } ?? false
    if art.format != .jpeg, isTrimmed || padding > 0 || outline != nil {
      return gridSize?.pixels ?? destination.nearestSide(to: art.side)
    }
    if art.side > destination.largestSide { return sizeClass?.pixels ?? destination.largestSide }
    return enlarges ? max(art.side, gridSize?.pixels ?? destination.smallestSide) : art.side
  }

  /// Returns the changed art, and what was changed besides its scale.
  ///
  /// - Parameter side: the longer side of the canvas, in pixels.
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func applied(
    to art: Artwork, side: Int, _ destination: Destination
  ) throws(ImageError) -> (art: Artwork, steps: [StickerChange.Step]) {
    guard !keepsProportions, art.format != .jpeg, let visible = art.visibleArea else {
      return (try art.scaled(toSide: side), [])
    }
    let area = trims ? visible : art.bounds
    var result = try placed(art, area, visible, side: side, destination)
    if let outline { result = result.with(images: result.images.map(outline.drawn)) }

    var steps: [StickerChange.Step] = area == art.bounds ? [] : [.trimmed]
    if outline != nil { steps.append(.outlined(width: outlineWidth)) }
    if padding > 0 { steps.append(.padded(width: padding)) }
    if squares, area.width != area.height { steps.append(.squared) }
    return (result, steps)
  }

  /// Returns art with room for its outline, which is not drawn.
  ///
  /// - Parameter side: the longer side of the canvas, in pixels.
  /// - Throws: `limitExceeded` if the canvases are larger than the limits for decoding allow.
  package func roomForOutline(
    around art: Artwork, side: Int, _ destination: Destination
  ) throws(ImageError) -> Artwork {
    guard let visible = art.visibleArea else { return art }
    return try placed(art, trims ? visible : art.bounds, visible, side: side, destination)
  }

  /// Returns the reason against an outline of art, as part of a sentence; nil if there is none, or if none is
  /// drawn.
  ///
  /// - Parameters:
  ///   - images: the art before it was moved and scaled.
  ///   - placed: the art with room for its outline.
  package func outlineObstacle(of images: CanvasList, placed: Artwork) -> String? {
    guard let outline else { return nil }
    return zip(placed.images, images).lazy.compactMap { image, original in
      OutlineObstacle(against: outline, around: image, original: original)
    }.first?.reason
  }

  /// Returns an area of art at the place where it is drawn.
  ///
  /// - Parameters:
  ///   - visible: the bounds of the visible pixels.
  ///   - side: the longer side of the canvas, in pixels.
  private func placed(
    _ art: Artwork, _ area: PixelRect, _ visible: PixelRect, side: Int,
    _ destination: Destination
  ) throws(ImageError) -> Artwork {
    let trimmed = try art.shown(area, inWidth: area.width, height: area.height)
    let margin = min(
      visible.x - area.x, visible.y - area.y, area.x + area.width - visible.x - visible.width,
      area.y + area.height - visible.y - visible.height)
    /// The width that is added on each side of art that is scaled to a longer side.
    func room(_ length: Int) -> Int {
      let free = margin * length / trimmed.side
      // Both can be any number, and more than the side leaves one pixel of the art.
      return min(max(0, padding), side) + (outline.map { min(max(0, $0.width - free), side) } ?? 0)
    }
    var length = side
    if !enlarges {
      length = min(side, Int(clamping: Double(trimmed.side) * Self.maximumEnlargement))
    }
    while length > 1, length + 2 * room(length) > side { length -= 1 }
    let scaled = try trimmed.scaled(toSide: length)
    let (width, height) = (scaled.bounds.width, scaled.bounds.height)
    let shorter = max(
      min(width, height) + side - length,
      min(destination.smallestSide, art.bounds.width, art.bounds.height))
    return try scaled.shown(
      scaled.bounds, inWidth: squares || width >= height ? side : shorter,
      height: squares || width < height ? side : shorter)
  }
}

extension OutlineObstacle {
  fileprivate var reason: String {
    switch self {
    case .card: "the art is a rectangle, and an outline would be a frame"
    case .cutOff(let edge):
      "the \(edge.rawValue) edge of the canvas cuts the art off, and an outline would close it there"
    case .drawnAlready: "the art has an outline in gray or white already"
    case .thinLines(let share):
      "\(Int(clamping: (share * 100).rounded()))% of the outline would be around thin lines; fill the art first"
    case .bareParts(let share):
      "thin or small parts, \(Int(clamping: (share * 100).rounded()))% of the edge of the art, would get no outline; draw it by hand"
    case .whiteArt:
      "the art is white and would disappear in a white outline; draw a dark line around it"
    case .whitePart: "a white part of the art would disappear in the outline"
    }
  }
}
