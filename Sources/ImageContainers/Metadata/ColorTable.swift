internal import SystemLibraries

/// A table of colors in an ICC profile, with the curves and the matrix around it.
///
/// Source: ICC.1:2022, 10.10 (lut16Type), 10.11 (lut8Type), 10.12 (lutAToBType) and 6.3.4 (the encodings of
/// colors).
package struct ColorTable: Sendable {
  /// What is done to three values from 0 to 1.
  private enum Step: Sendable {
    /// A curve for each value, as its values at even steps.
    case curves([[Double]])
    case grid(Grid)
    case matrix(ColorMatrix, offset: SIMD3<Double>)
  }

  /// What the values stand for in the end.
  private enum Encoding: Sendable {
    case xyz
    case lab
    /// Lab as in version 2, whose 16-bit codes end at 0xFF00.
    case oldLab
  }

  private var steps: [Step] = []
  private let encoding: Encoding

  /// Reads a table that converts RGB to the colors that the profile connects to.
  fileprivate init?(_ tag: Range<Int>, of profile: ICCProfile) {
    let (bytes, start) = (profile.bytes, tag.lowerBound)
    // Three values become three others.
    guard tag.count >= 32, bytes[start + 8] == 3, bytes[start + 9] == 3 else { return nil }
    let isOld = bytes.matches("mft2", at: start)
    let isLab = bytes.matches("Lab ", at: 20)
    encoding = isLab ? (isOld ? .oldLab : .lab) : .xyz
    if isOld || bytes.matches("mft1", at: start) {
      readTables(tag, width: isOld ? 2 : 1, in: bytes)
    } else if bytes.matches("mAB ", at: start) {
      readElements(tag, of: profile)
    }
    guard !steps.isEmpty else { return nil }
  }

  /// Reads lut8Type or lut16Type: curves, a grid, curves. Their matrix is for XYZ only.
  ///
  /// - Parameter width: the bytes of a number.
  private mutating func readTables(_ tag: Range<Int>, width: Int, in bytes: [UInt8]) {
    let side = Int(bytes[tag.lowerBound + 10])
    let counts = [48, 50].map { width == 1 ? 256 : bytes.bigEndian16(at: tag.lowerBound + $0) ?? 0 }
    var numbers = Numbers(
      bytes: bytes, offset: tag.lowerBound + (width == 1 ? 48 : 52), end: tag.upperBound,
      width: width)
    guard counts.allSatisfy({ $0 >= 2 }), let input = numbers.curves(counts[0]),
      let grid = Grid([side, side, side], &numbers), let output = numbers.curves(counts[1])
    else { return }
    steps = [.curves(input), .grid(grid), .curves(output)]
  }

  /// Reads lutAToBType: curves, a grid, curves, a matrix, curves. Only the last curves must be there.
  private mutating func readElements(_ tag: Range<Int>, of profile: ICCProfile) {
    let (bytes, start) = (profile.bytes, tag.lowerBound)
    func place(_ offset: Int) -> Int? {
      bytes.bigEndian32(at: start + offset).flatMap { $0 > 0 && $0 < tag.count ? start + $0 : nil }
    }
    func curves(at place: Int) -> Step? {
      profile.curves(at: place, end: tag.upperBound).map(Step.curves)
    }
    var steps: [Step?] = []
    if let place = place(28) { steps.append(curves(at: place)) }
    if let place = place(24), place + 20 <= tag.upperBound {
      var numbers = Numbers(
        bytes: bytes, offset: place + 20, end: tag.upperBound, width: Int(bytes[place + 16]))
      steps.append(Grid((0..<3).map { Int(bytes[place + $0]) }, &numbers).map(Step.grid))
    }
    if let place = place(20) { steps.append(curves(at: place)) }
    if let place = place(16), place + 48 <= tag.upperBound {
      let values = profile.fixed(12, at: place)
      let columns = (0..<3).map { SIMD3(values[$0], values[$0 + 3], values[$0 + 6]) }
      steps.append(.matrix(ColorMatrix(columns), offset: SIMD3(values[9], values[10], values[11])))
    }
    steps.append(place(12).flatMap(curves))
    // A part that cannot be read makes the whole table useless.
    if steps.allSatisfy({ $0 != nil }) { self.steps = steps.compactMap(\.self) }
  }

  /// Returns the XYZ of a color, relative to the white D50.
  ///
  /// - Parameter codes: red, green and blue, 0 to 255.
  package func xyz(_ codes: SIMD3<UInt8>) -> SIMD3<Double> {
    var values = SIMD3<Double>(codes) / 255
    for step in steps {
      switch step {
      case .curves(let curves):
        for index in 0..<3 { values[index] = curves[index].interpolated(at: values[index]) }
      case .grid(let grid): values = grid.interpolated(at: values)
      case .matrix(let matrix, let offset): values = matrix * values + offset
      }
    }
    switch encoding {
    case .xyz: return values * (1 + 32767.0 / 32768)
    case .lab: return Self.xyz(lab: values * SIMD3(100, 255, 255) - SIMD3(0, 128, 128))
    case .oldLab:
      let codes = values * 65535
      return Self.xyz(lab: codes / SIMD3(652.8, 256, 256) - SIMD3(0, 128, 128))
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

  /// Colors on a grid of red, green and blue.
  private struct Grid: Sendable {
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
        let low = min(Int(place), sides[axis] - 2)
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
  fileprivate struct Numbers {
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
}

extension ICCProfile {
  /// The conversion of red, green and blue, 0 to 255, to XYZ relative to the white D50; nil if the profile is
  /// incomplete. A table has precedence over primaries and curves (ICC.1:2022, 8.10).
  package var xyz: ((SIMD3<UInt8>) -> SIMD3<Double>)? { table?.xyz ?? space?.xyz }

  /// The table that converts RGB without adapting it to a smaller gamut, or else the perceptual one; nil if
  /// there is none, or if it cannot be read.
  package var table: ColorTable? {
    guard bytes.matches("RGB ", at: 16),
      let tag = tag("A2B1") ?? tag("A2B0")
    else { return nil }
    return ColorTable(tag, of: self)
  }

  /// Reads three curves, each of which begins at a multiple of four bytes.
  fileprivate func curves(at offset: Int, end: Int) -> [[Double]]? {
    var offset = offset
    var curves: [[Double]] = []
    for _ in 0..<3 {
      guard offset < end, let curve = curve(offset..<end) else { return nil }
      // lcms samples them in the same way.
      curves.append((0...4095).map { curve(Double($0) / 4095) })
      let isTable = bytes.matches("curv", at: offset)
      let count =
        isTable
        ? 2 * (bytes.bigEndian32(at: offset + 8) ?? 0)
        : 4 * [1, 3, 4, 5, 7][bytes.bigEndian16(at: offset + 8) ?? 0]
      offset += (12 + count + 3) / 4 * 4
    }
    return curves
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
    let low = Swift.min(Int(place), count - 2)
    return self[low] + (self[low + 1] - self[low]) * (place - Double(low))
  }
}
