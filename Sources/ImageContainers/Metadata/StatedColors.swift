/// The color space that a file declares.
package enum StatedColors: Sendable, Equatable {
  /// None, which viewers treat as sRGB.
  case nothing
  /// sRGB, or one that looks the same.
  case sRGB
  /// Display P3, the wide gamut of Apple's displays.
  case displayP3
  /// Another color space: its name, at most 64 characters.
  case other(String)
  /// A color profile or chunk that cannot be read, and why.
  case unreadable(String)
}

extension StatedColors {
  /// Reads the color chunk of a PNG that has precedence; nil if that is iCCP, whose profile is
  /// compressed.
  package init?(chunksOf png: PNGContainer, in bytes: [UInt8]) {
    switch PNGColors(of: png, in: bytes) {
    case .coded(let primaries, let transfer):
      self = Self.coded(primaries: primaries, transfer: transfer)
    case .profile: return nil
    case .sRGB: self = .sRGB
    case .measured(let gamma, let primaries):
      self = Self.measured(gamma: gamma, primaries: primaries)
    case .none: self = png.colorProblem.map { .unreadable($0) } ?? .nothing
    }
  }

  // ITU-T H.273, tables 2 and 3.
  private static func coded(primaries: UInt8, transfer: UInt8) -> StatedColors {
    switch (primaries, transfer) {
    case (1, 13), (1, 1), (1, 6): .sRGB
    case (12, 13): .displayP3
    case (9, 16): .other("BT.2100 PQ")
    case (9, 18): .other("BT.2100 HLG")
    default: .other("cICP primaries \(primaries), transfer \(transfer)")
    }
  }

  /// - Parameters:
  ///   - gamma: the value of gAMA, 100,000 times the encoding exponent.
  ///   - primaries: the eight values of cHRM, 100,000 times x and y of white, red, green and blue.
  private static func measured(gamma: Int?, primaries: [Int]?) -> StatedColors {
    // The tolerance is half a code at middle gray.
    if let gamma, abs(gamma - 45455) > 1000 {
      return .other("a gamma of \(decimal(gamma))")
    }
    let known: [(colors: StatedColors, numbers: [Int])] = [
      (.sRGB, [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]),
      (.displayP3, [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]),
      (
        .other("Adobe RGB (1998)"), [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]
      ),
    ]
    guard let primaries else { return .sRGB }
    let match = known.first { _, numbers in
      numbers.count == primaries.count && zip(numbers, primaries).allSatisfy { abs($0 - $1) <= 500 }
    }
    return match?.colors ?? .other("custom primaries (cHRM)")
  }

  /// Formats a value that is multiplied by 100,000 with two decimals.
  private static func decimal(_ value: Int) -> String {
    let hundredths = (value + 500) / 1000
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }
}
