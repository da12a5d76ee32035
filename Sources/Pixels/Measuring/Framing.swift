/// Where a picture goes on a canvas of another shape, such as an icon's: whole, in its own
/// proportions, centerd by what it shows, and away from the edges.
///
/// Art with nothing around it is trimmed to what can be seen and fills the area inside the margin. A
/// picture that is opaque along all of its edges was composed on a background of its own: it is shown
/// whole, or smaller where its art would come too near to the edge, and what it has along its edges
/// goes on beside it.
package struct Framing: Sendable, Equatable {
  /// What is placed.
  private enum Subject: Sendable, Equatable {
    /// Art that stands free.
    case cutOut(PixelRect)
    /// The whole picture, with the art on its plain background where that is known.
    case wholePicture(art: PixelRect?)
  }

  private let width: Int
  private let height: Int
  private let subject: Subject
  private let inset: Double

  /// Where a part of a picture goes.
  package struct Placement: Sendable, Equatable {
    /// The part of the picture.
    package var source: PixelRect
    /// Where it goes on the canvas, as large as it becomes.
    package var target: PixelRect

    /// Whether the picture has fewer pixels than it is shown with.
    package var enlarges: Bool { target.width > source.width || target.height > source.height }
  }

  /// Frames a picture of which this was measured.
  ///
  /// - Parameter inset: the margin in hundredths of the canvas's shorter side, 0 to 40.
  package init(
    width: Int, height: Int, extent: ArtExtent, background: BackgroundBox?, inset: Double
  ) {
    self.width = width
    self.height = height
    self.inset = inset
    let isOpaque = ArtExtent.Edge.allCases.allSatisfy { extent.contact[$0] == 1 }
    subject = isOpaque ? .wholePicture(art: background?.picture) : .cutOut(extent.area)
  }

  /// What lies beside a picture for which nobody chose a color.
  fileprivate enum Surroundings {
    case white
    /// The one color that the picture has along its edges.
    case colorOfEdges
    /// What the picture has along its edges, pixel by pixel, as a sky that gets darker needs it.
    case edges
  }

  fileprivate var surroundings: Surroundings {
    switch subject {
    case .cutOut: .white
    case .wholePicture(let art): art == nil ? .edges : .colorOfEdges
    }
  }

  /// Where the picture goes on a canvas of at least 1 × 1 px.
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
    // The center of the art, which is that of the source where it was trimmed.
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

  private static func scale(of area: PixelRect, into room: PixelRect) -> Double {
    min(Double(room.width) / Double(area.width), Double(room.height) / Double(area.height))
  }
}

extension Bitmap {
  /// The picture on an opaque canvas of at least 1 × 1 px, as `framing` has it.
  ///
  /// - Parameter background: what lies behind the picture; without one its own background goes on
  ///   where it has one, and it stands on white where it has none.
  package func framed(
    _ framing: Framing, width: Int, height: Int, background: Pixel?
  ) -> Bitmap {
    let placement = framing.placement(onWidth: width, height: height)
    let (source, target) = (placement.source, placement.target)
    let resampler = Resampler(
      fromWidth: source.width, fromHeight: source.height, toWidth: target.width,
      toHeight: target.height)
    let white = Pixel(red: 255, green: 255, blue: 255)
    let color = background ?? (framing.surroundings == .colorOfEdges ? colorOfEdges : white)
    var canvas = Bitmap(width: width, height: height, filledWith: color)
    canvas.blend(resampler.resample(cropped(to: source)), x: target.x, y: target.y)
    if background == nil, framing.surroundings == .edges,
      let kept = target.intersection(canvas.bounds)
    {
      canvas.continueEdges(of: kept)
    }
    return canvas
  }

  /// The middle one of each channel's codes along the edges: what JPEG does to a few pixels does not
  /// count.
  private var colorOfEdges: Pixel {
    let edge =
      (0..<width).flatMap { [self[$0, 0], self[$0, height - 1]] }
      + (0..<height).flatMap { [self[0, $0], self[width - 1, $0]] }
    func middle(_ channel: KeyPath<Pixel, UInt8>) -> UInt8 {
      edge.map { $0[keyPath: channel] }.sorted()[edge.count / 2]
    }
    return Pixel(red: middle(\.red), green: middle(\.green), blue: middle(\.blue))
  }

  private init(width: Int, height: Int, filledWith pixel: Pixel) {
    let samples = [pixel.red, pixel.green, pixel.blue, pixel.alpha]
    self.init(
      width: width, height: height,
      samples: Array(repeatElement(samples, count: width * height).joined()))
  }

  /// Gives every pixel outside of `area` the color of the pixel of it that is nearest.
  private mutating func continueEdges(of area: PixelRect) {
    let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1)
    for y in 0..<height {
      let row = min(max(y, area.y), bottom)
      for x in 0..<width where row != y || x < area.x || x > right {
        self[x, y] = self[min(max(x, area.x), right), row]
      }
    }
  }
}
