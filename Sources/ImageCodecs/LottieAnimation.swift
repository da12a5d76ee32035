internal import Basics
package import ImageContainers

/// What a Lottie animation says about itself, as JSON or in gzip, as Telegram's TGS.
///
/// Source: the Lottie Animation Community's specification, 1.0.
package struct LottieAnimation: Sendable, Equatable {
  /// What Telegram does not draw, or refuses (Telegram, Animated Stickers, "Unsupported features").
  package enum Feature: String, Sendable, CaseIterable {
    case effects = "layer effects"
    case expressions
    case gradientStrokes = "gradient strokes"
    case images
    case masks
    case mergedPaths = "merged paths"
    case orientation = "automatic orientation"
    case repeaters
    case solids
    case stars = "star shapes"
    case stretching = "time stretching"
    case texts
    case threeDimensions = "3D layers"
    case timeRemapping = "time remapping"
  }

  /// The canvas; nil if it is not a whole number of pixels.
  package let canvas: CanvasSize?
  /// The frames per second.
  package let frameRate: Double
  /// How long it plays, in milliseconds.
  package let duration: Double
  /// What it has that Telegram does not draw.
  package private(set) var features: Set<Feature> = []

  /// The largest text that is read, in bytes. Telegram's stickers have up to 64,000 bytes in gzip.
  private static let largestText = 4 << 20

  /// Nil if the file is too large or no animation.
  ///
  /// - Parameter bytes: JSON, or JSON in gzip.
  package init?(_ bytes: [UInt8]) {
    let text = bytes.starts(with: [0x1F, 0x8B]) ? Self.inflated(bytes) : bytes
    guard let text, text.count <= Self.largestText,
      let document = try? RelaxedJSON(parsing: text, isRelaxed: false),
      let rate = document["fr"]?.number, rate > 0,
      let first = document["ip"]?.number, let last = document["op"]?.number, last > first,
      document["layers"]?.elements != nil
    else { return nil }
    frameRate = rate
    duration = (last - first) / rate * 1000
    canvas = document["w"]?.side.flatMap { width in
      document["h"]?.side.flatMap { CanvasSize(width: width, height: $0) }
    }
    for asset in document["assets"]?.elements ?? [] {
      if asset["p"] != nil { features.insert(.images) }
      asset["layers"]?.elements?.forEach { look(at: $0) }
    }
    document["layers"]?.elements?.forEach { look(at: $0) }
    if Self.hasExpression(document) { features.insert(.expressions) }
  }

  private mutating func look(at layer: RelaxedJSON) {
    switch layer["ty"]?.number {
    case 1: features.insert(.solids)
    case 2: features.insert(.images)
    case 5: features.insert(.texts)
    default: break
    }
    if layer["ddd"]?.number == 1 { features.insert(.threeDimensions) }
    if layer["ao"]?.number == 1 { features.insert(.orientation) }
    if let stretch = layer["sr"]?.number, stretch != 1 { features.insert(.stretching) }
    if layer["tm"] != nil { features.insert(.timeRemapping) }
    if layer["ef"]?.elements?.isEmpty == false { features.insert(.effects) }
    if layer["masksProperties"]?.elements?.isEmpty == false { features.insert(.masks) }
    lookAtShapes(layer["shapes"])
  }

  private mutating func lookAtShapes(_ shapes: RelaxedJSON?) {
    for shape in shapes?.elements ?? [] {
      switch shape["ty"]?.text {
      case "gr": lookAtShapes(shape["it"])
      case "gs": features.insert(.gradientStrokes)
      case "mm": features.insert(.mergedPaths)
      case "rp": features.insert(.repeaters)
      case "sr": features.insert(.stars)
      default: break
      }
    }
  }

  /// Whether a property anywhere has an expression: a text "x".
  private static func hasExpression(_ value: RelaxedJSON) -> Bool {
    switch value.content {
    case .object(let members):
      members.contains { member in
        member.key == "x" && member.value.text != nil || hasExpression(member.value)
      }
    case .list(let values): values.contains { hasExpression($0) }
    case .null, .bool, .number, .text: false
    }
  }

  /// Returns the content of a file in gzip (RFC 1952); nil if it is damaged or too large.
  private static func inflated(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 18, bytes[2] == 8, let size = bytes.littleEndian32(at: bytes.count - 4),
      size <= largestText
    else { return nil }
    var start = 10
    if bytes[3] & 4 != 0 { start += 2 + (bytes.littleEndian16(at: start) ?? 0) }
    // A name and a comment, each up to a zero.
    for flag in [8, 16] as [UInt8] where bytes[3] & flag != 0 {
      guard start < bytes.count, let end = bytes[start...].firstIndex(of: 0) else { return nil }
      start = end + 1
    }
    if bytes[3] & 2 != 0 { start += 2 }
    guard start < bytes.count - 8,
      let content = Deflate.inflated(Array(bytes[start..<bytes.count - 8]), size: size),
      CRC32.checksum(of: content, in: 0..<size) == bytes.littleEndian32(at: bytes.count - 8) ?? 0
    else { return nil }
    return content
  }
}

extension RelaxedJSON {
  fileprivate subscript(key: String) -> RelaxedJSON? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var number: Double? {
    guard case .number(let number) = content else { return nil }
    return number
  }

  fileprivate var text: String? {
    guard case .text(let text) = content else { return nil }
    return text
  }

  fileprivate var elements: [RelaxedJSON]? {
    guard case .list(let elements) = content else { return nil }
    return elements
  }

  /// A side of a canvas, in whole pixels.
  fileprivate var side: Int? {
    number.flatMap { Int(exactly: $0) }.flatMap { (1...65_535).contains($0) ? $0 : nil }
  }
}
