enum Pen {
  static let width = 5.0
  /// The offset towards the light in pixels: each form has a crescent of shade on its lower right.
  static let shadeShift = (x: -6, y: -8)
}

/// A shape that can be inked: an area, or a limb that is thicker at one end.
enum Form {
  case area(Path)
  case limb(Path, startRadius: Double, endRadius: Double)
}

/// The area that `Canvas.ink` covered, for markings and blends on the same body.
struct Inked {
  var inside: Mask
  var shaded: Mask
}

/// Edges have a few levels of alpha: more are not visible, and files are half as large.
enum Edge {
  static func stepped(_ coverage: Float, steps: Float = 6) -> Float {
    (coverage * steps).rounded() / steps
  }
}
