internal import Basics
package import Pixels

/// The value of `icon` in `stickerpack.json`.
package struct IconSettings: Sendable, Equatable {
  /// The image that icons are rendered from, a file in the pack's folder.
  package var file: String?
  /// The color behind the image; by default white, or the color of the image's edges.
  package var background: Pixel?
  /// The way in which the image fills an icon of another shape; nil lets the image decide.
  package var fit: Framing.Fit?
  /// The margin at each edge, in hundredths of an icon's shorter side, 0 to 40.
  ///
  /// With 10, square art fits into the ellipse inside an icon of 4 to 3, whatever the system crops at
  /// the corners: (0.8 × 3 ÷ 4)² + 0.8² = 1.
  package var inset = 10.0
  /// Images for single slots, files in the pack's folder, by `IconSlot.key`.
  package var slots: [String: String] = [:]

  /// The framing of images. A background was chosen in order to be seen.
  package var framingFit: Framing.Fit? { fit ?? (background == nil ? nil : .contain) }
  var files: [String] { (file.map { [$0] } ?? []) + slots.values }

  package init() {}
}

extension IconSettings {
  fileprivate static let keys = KeyTable<IconSettings>(
    "icon", IconSettings(),
    [
      .init(
        "file",
        "The image, ideally at least 1,024 px wide and high. It is fitted into each shape without distortion.",
        .file
      ) { $0.file = $1 },
      .init(
        "background",
        "The background color. Default: white, or the edge color of an opaque image.", .color
      ) { $0.background = $1 },
      .init(
        "fit",
        "How the image fills an icon of another shape: cropped (cover), complete on the background (contain), or complete with its edges extended (extend). Default: contain for art on a transparent canvas and with a background, extend for a picture with plain or smooth edges, cover for other pictures.",
        .choice()
      ) { $0.fit = $1 },
      .init(
        "inset",
        "The distance of the art from each edge, in percent of the icon's shorter side. Default: 10.",
        .number(0...40)
      ) { $0.inset = $1 },
      .init(
        "slots",
        "Images for single slots, by size in points and scale. They are used unchanged, except that an alpha channel is removed from an opaque PNG.",
        .slots
      ) { $0.slots = $1 },
    ])
}

extension ValueKind<IconSettings> {
  /// The name of a file, or an object.
  static let icon = ValueKind([
    "oneOf": [ValueKind<String>.file.schema, IconSettings.keys.schema]
  ]) { json, name, file throws(ConfigurationError) in
    switch json.content {
    case .text:
      var icon = IconSettings()
      icon.file = try ValueKind<String>.file.read(json, name, file)
      return icon
    case .object: return try IconSettings.keys.read(json, in: file).owner
    default: throw json.typeMismatch("a string or an object", name)
    }
  }
}

extension ValueKind<[String: String]> {
  /// The names of files by the keys of icon slots.
  fileprivate static let slots = ValueKind([
    "type": "object", "propertyNames": ["enum": .list(keys)],
    "additionalProperties": ValueKind<String>.file.schema,
  ]) { json, name, file throws(ConfigurationError) in
    var slots: [String: String] = [:]
    for member in try json.members(of: name) {
      guard keys.contains(member.key) else {
        throw ConfigurationError(
          "unknown icon slot \(member.key.quoted); expected one of \(keys.joined(separator: ", "))",
          at: member.place)
      }
      slots[member.key] = try ValueKind<String>.file.read(member.value, member.key, file)
    }
    return slots
  }

  private static let keys: [String] = IconSlot.all.reduce(into: []) { keys, slot in
    if !keys.contains(slot.key) { keys.append(slot.key) }
  }
}

extension ValueKind<Pixel> {
  fileprivate static let color = ValueKind(text.schema) {
    json, name, file throws(ConfigurationError) in
    let code = UInt32(try text.read(json, name, file).dropFirst(), radix: 16) ?? 0
    return Pixel(red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
  }

  private static let text = ValueKind<String>.text(
    "expected a color such as \"#FFD9A0\"", ("pattern", "^#[0-9A-Fa-f]{6}$")
  ) { text in
    text.utf8.count == 7 && text.first == "#"
      && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }
}
