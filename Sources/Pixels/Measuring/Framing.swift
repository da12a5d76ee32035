/// Computes where a picture is placed on a canvas of another shape, such as an icon: uncropped, in
/// its own proportions and centered by its visible content.
///
/// Art on a transparent background is trimmed to its visible pixels and scaled to fill the area
/// inside the margin. A picture that is opaque along all edges has its own background: it fills the
/// canvas, or less if its art would extend into the margin, and the pixels along its edges are
/// extended to the edges of the canvas.
package struct Framing: Sendable, Equatable {
  /// What is placed on the canvas.
  private enum Subject: Sendable, Equatable {
    /// Art on a transparent background, with its bounds.
    case cutOut(PixelRect)
    /// A picture with its own background, and the bounds of its art if the background is plain.
    case wholePicture(art: PixelRect?)
  }

  private let width: Int
  private let height: Int
  private let subject: Subject
  private let inset: Double

  /// Where a part of a picture is placed.
  package struct Placement: Sendable, Equatable {
    /// The part of the picture that is shown.
    package var source: PixelRect
    /// Its place and size on the canvas.
    package var target: PixelRect

    /// Whether the picture is enlarged.
    package var enlarges: Bool { target.width > source.width || target.height > source.height }
  }

  /// Creates the framing of a measured picture.
  ///
  /// - Parameter inset: the margin in percent of the canvas's shorter side, 0 to 40.
  package init(
    width: Int, height: Int, extent: ArtExtent, background: BackgroundBox?, inset: Double
  ) {
    self.width = width
    self.height = height
    self.inset = inset
    let isOpaque = ArtExtent.Edge.allCases.allSatisfy { extent.contact[$0] == 1 }
    subject = isOpaque ? .wholePicture(art: background?.picture) : .cutOut(extent.area)
  }

  /// The default background.
  fileprivate enum DefaultBackground {
    case white
    /// The color along the edges of the picture.
    case colorOfEdges
    /// The pixels along the edges of the picture, extended outward, as a gradient requires.
    case edges
  }

  fileprivate var defaultBackground: DefaultBackground {
    switch subject {
    case .cutOut: .white
    case .wholePicture(let art): art == nil ? .edges : .colorOfEdges
    }
  }

  /// Returns where the picture is placed on a canvas of at least 1 × 1 px.
  package func placement(onWidth canvasWidth: Int, height canvasHeight: Int) -> Placement {
    let margin = Int((inset * Double(min(canvasWidth, canvasHeight)) / 100).rounded(.up))
    let safe = PixelRect(
      x: 0, y: 0, width: max(1, canvasWidth - 2 * margin),
      height: max(1, canvasHeight - 2 * margin))
    let source: PixelRect
    let art: PixelRect
    let scale: Double
    switch subject {
    case .cutOut(let area):
      (source, art) = (area, area)
      scale = Self.scale(of: area, into: safe)
    case .wholePicture(let known):
      source = PixelRect(x: 0, y: 0, width: width, height: height)
      art = known ?? source
      let canvas = PixelRect(x: 0, y: 0, width: canvasWidth, height: canvasHeight)
      let whole = Self.scale(of: source, into: canvas)
      scale = known.map { min(whole, Self.scale(of: $0, into: safe)) } ?? whole
    }
    func scaled(_ length: Int) -> Double { Double(length) * scale }
    // The center of the art. Trimmed art has the center of its source.
    let center = (
      x: scaled(2 * (art.x - source.x) + art.width) / 2,
      y: scaled(2 * (art.y - source.y) + art.height) / 2
    )
    let target = PixelRect(
      x: Int((Double(canvasWidth) / 2 - center.x).rounded(.toNearestOrEven)),
      y: Int((Double(canvasHeight) / 2 - center.y).rounded(.toNearestOrEven)),
      width: max(1, Int(scaled(source.width).rounded())),
      height: max(1, Int(scaled(source.height).rounded())))
    return Placement(source: source, target: target)
  }

  private static func scale(of area: PixelRect, into target: PixelRect) -> Double {
    min(Double(target.width) / Double(area.width), Double(target.height) / Double(area.height))
  }
}

extension Bitmap {
  /// Returns the picture on an opaque canvas of at least 1 × 1 px, placed by `framing`.
  ///
  /// - Parameter background: the background color; by default, the picture's own background is
  ///   extended, or white if it has none.
  package func framed(
    _ framing: Framing, width: Int, height: Int, background: Pixel?
  ) -> Bitmap {
    let placement = framing.placement(onWidth: width, height: height)
    let (source, target) = (placement.source, placement.target)
    let resampler = Resampler(
      fromWidth: source.width, fromHeight: source.height, toWidth: target.width,
      toHeight: target.height)
    let white = Pixel(red: 255, green: 255, blue: 255)
    let color = background ?? (framing.defaultBackground == .colorOfEdges ? colorOfEdges : white)
    var canvas = Bitmap(width: width, height: height, filledWith: color)
    canvas.blend(resampler.resample(cropped(to: source)), x: target.x, y: target.y)
    if background == nil, framing.defaultBackground == .edges,
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
    func median(_ channel: KeyPath<Pixel, UInt8>) -> UInt8 {
      edge.map { $0[keyPath: channel] }.sorted()[edge.count / 2]
    }
    return Pixel(red: median(\.red), green: median(\.green), blue: median(\.blue))
  }

  private init(width: Int, height: Int, filledWith pixel: Pixel) {
    let samples = [pixel.red, pixel.green, pixel.blue, pixel.alpha]
    self.init(
      width: width, height: height,
      samples: Array(repeatElement(samples, count: width * height).joined()))
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
