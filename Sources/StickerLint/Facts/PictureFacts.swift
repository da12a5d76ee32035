internal import ImageCodecs
package import Pixels

/// The measurements of one canvas.
package struct PictureFacts: Sendable {
  /// The index of the canvas in the animation, from 0.
  package var frame: Int
  /// A background that was not removed, if there is one.
  package var background: BackgroundBox?
  /// The result of removing that background; nil if it is a card or translucent, and for canvases after the first with
  /// one.
  package var removal: RemovalForecast?
  /// The blocks of pixel art, in which its edges are measured; nil for other art.
  package var blocks: PixelBlocks?
  /// The soft edge, compared with white and black.
  package var fringe: EdgeFringe
  /// The edge, compared with the art inside.
  package var rim: LightRim
  /// The rest of a black background at a hard edge, if there may be one.
  package var darkRim: DarkRim?
  /// The rest of a background along the edge, if there may be one.
  package var leftover: LeftoverRim?
  /// The part of the outline that has stairs; nil for pixel art.
  package var hardEdge: HardEdge?
  /// Whether the art is pixel art: it has blocks, or was drawn pixel by pixel.
  package var isPixelArt: Bool
  /// The rest of a colored screen along the edge, if there is one.
  package var key: KeyRim?
  /// The parts that are left over: the white border around a speck, and pieces of neighbors on a sheet or of an erased
  /// border.
  package var leftovers: [ArtExtent.Island] = []
  /// The holes around parts of the drawing; none in a format without transparency.
  package var holes: [PixelRect] = []
  /// Whether a hard edge is the rest of a light background, which is not an outline: `lost` is measured without it.
  package var hasLeftoverEdge = false
  /// The lost art on each of `Backdrop.ofMessages`; nothing in a format without transparency.
  package var lost = Backdrop.ofMessages.map { _ in LostArt.nothing }
  /// The texture of the edges of the canvas.
  package var edges: EdgeTexture
  /// The place of the art in the canvas.
  package var extent: ArtExtent
  /// Color in fully transparent pixels.
  package var hiddenColor: HiddenColor
  /// The share of the image data that clearing the hidden color of the most opaque canvas saves, 0 to 1; nil if
  /// there is none, and for other canvases.
  package var hiddenColorSaving: Double?
  /// The look of the art, without its place and size.
  package var fingerprint: ArtFingerprint

  /// Measures a canvas whose visible pixels have these bounds.
  ///
  /// - Parameters:
  ///   - hasAlpha: whether the format stores transparency.
  ///   - other: a canvas of the same animation with a hard outline, which was drawn in the same way.
  init(
    of canvas: Bitmap, in area: PixelRect, frame: Int, hasAlpha: Bool,
    drawnAs other: PictureFacts? = nil
  ) {
    self.frame = frame
    extent = ArtExtent(of: canvas, in: area)
    background = BackgroundBox(of: canvas, in: area)
    edges = EdgeTexture(of: canvas)
    blocks = PixelBlocks(of: canvas, in: area)
    if let blocks {
      let art = blocks.reduced(canvas)
      let outline = Outline(of: art, distance: 1)
      fringe = EdgeFringe(of: art, along: outline)
      rim = LightRim(of: art, along: outline)
      fringe.worstArea = fringe.worstArea.map(blocks.pixels)
      fringe.area = fringe.area.map(blocks.pixels)
      rim.worstArea = rim.worstArea.map(blocks.pixels)
      rim.area = rim.area.map(blocks.pixels)
      // The outlines of pixel art have gaps and are uneven.
      (darkRim, leftover, key, hardEdge) = (nil, nil, nil, nil)
      isPixelArt = true
    } else {
      let outline = Outline(of: canvas)
      fringe = EdgeFringe(of: canvas, along: outline)
      rim = LightRim(of: canvas, along: outline)
      darkRim = DarkRim(of: canvas, along: outline)
      leftover = LeftoverRim(of: canvas, along: outline)
      key = KeyRim(of: canvas, along: outline)
      let hardEdge = HardEdge(of: canvas, along: outline)
      self.hardEdge = hardEdge
      isPixelArt =
        hardEdge.isHard
        && (hardEdge.isInBlocks || other?.isPixelArt ?? InnerSteps(of: canvas, in: area).isPixelArt)
      leftovers = DieCutBorder.leftovers(of: extent, in: canvas, along: outline)
      if !isPixelArt { leftovers += extent.leftoverPieces(in: canvas.bounds) }
    }
    if hasAlpha {
      let cells = ArtCells(of: canvas)
      holes = ArtHole.all(in: cells, of: canvas)
      hasLeftoverEdge =
        hardEdge?.isHard ?? false
        && rim.isLeftover(
          onSide: max(canvas.width, canvas.height), inDrawnPixels: isPixelArt)
      lost = LostArt.measured(
        in: hasLeftoverEdge ? ArtCells(of: canvas.withoutOuterPixels()) : cells,
        on: Backdrop.ofMessages.map { $0.color })
    }
    hiddenColor = HiddenColor(of: canvas)
    fingerprint = ArtFingerprint(of: canvas, in: area)
  }
}

