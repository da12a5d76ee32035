import Pixels
import TestSupport
import Testing

/// WCAG 2.2's thresholds; linear values of codes are those of IEC 61966-2-1.
@Suite("Flashes")
struct FlashMeterTests {
  func canvas(_ pixel: Pixel, cells: Int = 256) -> Thumbnail {
    Thumbnail(of: Bitmap(width: 16, height: 16) { x, y in y * 16 + x < cells ? pixel : .gray(128) })
  }

  /// Alternates two colors and returns what flashes.
  func flashing(
    _ first: Pixel, _ second: Pixel, frames: Int = 9, seconds: Double = 0.125, cells: Int = 256,
    loops: Bool = false
  ) -> FlashMeter.Flashing? {
    var meter = FlashMeter()
    for frame in 0..<frames {
      meter.show(canvas(frame % 2 == 0 ? first : second, cells: cells), seconds: seconds)
    }
    if loops { meter.loop() }
    return meter.worst
  }

  @Test("three flashes within a second are safe, the fourth is not")
  func count() {
    // Nine frames have eight transitions, which are four flashes.
    let four = flashing(.gray(0), .gray(255))
    #expect(four?.kind == .general)
    #expect(four?.area == 1)
    #expect(four?.seconds == 1)
    #expect(flashing(.gray(0), .gray(255), frames: 8) == nil)
  }

  /// Alternates two canvases whose first cells have the first color, and the others the second.
  private func flicker(_ colors: (Pixel, Pixel), cells: Int, seconds: Double = 0.125) -> FlashMeter
  {
    var meter = FlashMeter()
    for frame in 0..<9 {
      let (first, second) = frame % 2 == 0 ? colors : (colors.1, colors.0)
      meter.show(
        Thumbnail(
          of: Bitmap(width: 16, height: 16) { x, y in y * 16 + x < cells ? first : second }),
        seconds: seconds)
    }
    return meter
  }

  @Test("cells that flash in turns flicker")
  func flickering() {
    // Three quarters against one: a half of the change from black to white remains, below two thirds.
    let meter = flicker((.gray(0), .gray(255)), cells: 192)
    #expect(meter.worst == nil)
    #expect(meter.flicker?.area == 1)
    // Six intervals of 1/8 s are three flashes.
    #expect(meter.flicker?.rate == 4)
    #expect(flicker((.gray(0), .gray(255)), cells: 192, seconds: 0.15).flicker == nil)
  }

  /// Alternates two canvases, row by row; nil is transparent.
  private func flicker(_ rows: [(Int) -> Pixel?]) -> FlashMeter.Flashing? {
    var meter = FlashMeter()
    for frame in 0..<9 {
      let bitmap = Bitmap(width: 16, height: 16) { _, y in rows[frame % 2](y) ?? .clear }
      meter.show(Thumbnail(of: bitmap), seconds: 0.125)
    }
    return meter.flicker
  }

  @Test("art that moves and is squeezed does not flicker, although its mean color changes")
  func squeezing() {
    /// Black legs of 4 rows below a white body.
    func figure(_ body: Range<Int>) -> (Int) -> Pixel? {
      { y in
        body.contains(y)
          ? .gray(255) : (body.upperBound..<body.upperBound + 4).contains(y) ? .gray(0) : nil
      }
    }
    #expect(flicker([figure(4..<8), figure(7..<8)]) == nil)
    // Six rows is motion, seven and eight are not, which are a quarter of the art. The mean of equal art stays.
    #expect(flicker([figure(0..<4), figure(6..<7)]) == nil)
    #expect(flicker([figure(0..<4), figure(8..<9)]) != nil)
    #expect(flicker([figure(0..<4), figure(8..<12)]) == nil)
  }

  @Test("less than 15% of the art in new colors is a detail", arguments: [38, 39])
  func detail(_ cells: Int) {
    var meter = FlashMeter()
    for frame in 0..<9 {
      // The others redden by 0.116, less than a new color: the mean changes by at least 0.21.
      let bitmap = Bitmap(width: 16, height: 16) { x, y in
        if frame % 2 == 0 { return .gray(128) }
        return y * 16 + x < cells
          ? Pixel(red: 255, green: 255, blue: 0) : Pixel(red: 156, green: 128, blue: 128)
      }
      meter.show(Thumbnail(of: bitmap), seconds: 0.125)
    }
    #expect(meter.flicker?.area == (cells == 39 ? 39.0 / 256 : nil))
  }

  @Test("the eighth transition must fall within one second of the first")
  func second() {
    // Seven intervals of 1/7 s are a whole second, which belongs to the next.
    #expect(flashing(.gray(0), .gray(255), frames: 40, seconds: 1.0 / 7) == nil)
    #expect(flashing(.gray(0), .gray(255), frames: 40, seconds: 0.142) != nil)
  }

  @Test(
    "a change of at least 0.1 counts if the darker luminance is below 0.8",
    arguments: [
      // 0.09990 and 0.10224.
      (0, 89, false), (0, 90, true),
      // 0.79910 and 0.80695, both 0.19 and more from white.
      (231, 255, true), (232, 255, false),
    ])
  func luminance(_ dark: UInt8, _ light: UInt8, _ expected: Bool) {
    #expect((flashing(.gray(dark), .gray(light)) != nil) == expected)
    #expect((flashing(.gray(light), .gray(dark), frames: 10) != nil) == expected)
  }

