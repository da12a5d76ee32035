import Pixels
import StickerLint
import TestSupport

extension Sketch {
  /// Draws a piece of art on this sketch's canvas.
  func canvas(_ art: Art) -> Bitmap {
    let background = art.backdrop.map { Pixel($0) } ?? .clear
    var canvas = Bitmap(width: width, height: height, filledWith: background)
    let artWidth = art.width ?? min(width, height) * 84 / 100
    let form = Form(
      art.shape,
      area: PixelRect(
        x: (width - artWidth) / 2 + art.x,
        y: (height - (art.height ?? artWidth)) / 2 + art.y,
        width: artWidth, height: art.height ?? artWidth))
    var noise = Noise(left: art.noise)
    if let area = form.area.intersection(canvas.bounds) {
      for y in area.y..<area.y + area.height {
        for x in area.x..<area.x + area.width {
          var cover = art.pixels.map { form.cover(x, y, inPixels: $0) } ?? form.cover(x, y)
          if art.hasHardEdge { cover = cover.rounded() }
          guard cover > 0 else { continue }
          var color = Pixel(art.fill)
          let lower = y * 4 >= form.area.y * 4 + form.area.height * 3 ? art.lower : nil
          if let lower {
            color = Pixel(lower)
          } else if let rim = art.rim, form.inset(by: art.rimWidth).cover(x, y) == 0 {
            color = Pixel(rim)
          } else if let leftover = art.leftover, form.innerPart.cover(x, y) == 0 {
            color = Pixel(leftover)
          }
          if cover == 1, form.inset(by: 24).cover(x, y) == 1 { noise.color(&color) }
          if let matte = art.matte, lower == nil { color = Pixel(matte).mixed(with: color, cover) }
          color.alpha = UInt8((255 * cover).rounded())
          canvas[x, y] =
            art.backdrop == nil ? color : background.mixed(with: color, Double(color.alpha) / 255)
        }
      }
    }
    for hole in art.holes {
      let block = Bitmap(width: hole.width, height: hole.height, filledWith: .clear)
      canvas.replace(with: block, x: hole.x, y: hole.y)
    }
    for speck in art.specks {
      let block = Bitmap(width: speck.width, height: speck.height, filledWith: Pixel(art.fill))
      canvas.replace(with: block, x: speck.x, y: speck.y)
    }
    for y in 0..<min(height, art.hiddenRows) {
      for x in 0..<width where canvas[x, y].alpha == 0 {
        var hidden = Pixel(red: UInt8(x & 255), green: UInt8(y & 255), blue: 90)
        if art.hidesOwnColor {
          hidden = Pixel(art.fill)
          hidden.red ^= UInt8(x & 31)
        }
        hidden.alpha = 0
        canvas[x, y] = hidden
      }
    }
    return canvas
  }

  /// A shape and the rectangle that it fills.
  private struct Form {
    var shape: Art.Shape
    var area: PixelRect

    init(_ shape: Art.Shape, area: PixelRect) {
      self.shape = shape
      self.area = area
    }

    func inset(by distance: Int) -> Form {
      Form(
        shape,
        area: PixelRect(
          x: area.x + distance, y: area.y + distance, width: max(0, area.width - distance * 2),
          height: max(0, area.height - distance * 2)))
    }

    /// The form inside a rim of 6 px on the left, 3 px above and below, and nothing on the right.
    var innerPart: Form {
      var inner = inset(by: 3)
      inner.area.x += 3
      return inner
    }

    /// Whether it covers the center of one of some large pixels along each side, 0 or 1.
    func cover(_ x: Int, _ y: Int, inPixels count: Int) -> Double {
      func center(_ place: Int, _ start: Int, _ length: Int) -> Int {
        start + ((place - start) * count / length * 2 + 1) * length / (count * 2)
      }
      return cover(center(x, area.x, area.width), center(y, area.y, area.height)).rounded()
    }

    /// The share of a pixel that it covers, 0 to 1.
    func cover(_ x: Int, _ y: Int) -> Double {
      guard area.width > 0, area.height > 0 else { return 0 }
      switch shape {
      case .box:
        return area.intersection(PixelRect(x: x, y: y, width: 1, height: 1)) == nil ? 0 : 1
      case .disc:
        // Pixels near the edge are sampled in 4 × 4 points.
        let far = distance(Double(x) + 0.5, Double(y) + 0.5)
        let margin = 3 / Double(min(area.width, area.height))
        if far < 1 - margin { return 1 }
        if far > 1 + margin { return 0 }
        var inside = 0
        for place in 0..<16 {
          let (right, down) = (Double(place % 4) / 4 + 0.125, Double(place / 4) / 4 + 0.125)
          if distance(Double(x) + right, Double(y) + down) < 1 { inside += 1 }
        }
        return Double(inside) / 16
      }
    }

    /// The distance of a point from the center; 1 on the edge of the ellipse.
    private func distance(_ x: Double, _ y: Double) -> Double {
      let (width, height) = (Double(area.width) / 2, Double(area.height) / 2)
      let right = (x - Double(area.x) - width) / width
      let down = (y - Double(area.y) - height) / height
      return (right * right + down * down).squareRoot()
    }
  }

  /// Random colors, which do not compress; the same in each run.
  private struct Noise {
    var left: Int
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func color(_ pixel: inout Pixel) {
      guard left > 0 else { return }
      left -= 1
      // Knuth's MMIX generator; its high bits are the random ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      pixel = Pixel(
        red: UInt8(truncatingIfNeeded: state >> 56), green: UInt8(truncatingIfNeeded: state >> 48),
        blue: UInt8(truncatingIfNeeded: state >> 40))
    }
  }
}

extension Pixel {
  /// An opaque color from 0xRRGGBB.
  init(_ code: UInt32) {
    self.init(
      red: UInt8(code >> 16 & 255), green: UInt8(code >> 8 & 255), blue: UInt8(code & 255))
  }

  /// The opaque color between this one and another, mixed in sRGB codes as most programs do.
  fileprivate func mixed(with other: Pixel, _ share: Double) -> Pixel {
    func channel(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(own) + (Double(other) - Double(own)) * share).rounded())
    }
    return Pixel(
      red: channel(red, other.red), green: channel(green, other.green),
      blue: channel(blue, other.blue))
  }
}
