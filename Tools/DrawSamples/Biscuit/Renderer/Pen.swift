enum Pen {
  static let width = 5.0
  /// Towards the light, in pixels: shade shows as a crescent on the lower right of every form.
  static let shadeShift = (x: -6, y: -8)
}

/// A solid thing that can be inked: an area, or a limb that is thicker at one end.
enum Form {
  case area(Path)
  case limb(Path, startRadius: Double, endRadius: Double)
}

/// What `Canvas.ink` covered, for markings and blends that belong to the same body.
struct Inked {
  var inside: Mask
  var shaded: Mask
}

/// Edges are softened in a few even steps: the eye sees no more, and files shrink by half.
enum Edge {
  static func stepped(_ coverage: Float, steps: Float = 6) -> Float {
    (coverage * steps).rounded() / steps
  }
}
