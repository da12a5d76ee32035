/// An image in memory: straight (not premultiplied) RGBA, 8 bits per channel, row by row.
public struct Bitmap: Sendable, Equatable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// `width * height * 4` samples: red, green, blue, alpha.
  public var samples: [UInt8]

  /// Creates a transparent black bitmap.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    samples = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// Creates a bitmap from `width * height * 4` samples.
  public init(width: Int, height: Int, samples: [UInt8]) {
    precondition(samples.count == width * height * 4, "samples do not fill the bitmap")
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// Compares two pixels at once.
  public static func == (first: Bitmap, second: Bitmap) -> Bool {
    guard first.width == second.width, first.height == second.height else { return false }
    let (mine, theirs) = (first.samples.span, second.samples.span)
    let pairs = mine.count / 8 * 8
    for index in stride(from: 0, to: pairs, by: 8)
    where mine.pixelPair(at: index) != theirs.pixelPair(at: index) { return false }
    return pairs == mine.count || mine.pixelWord(at: pairs) == theirs.pixelWord(at: pairs)
  }

  package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The pixel at a position, which must be inside the bitmap.
  public subscript(x: Int, y: Int) -> Pixel {
    get {
      let index = (y * width + x) * 4
      return Pixel(
        red: samples[index], green: samples[index + 1], blue: samples[index + 2],
        alpha: samples[index + 3])
    }
    set {
      let index = (y * width + x) * 4
      samples[index] = newValue.red
      samples[index + 1] = newValue.green
      samples[index + 2] = newValue.blue
      samples[index + 3] = newValue.alpha
    }
  }

  /// Returns a copy of `area`, which must be inside the bitmap.
  package func cropped(to area: PixelRect) -> Bitmap {
    guard area != bounds else { return self }
    var result: [UInt8] = []
    result.reserveCapacity(area.width * area.height * 4)
    for y in area.y..<area.y + area.height {
      let start = (y * width + area.x) * 4
      result.append(contentsOf: samples[start..<start + area.width * 4])
    }
    return Bitmap(width: area.width, height: area.height, samples: result)
  }
}

/// A pixel of straight RGBA.
public struct Pixel: Sendable, Hashable {
  /// 0 to 255, sRGB-encoded.
  public var red: UInt8
  /// 0 to 255, sRGB-encoded.
  public var green: UInt8
  /// 0 to 255, sRGB-encoded.
  public var blue: UInt8
  /// 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a pixel.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Transparent black.
  public static let clear = Pixel(red: 0, green: 0, blue: 0, alpha: 0)
}
