/// A color with straight alpha and components 0…1.
struct Color: Sendable {
  var red: Float
  var green: Float
  var blue: Float
  var alpha: Float = 1

  init(_ hex: UInt32, alpha: Float = 1) {
    red = Float(hex >> 16 & 0xFF) / 255
    green = Float(hex >> 8 & 0xFF) / 255
    blue = Float(hex & 0xFF) / 255
    self.alpha = alpha
  }

  /// For things that are too small or too dark to be shaded.
  var flat: Tone { Tone(base: self, shade: self) }

  var premultiplied: SIMD4<Float> {
    SIMD4(red * alpha, green * alpha, blue * alpha, alpha)
  }
}

/// A flat color and its shade.
struct Tone: Sendable {
  var base: Color
  var shade: Color

  /// For parts on the far side, which are all in shade.
  var inShadow: Tone { shade.flat }
}
