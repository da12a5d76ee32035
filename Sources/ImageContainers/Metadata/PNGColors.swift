/// The color chunk of a PNG that has precedence, as it is stored.
///
/// Source: PNG Third Edition, 4.3 and 11.3.2.
enum PNGColors {
  case none
  /// cICP: code points of ITU-T H.273, tables 2 and 3.
  case coded(primaries: UInt8, transfer: UInt8)
  /// iCCP, whose profile is compressed.
  case profile
  case sRGB
  /// gAMA and cHRM, or one of them, all 100,000 times their values.
  ///
  /// - Parameters:
  ///   - gamma: the encoding exponent.
  ///   - primaries: x and y of white, red, green and blue.
  case measured(gamma: Int?, primaries: [Int]?)

  init(of png: PNGContainer, in bytes: [UInt8]) {
    func data(_ type: String) -> Range<Int>? {
      png.colorChunks.first { bytes.matches(type, at: $0.lowerBound + 4) }
        .map { $0.lowerBound + 8..<$0.upperBound - 4 }
    }
    if let code = data("cICP") {
      self = .coded(primaries: bytes[code.lowerBound], transfer: bytes[code.lowerBound + 1])
    } else if data("iCCP") != nil {
      self = .profile
    } else if data("sRGB") != nil {
      self = .sRGB
    } else if data("gAMA") != nil || data("cHRM") != nil {
      self = .measured(
        gamma: data("gAMA").flatMap {
          bytes.bigEndian32(at: $0.lowerBound).map { Int(clamping: $0) }
        },
        primaries: data("cHRM").map { range in
          stride(from: range.lowerBound, to: range.upperBound, by: 4)
            .compactMap { bytes.bigEndian32(at: $0).map { Int(clamping: $0) } }
        })
    } else {
      self = .none
    }
  }
}
