internal import Basics

/// A part of a table: the conversion of three values from 0 to 1.
private typealias Step = (SIMD3<Double>) -> SIMD3<Double>

/// Tables of colors in a profile, with the curves and the matrix around them.
///
/// Source: ICC.1:2022, 10.10 (lut16Type), 10.11 (lut8Type), 10.12 (lutAToBType) and 6.3.4 (the encodings of
/// colors).
extension ICCProfile {
  /// The conversion of red, green and blue, 0 to 255, to XYZ relative to the white D50; nil if the profile is
  /// incomplete. A table has precedence over primaries and curves (ICC.1:2022, 8.10).
  package var xyz: ((SIMD3<UInt8>) -> SIMD3<Double>)? { table ?? space?.xyz }

  /// The conversion by the table that does not adapt RGB to a smaller gamut, or else by the perceptual one;
  /// nil if there is none, or if it cannot be read.
  package var table: ((SIMD3<UInt8>) -> SIMD3<Double>)? {
    guard bytes.matches("RGB ", at: 16), let tag = tag("A2B1") ?? tag("A2B0"), tag.count >= 32,
      // Three values become three others.
      bytes[tag.lowerBound + 8] == 3, bytes[tag.lowerBound + 9] == 3
    else { return nil }
    let isOld = bytes.matches("mft2", at: tag.lowerBound)
    let steps =
      if isOld || bytes.matches("mft1", at: tag.lowerBound) {
        tables(tag, width: isOld ? 2 : 1)
      } else {
        elements(tag)
      }
    guard let steps else { return nil }
    let isLab = bytes.matches("Lab ", at: 20)
    return { codes in
      let values = steps.reduce(SIMD3<Double>(codes) / 255) { $1($0) }
      guard isLab else { return values * (1 + 32767.0 / 32768) }
      // The 16-bit codes of version 2 end at 0xFF00.
      let lab = isOld ? values * 65535 / SIMD3(652.8, 256, 256) : values * SIMD3(100, 255, 255)
      return Self.xyz(lab: lab - SIMD3(0, 128, 128))
    }
  }

  /// CIE 15:2004, 8.2.1.
  private static func xyz(lab: SIMD3<Double>) -> SIMD3<Double> {
    let y = (lab.x + 16) / 116
    func share(_ value: Double) -> Double {
      value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * 108 / 841
    }
    return RGBSpace.d50 * SIMD3(share(y + lab.y / 500), share(y), share(y - lab.z / 200))
  }

  /// Reads lut8Type or lut16Type: curves, a grid, curves. Their matrix is for XYZ only.
  ///
  /// - Parameter width: the bytes of a number.
  private func tables(_ tag: Range<Int>, width: Int) -> [Step]? {
    let side = Int(bytes[tag.lowerBound + 10])
    let counts = [48, 50].map { width == 1 ? 256 : bytes.bigEndian16(at: tag.lowerBound + $0) ?? 0 }
    var numbers = Numbers(
      bytes: bytes, offset: tag.lowerBound + (width == 1 ? 48 : 52), end: tag.upperBound,
      width: width)
    guard counts.allSatisfy({ $0 >= 2 }), let input = numbers.curves(counts[0]),
      let grid = Grid([side, side, side], &numbers), let output = numbers.curves(counts[1])
    else { return nil }
    return [Self.applying(input), grid.interpolated, Self.applying(output)]
  }

  /// Reads lutAToBType: curves, a grid, curves, a matrix, curves. Only the last curves must be there.
  private func elements(_ tag: Range<Int>) -> [Step]? {
    let start = tag.lowerBound
    guard bytes.matches("mAB ", at: start) else { return nil }
    func place(_ offset: Int) -> Int? {
      (bytes.bigEndian32(at: start + offset)?.bounded).flatMap {
        $0 > 0 && $0 < tag.count ? start + $0 : nil
      }
    }
    func curves(at place: Int) -> Step? {
      self.curves(at: place, end: tag.upperBound).map(Self.applying)
    }
    var steps: [Step?] = []
    if let place = place(28) { steps.append(curves(at: place)) }
    if let place = place(24), place + 20 <= tag.upperBound {
      var numbers = Numbers(
        bytes: bytes, offset: place + 20, end: tag.upperBound, width: Int(bytes[place + 16]))
      steps.append(Grid((0..<3).map { Int(bytes[place + $0]) }, &numbers)?.interpolated)
    }
    if let place = place(20) { steps.append(curves(at: place)) }
    if let place = place(16), place + 48 <= tag.upperBound {
      let values = fixed(12, at: place)
      let matrix = ColorMatrix(
        (0..<3).map { SIMD3(values[$0], values[$0 + 3], values[$0 + 6]) })
      steps.append { matrix * $0 + SIMD3(values[9], values[10], values[11]) }
    }
    steps.append(place(12).flatMap(curves))
    // A part that cannot be read makes the whole table useless.
    let known = steps.compactMap { $0 }
    return known.count == steps.count ? known : nil
  }

