internal import SystemLibraries

/// An RGB color space of three primaries and tone curves.
package struct RGBSpace: Sendable, Equatable {
  /// The linear light, 0 to 1, of the codes 0 to 255 of red, green and blue.
  package let curves: [[Double]]
  /// The XYZ of full red, green and blue, adapted to the white D50.
  package let primaries: [SIMD3<Double>]
}

extension RGBSpace {
  /// Creates a space from the chromaticities x and y of white, red, green and blue.
  ///
  /// The white is adapted to D50 by the Bradford transform (ICC.1:2022, annex E).
  ///
  /// - Returns: nil if the primaries are in one line or not finite.
  package init?(chromaticities: [SIMD2<Double>], curve: (Double) -> Double) {
    func color(_ place: SIMD2<Double>) -> SIMD3<Double> {
      SIMD3(place.x / place.y, 1, (1 - place.x - place.y) / place.y)
    }
    let white = color(chromaticities[0])
    let directions = ColorMatrix(chromaticities[1...].map(color))
    guard let inverse = directions.inverse, let cones = ColorMatrix.bradford.inverse else {
      return nil
    }
    let amounts = inverse * white
    let scales = (ColorMatrix.bradford * Self.d50) / (ColorMatrix.bradford * white)
    let primaries = (0..<3).map {
      cones * ((ColorMatrix.bradford * (directions.columns[$0] * amounts[$0])) * scales)
    }
    guard primaries.allSatisfy({ $0.sum().isFinite }) else { return nil }
    self.init(
      curves: Array(repeating: Self.samples(of: curve), count: 3), primaries: primaries)
  }

  fileprivate static func samples(of curve: (Double) -> Double) -> [Double] {
    (0...255).map { curve(Double($0) / 255) }
  }

  /// Returns the XYZ of a color, relative to the white D50.
  ///
  /// - Parameter codes: red, green and blue, 0 to 255.
  package func xyz(_ codes: SIMD3<UInt8>) -> SIMD3<Double> {
    (0..<3).reduce(.zero) { $0 + primaries[$1] * curves[$1][Int(codes[$1])] }
  }

  /// The matrix that converts XYZ, relative to the white D50, to linear light of sRGB.
  package static let fromXYZ = RGBSpace(chromaticities: sRGB, curve: { $0 }).flatMap {
    ColorMatrix($0.primaries).inverse
  }

  // x and y of white, red, green and blue. Source: ITU-T H.273, table 2.
  private static let d65 = SIMD2(0.3127, 0.3290)
  static let sRGB = [d65, SIMD2(0.64, 0.33), SIMD2(0.30, 0.60), SIMD2(0.15, 0.06)]
  private static let displayP3 = [
    d65, SIMD2(0.68, 0.32), SIMD2(0.265, 0.69), SIMD2(0.15, 0.06),
  ]
  private static let bt2020 = [
    d65, SIMD2(0.708, 0.292), SIMD2(0.17, 0.797), SIMD2(0.131, 0.046),
  ]

  /// ICC.1:2022, 7.2.16.
  static let d50 = SIMD3(0.9642, 1, 0.8249)
}

extension RGBSpace {
  /// Reads the color chunk of a PNG that has precedence; nil if there is none, if it is sRGB or iCCP, or if
  /// its values are not supported: PQ, HLG and rare code points of cICP.
  package init?(chunksOf png: PNGContainer, in bytes: [UInt8]) {
    switch PNGColors(of: png, in: bytes) {
    case .none, .profile, .sRGB: return nil
    case .coded(let primaries, let transfer): self.init(primaries: primaries, transfer: transfer)
    case .measured(let gamma, let primaries):
      let numbers = (primaries ?? []).map { Double($0) / 100_000 }
      let places = stride(from: 0, to: numbers.count - 1, by: 2).map {
        SIMD2(numbers[$0], numbers[$0 + 1])
      }
      guard gamma != 0, places.allSatisfy({ $0.y > 0 }) else { return nil }
      self.init(
        chromaticities: places.count == 4 ? places : Self.sRGB,
        curve: { value in
          gamma.map { pow(value, 100_000 / Double($0)) } ?? Self.sRGBCurve(value)
        })
    }
  }

  /// ITU-T H.273, tables 2 and 3.
  private init?(primaries: UInt8, transfer: UInt8) {
    let known: [UInt8: [SIMD2<Double>]] = [1: Self.sRGB, 9: Self.bt2020, 12: Self.displayP3]
    let curve: ((Double) -> Double)? =
      switch transfer {
      // Displays use the same curve for sRGB and for video.
      case 1, 6, 13, 14, 15: { Self.sRGBCurve($0) }
      case 4: { pow($0, 2.2) }
      case 5: { pow($0, 2.8) }
      case 8: { $0 }
      default: nil
      }
    guard let known = known[primaries], let curve else { return nil }
    self.init(chromaticities: known, curve: curve)
  }

  /// IEC 61966-2-1.
  private static func sRGBCurve(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

extension ICCProfile {
  /// The primaries and curves of the profile; nil if it has none, but tables of colors.
  ///
  /// Source: ICC.1:2022, 8.3.3 (matrix profiles), 8.3.4 (gray), 10.6 (curves), 10.18 (parametric curves).
  var space: RGBSpace? {
    if bytes.matches("GRAY", at: 16) {
      guard let curve = tag("kTRC").flatMap(curve) else { return nil }
      return RGBSpace(chromaticities: RGBSpace.sRGB, curve: curve)
    }
    let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tag($0).flatMap(curve) }
    guard curves.count == 3, primaries.count == 3 else { return nil }
    return RGBSpace(curves: curves.map(RGBSpace.samples), primaries: primaries)
  }
}

/// A matrix of three columns.
package struct ColorMatrix: Sendable {
  let columns: [SIMD3<Double>]

  init(_ columns: [SIMD3<Double>]) { self.columns = columns }

  /// From XYZ to the responses of the eye's cones. Source: ICC.1:2022, annex E.
  static let bradford = ColorMatrix([
    SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685),
    SIMD3(-0.1614, 0.0367, 1.0296),
  ])

  package static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns[0] * vector.x + matrix.columns[1] * vector.y + matrix.columns[2] * vector.z
  }

  /// The inverse; nil if there is none.
  var inverse: ColorMatrix? {
    func cross(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(
        first.y * second.z - first.z * second.y, first.z * second.x - first.x * second.z,
        first.x * second.y - first.y * second.x)
    }
    let rows = [
      cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1]),
    ]
    let determinant = (columns[0] * rows[0]).sum()
    guard abs(determinant) > 1e-9 else { return nil }
    return ColorMatrix(
      (0..<3).map { SIMD3(rows[0][$0], rows[1][$0], rows[2][$0]) / determinant })
  }
}
