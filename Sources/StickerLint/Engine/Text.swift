package import Basics
package import ImageContainers
package import Pixels

extension Text {
  /// A color without its alpha: `#FF8000`.
  package static func color(_ pixel: Pixel) -> String {
    let digits = Array("0123456789ABCDEF")
    return [pixel.red, pixel.green, pixel.blue].reduce("#") { text, code in
      text + String([digits[Int(code >> 4)], digits[Int(code & 15)]])
    }
  }

  /// The usual name of a color, without its alpha: `dark blue`.
  package static func colorName(_ pixel: Pixel) -> String {
    let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
    let (largest, smallest) = (max(red, green, blue), min(red, green, blue))
    let range = largest - smallest
    if largest <= 24 { return "black" }
    if smallest >= 245 { return "white" }
    let shade = largest < 100 ? "dark " : smallest > 150 ? "light " : ""
    // A tenth of saturation, or less than is seen in the dark.
    if range * 10 <= largest || range < 16 { return shade + "gray" }
    // The hue in degrees, from red over green to blue.
    let hue =
      switch largest {
      case red: ((green - blue) * 60 / range + 360) % 360
      case green: (blue - red) * 60 / range + 120
      default: (red - green) * 60 / range + 240
      }
    let name =
      switch hue {
      case 15..<45: largest < 190 ? "brown" : "orange"
      case 45..<70: "yellow"
      case 70..<165: "green"
      case 165..<190: "turquoise"
      case 190..<255: "blue"
      case 255..<290: "purple"
      case 290..<345: "pink"
      default: "red"
      }
    return shade + name
  }

  /// A rectangle: `51 × 51 px at (102, 51)`.
  package static func area(_ area: PixelRect) -> String {
    "\(area.width) × \(area.height) px at (\(area.x), \(area.y))"
  }

  /// The position of a rectangle's center in a canvas: `at the top on the left`, `in the middle`.
  package static func position(of area: PixelRect, in canvas: CanvasSize) -> String {
    /// The third of a side with the center of a part of it, 0 to 2.
    func third(_ place: Int, _ length: Int, of side: Int) -> Int {
      min(2, (place * 2 + length) * 3 / max(1, side * 2))
    }
    let column = third(area.x, area.width, of: canvas.width)
    let row = third(area.y, area.height, of: canvas.height)
    let words = [
      ["at the top", nil, "at the bottom"][row], ["on the left", nil, "on the right"][column],
    ].compactMap { $0 }
    return words.isEmpty ? "in the middle" : words.joined(separator: " ")
  }
}