/// Measures the canvases that represent an animation. Keeps only the most opaque canvas.
struct PictureSampler {
  /// The number of evenly spaced canvases, which are measured besides the most opaque one.
  static let evenlySpaced = 5

  private(set) var pictures: [PictureFacts] = []
  /// The colors of the most opaque canvas; nil if nothing is visible.
  private(set) var colors: ArtColors?
  private let spaced: Set<Int>
  private let hasAlpha: Bool
  private var last: CanvasDigest?
  private var fullest: (canvas: Bitmap, area: PixelRect, frame: Int, opacity: Double)?

  /// Creates a sampler for a number of frames, 1 or more.
  ///
  /// - Parameter hasAlpha: whether the format stores transparency.
  init(frameCount: Int, hasAlpha: Bool) {
    self.hasAlpha = hasAlpha
    spaced = Set((0..<Self.evenlySpaced).map { $0 * frameCount / Self.evenlySpaced })
    pictures.reserveCapacity(min(frameCount, Self.evenlySpaced + 1))
  }

  /// Adds the next canvas. Measures only the first of equal consecutive canvases.
  mutating func show(_ canvas: Bitmap, frame: Int, _ rows: CanvasRows, _ digest: CanvasDigest) {
    guard let area = rows.visibleArea else { return }
    if spaced.contains(frame) {
      if digest == last, var picture = pictures.last {
        picture.frame = frame
        pictures.append(picture)
      } else {
        pictures.append(measured(canvas, in: area, frame: frame))
      }
      last = digest
    }
    let opacity = rows.alpha.opacity
    if opacity > fullest?.opacity ?? 0 { fullest = (canvas, area, frame, opacity) }
  }

  /// Measures the most opaque canvas, if it is not among the evenly spaced ones.
  mutating func end() {
    guard let (canvas, area, frame, _) = fullest else { return }
    colors = ArtColors(of: canvas)
    let place = pictures.firstIndex { $0.frame >= frame } ?? pictures.endIndex
    if place == pictures.endIndex || pictures[place].frame > frame {
      pictures.insert(measured(canvas, in: area, frame: frame), at: place)
    }
    if pictures[place].hiddenColor.changes > 0 {
      pictures[place].hiddenColorSaving = Recompression.shareOfHiddenColor(in: canvas)
    }
  }

  private func measured(_ canvas: Bitmap, in area: PixelRect, frame: Int) -> PictureFacts {
    var picture = PictureFacts(
      of: canvas, in: area, frame: frame, hasAlpha: hasAlpha,
      drawnAs: pictures.first { $0.hardEdge?.isHard ?? true })
    // Removing it takes longer than all other measurements of a canvas.
    if hasAlpha, let box = picture.background, !box.isCard, box.color.alpha == 255,
      max(canvas.width, canvas.height) <= RemovalForecast.largestSide,
      !pictures.contains(where: { $0.removal != nil })
    {
      picture.removal = RemovalForecast(of: canvas, in: area, color: box.color)
    }
    return picture
  }
}
