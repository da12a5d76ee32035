internal import SystemLibraries

/// The sRGB transfer function and its inverse, as tables.
///
/// Source: IEC 61966-2-1; Display P3 uses the same curve.
enum LinearLight {
  /// The linear light of each 8-bit code, 0 to 1.
  static let fromCode: [Float] = (0...255).map { fromEncoded(Float($0) / 255) }

  /// Returns the linear light, 0 to 1, of an encoded value of 0 to 1.
  static func fromEncoded(_ value: Float) -> Float {
    let value = Double(value)
    return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
  }

  /// The nearest 8-bit code of each of 65,536 equal steps of linear light. Even the darkest codes,
  /// which are closest together, span 20 steps.
  static let toCode: [UInt8] = (0...65535).map { step in
    let value = Double(step) / 65535
    let encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    return UInt8((encoded * 255).rounded())
  }
}