  @Test("a slow change adds up to one transition between its peak and its valley")
  func slow() {
    // 0 to white in three steps and back: six steps are one flash.
    var meter = FlashMeter()
    for frame in 0..<60 {
      let step = [0, 1, 2, 3, 2, 1][frame % 6]
      meter.show(canvas(.gray(UInt8(step * 85))), seconds: 0.05)
    }
    // 3.3 flashes a second.
    #expect(meter.worst == nil)
    meter = FlashMeter()
    for frame in 0..<60 {
      let step = [0, 1, 2, 3, 2, 1][frame % 6]
      meter.show(canvas(.gray(UInt8(step * 85))), seconds: 0.04)
    }
    // 4.2 flashes a second.
    #expect(meter.worst?.area == 1)
  }

  @Test("the area is that of the flashing cells", arguments: [63, 64])
  func area(_ cells: Int) {
    #expect(flashing(.gray(0), .gray(255), cells: cells)?.area == Double(cells) / 256)
  }

  @Test("light that moves does not flash, light that comes and goes does")
  func motion() {
    func worst(_ columns: (Int) -> Range<Int>) -> FlashMeter.Flashing? {
      var meter = FlashMeter()
      for frame in 0..<18 {
        let lit = columns(frame)
        let bitmap = Bitmap(width: 16, height: 16) { x, _ in
          lit.contains(x) ? .gray(255) : .gray(0)
        }
        meter.show(Thumbnail(of: bitmap), seconds: 0.1)
      }
      return meter.worst
    }
    // Twelve of 16 columns change five times per second in both.
    #expect(worst { $0 % 2 == 0 ? 1..<7 : 9..<15 } == nil)
    #expect(worst { $0 % 2 == 0 ? 2..<14 : 0..<0 }?.area == 0.75)
    // 6 columns get dark while 1 gets light: 5/7 of the change remain.
    #expect(worst { $0 % 2 == 0 ? 1..<7 : 9..<10 }?.area == 0.4375)
    // 6 columns get dark while 2 get light: half of the change remains.
    #expect(worst { $0 % 2 == 0 ? 1..<7 : 9..<11 } == nil)
  }

  @Test("a red area that moves does not flash")
  func redMotion() {
    var meter = FlashMeter()
    for frame in 0..<18 {
      let bitmap = Bitmap(width: 16, height: 16) { x, _ in
        (x < 8) == (frame % 2 == 0)
          ? Pixel(red: 255, green: 0, blue: 0) : Pixel(red: 127, green: 127, blue: 127)
      }
      meter.show(Thumbnail(of: bitmap), seconds: 0.1)
    }
    #expect(meter.worst == nil)
  }

  @Test("cells that flash in different seconds are not added up")
  func concurrency() {
    var meter = FlashMeter()
    for half in [0, 1] {
      for frame in 0..<9 {
        let bitmap = Bitmap(width: 16, height: 16) { x, _ in
          (x < 8) == (half == 0) && frame % 2 == 1 ? .gray(255) : .gray(0)
        }
        meter.show(Thumbnail(of: bitmap), seconds: 0.125)
      }
    }
    #expect(meter.worst?.area == 0.5)
  }

  @Test("flashes across the end of a loop count, even in a short animation")
  func loop() {
    #expect(flashing(.gray(0), .gray(255), frames: 2) == nil)
    #expect(flashing(.gray(0), .gray(255), frames: 2, loops: true)?.area == 1)
    #expect(flashing(.gray(0), .gray(255), frames: 2, seconds: 0.2, loops: true) == nil)
    // Seven transitions in one play, the eighth is the seam.
    #expect(flashing(.gray(0), .gray(255), frames: 8) == nil)
    #expect(flashing(.gray(0), .gray(255), frames: 8, loops: true) != nil)
    // One frame repeats itself.
    #expect(flashing(.gray(0), .gray(255), frames: 1, loops: true) == nil)
  }

  @Test("translucent pixels flash over one background only")
  func backgrounds() {
    let white = Pixel.gray(255)
    #expect(flashing(.clear, white)?.isOverWhite == false)
    #expect(flashing(.clear, .gray(0))?.isOverWhite == true)
  }

  @Test(
    "red flashes need R / (R + G + B) ≥ 0.8 and more than 0.2 in the CIE 1976 UCS diagram",
    arguments: [
      // Gray of nearly the luminance of red, 0.259 apart.
      ((255, 0, 0), (127, 127, 127), true),
      // 0.2024 and 0.1939 from red, at luminances less than 0.1 apart.
      ((255, 0, 0), (152, 100, 100), true), ((255, 0, 0), (160, 100, 100), false),
      // Shares of 0.8024 and 0.7999, 0.25 apart from the blue.
      ((255, 136, 0), (0, 152, 255), true), ((255, 137, 0), (0, 152, 255), false),
    ] as [((UInt8, UInt8, UInt8), (UInt8, UInt8, UInt8), Bool)])
  func red(
    _ first: (UInt8, UInt8, UInt8), _ second: (UInt8, UInt8, UInt8), _ expected: Bool
  ) {
    let colors = [first, second].map { Pixel(red: $0.0, green: $0.1, blue: $0.2) }
    let found = flashing(colors[0], colors[1])
    #expect(found?.kind == (expected ? .red : nil))
    #expect((flashing(colors[1], colors[0]) != nil) == expected)
  }

  @Test("the size of a red flash is the distance of its extremes")
  func pink() {
    var meter = FlashMeter()
    let colors =
      [(255, 0, 0), (190, 80, 80), (127, 127, 127), (190, 80, 80)] as [(UInt8, UInt8, UInt8)]
    for frame in 0..<18 {
      let color = colors[frame % 4]
      meter.show(
        canvas(Pixel(red: color.0, green: color.1, blue: color.2)), seconds: 0.06)
    }
    #expect(meter.worst?.kind == .red)
  }
}
