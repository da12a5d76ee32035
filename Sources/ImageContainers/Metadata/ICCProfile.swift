internal import Basics
internal import SystemLibraries

/// An ICC profile of RGB or gray.
///
/// Source: ICC.1:2022, 7.2 (header), 7.3 (tag table), 9.2 (tags), 10 (types).
package struct ICCProfile: Sendable {
  let bytes: [UInt8]
  private static let maximumTags = 100

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The color space, identified by its primaries, tone curve and name.
  package var colors: StatedColors {
    guard bytes.count >= 132, bytes.matches("acsp", at: 36) else {
      return .unreadable("missing ICC header")
    }
    let name = name
    let curve = (tag("rTRC") ?? tag("kTRC")).flatMap(curve)
    // At 0.5, sRGB's curve is 0.214; a gamma of 2.2 is 0.218, and 1.8 is 0.287.
    let hasCurve = curve.map { abs($0(0.5) - 0.214) < 0.02 } ?? false
    if bytes.matches("GRAY", at: 16) {
      return hasCurve ? .sRGB : .other(name ?? "an unnamed gray profile")
    }
    let primaries = primaries
    // Profiles with lookup tables have no primaries.
    func isKnown(as text: String, _ known: [SIMD3<Double>]) -> Bool {
      hasCurve && Self.areNear(primaries, known)
        || primaries.isEmpty && name?.contains(text) == true
    }
    if isKnown(as: "sRGB", Self.sRGB) { return .sRGB }
    if isKnown(as: "Display P3", Self.displayP3) { return .displayP3 }
    return .other(name ?? "an unnamed profile")
  }

  // Adapted to D50 by ICC.1:2022, annex E. Sources: IEC 61966-2-1 and SMPTE EG 432-1.
  private static let sRGB = [
    SIMD3(0.4361, 0.2225, 0.0139), SIMD3(0.3851, 0.7169, 0.0971), SIMD3(0.1431, 0.0606, 0.7141),
  ]
  private static let displayP3 = [
    SIMD3(0.5151, 0.2412, -0.0011), SIMD3(0.2920, 0.6922, 0.0419), SIMD3(0.1571, 0.0666, 0.7841),
  ]

  private static func areNear(_ found: [SIMD3<Double>], _ known: [SIMD3<Double>]) -> Bool {
    found.count == 3
      && zip(found, known).allSatisfy { ($0 - $1).max() < 0.01 && ($1 - $0).max() < 0.01 }
  }

  /// The XYZ of full red, green and blue; fewer if the profile does not state all of them.
  var primaries: [SIMD3<Double>] {
    ["rXYZ", "gXYZ", "bXYZ"].compactMap { name in
      guard let tag = tag(name), tag.count >= 20, bytes.matches("XYZ ", at: tag.lowerBound) else {
        return nil
      }
      let numbers = fixed(3, at: tag.lowerBound + 8)
      return SIMD3(numbers[0], numbers[1], numbers[2])
    }
  }

  /// Returns the byte range of a tag's data.
  func tag(_ signature: String) -> Range<Int>? {
    let count = min(Self.maximumTags, bytes.bigEndian32(at: 128)?.bounded ?? 0)
    for index in 0..<count where bytes.matches(signature, at: 132 + 12 * index) {
      guard let offset = bytes.bigEndian32(at: 136 + 12 * index)?.bounded,
        let size = bytes.bigEndian32(at: 140 + 12 * index)?.bounded,
        offset + size <= bytes.count
      else { return nil }
      return offset..<offset + size
    }
    return nil
  }

  /// Reads numbers of the type s15Fixed16Number, and 0 for those after the end.
  func fixed(_ count: Int, at offset: Int) -> [Double] {
    (0..<count).map { index in
      Double(Int32(bitPattern: bytes.bigEndian32(at: offset + 4 * index) ?? 0)) / 65536
    }
  }

  /// Returns the function from codes to linear light, both 0 to 1; nil if the curve in `tag` cannot be read.
  func curve(_ tag: Range<Int>) -> ((Double) -> Double)? {
    let start = tag.lowerBound
    guard tag.count >= 12 else { return nil }
    if bytes.matches("curv", at: start) {
      guard let count = bytes.bigEndian32(at: start + 8)?.bounded,
        tag.count >= 12 + 2 * min(count, tag.count)
      else { return nil }
      func number(_ index: Int) -> Double {
        Double(bytes.bigEndian16(at: start + 12 + 2 * index) ?? 0)
      }
      if count < 2 { return { count == 0 ? $0 : Self.power($0, number(0) / 256) } }
      return { code in
        let place = code * Double(count - 1)
        let index = min(Int(clamping: place), count - 2)
        let (low, high) = (number(index), number(index + 1))
        return (low + (high - low) * (place - Double(index))) / 65535
      }
    }
    // The number of parameters of each type.
    let counts = [1, 3, 4, 5, 7]
    guard bytes.matches("para", at: start), let kind = bytes.bigEndian16(at: start + 8),
      counts.indices.contains(kind), tag.count >= 12 + 4 * counts[kind]
    else { return nil }
    let numbers = fixed(counts[kind], at: start + 12)
    // Below the start of the power, its base is negative and the result 0.
    switch kind {
    case 0: return { Self.power($0, numbers[0]) }
    case 1, 2:
      return { code in
        Self.power(numbers[1] * code + numbers[2], numbers[0]) + (kind == 2 ? numbers[3] : 0)
      }
    default:
      let (high, low) = kind == 4 ? (numbers[5], numbers[6]) : (0, 0)
      return { code in
        code >= numbers[4]
          ? Self.power(numbers[1] * code + numbers[2], numbers[0]) + high : numbers[3] * code + low
      }
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    base <= 0 ? 0 : pow(base, exponent)
  }

  /// The profile description, which has one of two types, at most 64 characters of it.
  private var name: String? {
    guard let tag = tag("desc"), tag.count >= 12 else { return nil }
    let start = tag.lowerBound
    if bytes.matches("desc", at: start), let count = bytes.bigEndian32(at: start + 8)?.bounded {
      return bytes.metadataName(in: start + 12..<min(tag.upperBound, start + 12 + count))
    }
    guard bytes.matches("mluc", at: start), let length = bytes.bigEndian32(at: start + 20)?.bounded,
      let offset = bytes.bigEndian32(at: start + 24)?.bounded
    else { return nil }
    let end = min(tag.upperBound, start + offset + min(length, 128))
    let units = stride(from: start + offset, to: end - 1, by: 2).compactMap {
      bytes.bigEndian16(at: $0).map(UInt16.init)
    }
    let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    return text.isEmpty ? nil : text
  }
}
