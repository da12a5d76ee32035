/// The layer of one frame. `transform` applies to paths but not to line widths, so all lines
/// have one weight.
struct Canvas: Sendable {
  static let size = 408

  /// The side in pixels.
  let side: Int
  /// Canvas pixels per sticker pixel.
  private let zoom: Double
  var transform: Transform
  /// Premultiplied, so compositing leaves no fringes.
  private(set) var pixels: [SIMD4<Float>]

  /// A canvas on which a sticker's drawing fills `side` pixels, with lines scaled to match.
  init(side: Int = size) {
    self.side = side
    zoom = Double(side) / Double(Self.size)
    transform = Transform.identity.scale(zoom)
    pixels = [SIMD4<Float>](repeating: .zero, count: side * side)
  }

  mutating func with(_ inner: Transform, _ body: (inout Canvas) -> Void) {
    let outer = transform
    transform = inner
    body(&self)
    transform = outer
  }

  mutating func paint(_ mask: Mask, _ color: Color) {
    let source = color.premultiplied
    let columns = (mask.x..<(mask.x + mask.width)).clamped(to: 0..<side)
    for row in (mask.y..<(mask.y + mask.height)).clamped(to: 0..<side) {
      let maskRow = (row - mask.y) * mask.width - mask.x
      for column in columns {
        let cover = Edge.stepped(mask.coverage[maskRow + column])
        guard cover > 0 else { continue }
        let added = source * cover
        let index = row * side + column
        pixels[index] = added + pixels[index] * (1 - added.w)
      }
    }
  }

  mutating func fill(_ path: Path, _ color: Color, in clip: Mask? = nil) {
    paint(clipped(Mask(filling: path.transformed(by: transform)), to: clip), color)
  }

  mutating func stroke(
    _ path: Path, _ color: Color = Palette.line, width: Double = Pen.width, in clip: Mask? = nil
  ) {
    let mask = Mask(
      stroking: path.transformed(by: transform), startRadius: width / 2 * zoom,
      endRadius: width / 2 * zoom)
    paint(clipped(mask, to: clip), color)
  }

  @discardableResult
  mutating func ink(_ forms: Form..., tone: Tone) -> Inked { ink(forms, tone: tone) }

  /// Draws `forms` as one body with one line around their union.
  @discardableResult
  mutating func ink(_ forms: [Form], tone: Tone) -> Inked {
    paint(Mask(union: forms.map { mask($0, grownBy: Pen.width * zoom) }), Palette.line)
    let inside = Mask(union: forms.map { mask($0) })
    let inked = Inked(
      inside: inside,
      shaded: inside.subtracting(
        inside.moved(scaled(Pen.shadeShift.x), scaled(Pen.shadeShift.y))))
    paint(inked.inside, tone.base)
    paint(inked.shaded, tone.shade)
    return inked
  }

  /// Draws a marking in the coat, clipped to the body and shaded with it.
  mutating func mark(_ path: Path, tone: Tone, on body: Inked) {
    let marking = Mask(filling: path.transformed(by: transform))
    paint(marking.intersection(body.inside), tone.base)
    paint(marking.intersection(body.shaded), tone.shade)
  }

  /// The coverage of a form in the current transform.
  func mask(_ form: Form, grownBy growth: Double = 0) -> Mask {
    switch form {
    case .area(let path):
      let placed = path.transformed(by: transform)
      let inside = Mask(filling: placed)
      guard growth > 0 else { return inside }
      return Mask(union: [
        inside, Mask(stroking: placed, startRadius: growth, endRadius: growth),
      ])
    case .limb(let path, let startRadius, let endRadius):
      let scale = transform.scaleFactor
      return Mask(
        stroking: path.transformed(by: transform),
        startRadius: startRadius * scale + growth, endRadius: endRadius * scale + growth)
    }
  }

  private func scaled(_ length: Int) -> Int { Int((Double(length) * zoom).rounded()) }

  private func clipped(_ mask: Mask, to clip: Mask?) -> Mask {
    clip.map { mask.intersection($0) } ?? mask
  }
}
