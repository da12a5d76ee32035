internal import SystemLibraries

/// The color space of an ICC profile, identified by its primaries, tone curve and name.
///
/// Source: ICC.1:2022, 7.2 (header), 7.3 (tag table), 9.2 (tags), 10 (types).
package struct ICCProfile: Sendable {
  /// The color space of the profile.
  package let colors: StatedColors

  let bytes: [UInt8]
  private static let maximumTags = 100

  /// Reads a profile.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 132, bytes.matches("acsp", at: 36) else {
      colors = .unreadable("missing ICC header")
      return
    }
    let name = Self.name(in: bytes)
    let isNamed = { (text: String) in name?.contains(text) ?? false }
    let curve = Self.tag("rTRC", in: bytes) ?? Self.tag("kTRC", in: bytes)
    let value = curve.flatMap { Self.value(of: $0, at: 0.5, in: bytes) }
    let primaries = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tag in
      Self.tag(tag, in: bytes).flatMap { Self.color(at: $0, in: bytes) }
    }
    // At 0.5, sRGB's curve is 0.214; a gamma of 2.2 is 0.218, and 1.8 is 0.287.
    let hasCurve = value.map { abs($0 - 0.214) < 0.02 } ?? false
    if bytes.matches("GRAY", at: 16) {
      colors = hasCurve ? .sRGB : .other(name ?? "an unnamed gray profile")
    } else if hasCurve, Self.areNear(primaries, Self.sRGB) {
      colors = .sRGB
    } else if hasCurve, Self.areNear(primaries, Self.displayP3) {
      colors = .displayP3
    } else if primaries.isEmpty, isNamed("sRGB") {
      // Profiles with lookup tables have no primaries.
      colors = .sRGB
    } else if primaries.isEmpty, isNamed("Display P3") {
      colors = .displayP3
    } else {
      colors = .other(name ?? "an unnamed profile")
    }
  }

  // Adapted to D50 by ICC.1:2022, annex E. Sources: IEC 61966-2-1 and SMPTE EG 432-1.
  private static let sRGB = [
    [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]
  private static let displayP3 = [
    [0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841],
  ]

  private static func areNear(_ found: [[Double]], _ known: [[Double]]) -> Bool {
    found.count == 3
      && zip(found, known).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) < 0.01 } }
  }

  /// Returns the byte range of a tag's data.
  static func tag(_ signature: String, in bytes: [UInt8]) -> Range<Int>? {
    let count = min(maximumTags, bytes.bigEndian32(at: 128) ?? 0)
    for index in 0..<count where bytes.matches(signature, at: 132 + 12 * index) {
      guard let offset = bytes.bigEndian32(at: 136 + 12 * index),
        let size = bytes.bigEndian32(at: 140 + 12 * index), offset + size <= bytes.count
      else { return nil }
      return offset..<offset + size
    }
    return nil
  }

  static func color(at tag: Range<Int>, in bytes: [UInt8]) -> [Double]? {
    guard tag.count >= 20, bytes.matches("XYZ ", at: tag.lowerBound) else { return nil }
    return (0..<3).map { fixed(at: tag.lowerBound + 8 + 4 * $0, in: bytes) ?? 0 }
  }

  /// Reads an s15Fixed16Number.
  static func fixed(at offset: Int, in bytes: [UInt8]) -> Double? {
    bytes.bigEndian32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// Returns the linear light of a code, both 0 to 1.
  static func value(of tag: Range<Int>, at code: Double, in bytes: [UInt8]) -> Double? {
    let start = tag.lowerBound
    guard tag.count >= 12 else { return nil }
    if bytes.matches("curv", at: start) {
      guard let count = bytes.bigEndian32(at: start + 8),
        tag.count >= 12 + 2 * min(count, tag.count)
      else { return nil }
      func number(_ index: Int) -> Double {
        Double(bytes.bigEndian16(at: start + 12 + 2 * index) ?? 0)
      }
      if count < 2 { return count == 0 ? code : power(code, number(0) / 256) }
      let place = code * Double(count - 1)
      let index = min(Int(place), count - 2)
      let (low, high) = (number(index), number(index + 1))
      return (low + (high - low) * (place - Double(index))) / 65535
    }
    // The number of parameters of each type.
    let counts = [1, 3, 4, 5, 7]
    guard bytes.matches("para", at: start), let kind = bytes.bigEndian16(at: start + 8),
      counts.indices.contains(kind), tag.count >= 12 + 4 * counts[kind]
    else { return nil }
    let numbers = (0..<counts[kind]).map { fixed(at: start + 12 + 4 * $0, in: bytes) ?? 0 }
    // Below the start of the power, its base is negative and the result 0.
    switch kind {
    case 0: return power(code, numbers[0])
    case 1, 2:
      return power(numbers[1] * code + numbers[2], numbers[0]) + (kind == 2 ? numbers[3] : 0)
    default:
      let (high, low) = kind == 4 ? (numbers[5], numbers[6]) : (0, 0)
      return code >= numbers[4]
        ? power(numbers[1] * code + numbers[2], numbers[0]) + high : numbers[3] * code + low
    }
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    base <= 0 ? 0 : pow(base, exponent)
  }

  /// Returns the profile description, which has one of two types, at most 64 characters of it.
  private static func name(in bytes: [UInt8]) -> String? {
    guard let tag = tag("desc", in: bytes), tag.count >= 12 else { return nil }
    let start = tag.lowerBound
    if bytes.matches("desc", at: start), let count = bytes.bigEndian32(at: start + 8) {
      return bytes.metadataName(in: start + 12..<min(tag.upperBound, start + 12 + count))
    }
    guard bytes.matches("mluc", at: start), let length = bytes.bigEndian32(at: start + 20),
      let offset = bytes.bigEndian32(at: start + 24)
    else { return nil }
    let end = min(tag.upperBound, start + offset + min(length, 128))
    let units = stride(from: start + offset, to: end - 1, by: 2).compactMap {
      bytes.bigEndian16(at: $0).map(UInt16.init)
    }
    let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    return text.isEmpty ? nil : text
  }
}