  private static func applying(_ curves: [[Double]]) -> Step {
    { values in
      SIMD3(
        curves[0].interpolated(at: values[0]), curves[1].interpolated(at: values[1]),
        curves[2].interpolated(at: values[2]))
    }
  }

  /// Reads three curves, each of which begins at a multiple of four bytes.
  private func curves(at offset: Int, end: Int) -> [[Double]]? {
    var offset = offset
    var curves: [[Double]] = []
    for _ in 0..<3 {
      guard offset < end, let curve = curve(offset..<end) else { return nil }
      // lcms samples them in the same way.
      curves.append((0...4095).map { curve(Double($0) / 4095) })
      let isTable = bytes.matches("curv", at: offset)
      let count =
        isTable
        ? 2 * (bytes.bigEndian32(at: offset + 8)?.bounded ?? 0)
        : 4 * [1, 3, 4, 5, 7][bytes.bigEndian16(at: offset + 8) ?? 0]
      offset += (12 + count + 3) / 4 * 4
    }
    return curves
  }
}

/// Colors on a grid of red, green and blue.
private struct Grid {
  /// The number of points along each axis, at least 2.
  private let sides: [Int]
  /// The steps from a point to the next one along each axis.
  private let strides: [Int]
  private let colors: [SIMD3<Double>]

  init?(_ sides: [Int], _ numbers: inout Numbers) {
    guard sides.allSatisfy({ $0 >= 2 }), let values = numbers.next(3 * sides.reduce(1, *)) else {
      return nil
    }
    self.sides = sides
    strides = [sides[1] * sides[2], sides[2], 1]
    colors = stride(from: 0, to: values.count, by: 3).map {
      SIMD3(values[$0], values[$0 + 1], values[$0 + 2])
    }
  }

  /// Interpolates in the tetrahedron around a color: from the lowest corner of its cube, along the axes in
  /// the order of their fractions.
  func interpolated(at color: SIMD3<Double>) -> SIMD3<Double> {
    var index = 0
    var rest: [(fraction: Double, stride: Int)] = []
    for axis in 0..<3 {
      let place = color[axis].clamped * Double(sides[axis] - 1)
      let low = min(Int(clamping: place), sides[axis] - 2)
      index += low * strides[axis]
      rest.append((place - Double(low), strides[axis]))
    }
    var result = colors[index]
    for (fraction, stride) in rest.sorted(by: { $0.fraction > $1.fraction }) {
      result += (colors[index + stride] - colors[index]) * fraction
      index += stride
    }
    return result
  }
}

/// Unsigned numbers of 8 or 16 bits, scaled to 0 to 1.
private struct Numbers {
  var bytes: [UInt8]
  var offset: Int
  var end: Int
  /// The bytes of a number.
  var width: Int

  mutating func next(_ count: Int) -> [Double]? {
    guard width == 1 || width == 2, offset + count * width <= end else { return nil }
    defer { offset += count * width }
    return (0..<count).map { index in
      width == 1
        ? Double(bytes[offset + index]) / 255
        : Double(bytes.bigEndian16(at: offset + 2 * index) ?? 0) / 65535
    }
  }

  mutating func curves(_ count: Int) -> [[Double]]? {
    let curves = (0..<3).compactMap { _ in next(count) }
    return curves.count == 3 ? curves : nil
  }
}

extension Double {
  /// The number, at least 0 and at most 1; 0 if it is not a number.
  fileprivate var clamped: Double { self > 0 ? min(self, 1) : 0 }
}

extension [Double] {
  /// Interpolates between even steps from 0 to 1.
  fileprivate func interpolated(at value: Double) -> Double {
    let place = value.clamped * Double(count - 1)
    let low = Swift.min(Int(clamping: place), count - 2)
    return self[low] + (self[low + 1] - self[low]) * (place - Double(low))
  }
}
