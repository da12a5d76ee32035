internal import Basics

/// Computes where a picture is placed on a canvas of another shape, such as an icon, in its own
/// proportions and centered by its visible content.
///
/// Art on a transparent background is trimmed to its visible pixels. A picture that is opaque along all
/// edges has its own background.
package struct Framing: Sendable, Equatable {
  /// A way to fill a canvas of another shape with a picture.
  package enum Fit: String, Sendable, Equatable, CaseIterable {
    /// It fills the canvas, and what extends beyond it is cropped.
    case cover
    /// All of it is shown on a plain background.
    case contain
    /// All of it is shown, and the pixels along its edges are repeated up to the edges of the canvas.
    case extend
  }

  private let width: Int
  private let height: Int
  /// Whether the picture is art on a transparent background.
  package let isCutOut: Bool
  /// The bounds of the art; nil if the picture has a background that is neither transparent nor plain.
  private let art: PixelRect?
  private let edges: EdgeTexture
  private let fit: Fit?
  private let inset: Double

  /// The place of a part of a picture.
  package struct Placement: Sendable, Equatable {
    /// The part of the picture that is shown.
    package var source: PixelRect
    /// Its place and size on the canvas.
    package var target: PixelRect

    package var enlarges: Bool { target.width > source.width || target.height > source.height }
  }

  /// Creates the framing of a measured picture.
  ///
  /// - Parameters:
  ///   - fit: how it fills a canvas; by default, `fit(onWidth:height:)` chooses.
  ///   - inset: the margin in percent of the canvas's shorter side, 0 to 40, around art whose background
  ///     is transparent or plain.
  package init(
    width: Int, height: Int, extent: ArtExtent, background: BackgroundBox?, edges: EdgeTexture,
    fit: Fit? = nil, inset: Double
  ) {
    self.width = width
    self.height = height
    self.edges = edges
    self.fit = fit
    self.inset = inset
    isCutOut = !extent.coversEdges
    art = isCutOut ? extent.area : background?.picture
  }

  /// Returns how the picture fills a canvas of at least 1 × 1 px.
  ///
  /// By default, nothing is cropped if the picture has a transparent or plain background, or if the edges
  /// that would be repeated have no texture. Other pictures, such as photos, cover the canvas unless more
  /// than half of them would be cropped.
  package func fit(onWidth canvasWidth: Int, height canvasHeight: Int) -> Fit {
    if let fit { return fit }
    if isCutOut { return .contain }
    if art != nil { return .extend }
    let (own, other) = (width * canvasHeight, canvasWidth * height)
    let repeated: [ArtExtent.Edge] =
      own == other ? [] : own < other ? [.left, .right] : [.top, .bottom]
    if repeated.allSatisfy({ !edges.isTextured.contains($0) }) { return .extend }
    return min(own, other) * 2 >= max(own, other) ? .cover : .contain
  }

  /// Returns where the picture is placed on a canvas of at least 1 × 1 px.
  package func placement(onWidth canvasWidth: Int, height canvasHeight: Int) -> Placement {
    let canvas = PixelRect(x: 0, y: 0, width: canvasWidth, height: canvasHeight)
    let margin = Int(clamping: (inset * Double(min(canvasWidth, canvasHeight)) / 100).rounded(.up))
    let safe = PixelRect(
      x: 0, y: 0, width: max(1, canvasWidth - 2 * margin),
      height: max(1, canvasHeight - 2 * margin))
    let picture = PixelRect(x: 0, y: 0, width: width, height: height)
    let source = isCutOut ? art ?? picture : picture
    var scale = isCutOut ? .infinity : Self.scale(of: picture, into: canvas)
    if let art { scale = min(scale, Self.scale(of: art, into: safe)) }
    let art = art ?? picture
    guard fit(onWidth: canvasWidth, height: canvasHeight) != .cover else {
      return Placement(source: Self.crop(of: source, around: art, to: canvas), target: canvas)
    }
    func scaled(_ length: Int) -> Double { Double(length) * scale }
    // The center of the art. Trimmed art has the center of its source.
    let center = (
      x: scaled(2 * (art.x - source.x) + art.width) / 2,
      y: scaled(2 * (art.y - source.y) + art.height) / 2
    )
    let target = PixelRect(
      x: Int(clamping: (Double(canvasWidth) / 2 - center.x).rounded(.toNearestOrEven)),
      y: Int(clamping: (Double(canvasHeight) / 2 - center.y).rounded(.toNearestOrEven)),
      width: max(1, Int(clamping: scaled(source.width).rounded())),
      height: max(1, Int(clamping: scaled(source.height).rounded())))
    return Placement(source: source, target: target)
  }

  /// The largest part of `source` in the shape of `canvas`, as near as possible to the center of `art`.
  private static func crop(
    of source: PixelRect, around art: PixelRect, to canvas: PixelRect
  ) -> PixelRect {
    let width = min(source.width, max(1, source.height * canvas.width / canvas.height))
    let height = min(source.height, max(1, source.width * canvas.height / canvas.width))
    func start(_ center: Int, _ length: Int, _ whole: Range<Int>) -> Int {
      min(max(center - length / 2, whole.lowerBound), whole.upperBound - length)
    }
    return PixelRect(
      x: start(art.x + art.width / 2, width, source.x..<source.x + source.width),
      y: start(art.y + art.height / 2, height, source.y..<source.y + source.height),
      width: width, height: height)
  }

  /// Whether the edges of the picture are repeated. A plain background needs only its color.
  fileprivate func repeatsEdges(onWidth canvasWidth: Int, height canvasHeight: Int) -> Bool {
    art == nil && fit(onWidth: canvasWidth, height: canvasHeight) == .extend
  }

  private static func scale(of area: PixelRect, into target: PixelRect) -> Double {
    min(Double(target.width) / Double(area.width), Double(target.height) / Double(area.height))
  }
}

extension Bitmap {
  /// Returns the picture on an opaque canvas of at least 1 × 1 px, placed by `framing`.
  ///
  /// - Parameter background: the background color, which is not extended; by default, white around art
  ///   on a transparent background, and the color of the edges around another picture.
  package func framed(
    _ framing: Framing, width: Int, height: Int, background: Pixel?
  ) -> Bitmap {
    let placement = framing.placement(onWidth: width, height: height)
    let (source, target) = (placement.source, placement.target)
    let resampler = Resampler(
      fromWidth: source.width, fromHeight: source.height, toWidth: target.width,
      toHeight: target.height)
    let color =
      background ?? (framing.isCutOut ? Pixel(red: 255, green: 255, blue: 255) : colorOfEdges)
    var canvas = Bitmap(width: width, height: height, filledWith: color)
    canvas.blend(resampler.resample(cropped(to: source)), x: target.x, y: target.y)
    if framing.repeatsEdges(onWidth: width, height: height), background == nil,
      let kept = target.intersection(canvas.bounds)
    {
      canvas.extendEdges(of: kept)
    }
    return canvas
  }

  /// The median of each channel along the edges, which ignores JPEG artifacts.
  private var colorOfEdges: Pixel {
    let edge =
      (0..<width).flatMap { [self[$0, 0], self[$0, height - 1]] }
      + (0..<height).flatMap { [self[0, $0], self[width - 1, $0]] }
    func median(_ channel: (Pixel) -> UInt8) -> UInt8 {
      edge.map(channel).sorted()[edge.count / 2]
    }
    return Pixel(
      red: median { $0.red }, green: median { $0.green }, blue: median { $0.blue })
  }

  init(width: Int, height: Int, filledWith pixel: Pixel) {
    let row = (0..<width).flatMap { _ in [pixel.red, pixel.green, pixel.blue, pixel.alpha] }
    var samples: [UInt8] = []
    samples.reserveCapacity(row.count * height)
    for _ in 0..<height { samples += row }
    self.init(width: width, height: height, samples: samples)
  }

  /// Sets every pixel outside of `area` to the color of the nearest pixel inside.
  private mutating func extendEdges(of area: PixelRect) {
    let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1)
    for y in 0..<height {
      let row = min(max(y, area.y), bottom)
      for x in 0..<width where row != y || x < area.x || x > right {
        self[x, y] = self[min(max(x, area.x), right), row]
      }
    }
  }
}
