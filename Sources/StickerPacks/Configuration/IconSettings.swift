internal import Basics
package import Pixels

/// The value of `icon` in `stickerpack.json`.
package struct IconSettings: Sendable, Equatable {
  /// The image that icons are rendered from, a file in the pack's folder.
  package var file: String?
  /// The color behind the image; by default white, or the color of the image's edges.
  package var background: Pixel?
  /// How the image fills an icon of another shape; nil lets the image decide.
  package var fit: Framing.Fit?
  /// The margin at each edge, in hundredths of an icon's shorter side, 0 to 40.
  ///
  /// With 10, square art fits into the ellipse inside an icon of 4 to 3, whatever the system crops at
  /// the corners: (0.8 × 3 ÷ 4)² + 0.8² = 1.
  package var inset = 10.0
  /// Images for single slots, files in the pack's folder, by `IconSlot.key`.
  package var slots: [String: String] = [:]

  /// How images are framed. A background was chosen in order to be seen.
  package var framingFit: Framing.Fit? { fit ?? (background == nil ? nil : .contain) }
  var files: [String] { (file.map { [$0] } ?? []) + slots.values }
}

extension IconSettings {
  init(_ value: RelaxedJSON) throws(ConfigurationError) {
    if case .text = value.content {
      file = try value.entryName(of: "icon")
      return
    }
    guard case .object = value.content else {
      throw value.typeMismatch("a string or an object", "icon")
    }
    for member in try value.members(of: "icon") {
      switch member.key {
      case "file": file = try member.value.entryName(of: member.key)
      case "background": background = try Self.color(member.value)
      case "fit": fit = try member.value.choice(of: member.key)
      case "inset": inset = try member.value.number(of: member.key, in: 0...40)
      case "slots": slots = try Self.slots(member.value)
      default:
        let known = ["file", "background", "fit", "inset", "slots"]
        throw .unknownKey(member.key, known: known, member.place)
      }
    }
  }

  private static func slots(_ value: RelaxedJSON) throws(ConfigurationError) -> [String: String] {
    var slots: [String: String] = [:]
    for member in try value.members(of: "slots") {
      guard IconSlot.all.contains(where: { $0.key == member.key }) else {
        var known: [String] = []
        for slot in IconSlot.all where !known.contains(slot.key) { known.append(slot.key) }
        throw ConfigurationError(
          "unknown icon slot \(member.key.quoted); expected one of \(known.joined(separator: ", "))",
          at: member.place)
      }
      slots[member.key] = try member.value.entryName(of: member.key)
    }
    return slots
  }

  private static func color(_ value: RelaxedJSON) throws(ConfigurationError) -> Pixel {
    let rule = "expected a color such as \"#FFD9A0\""
    let text = try value.text(of: "background", rule) { text in
      text.utf8.count == 7 && text.first == "#"
        && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }
    let code = UInt32(text.dropFirst(), radix: 16) ?? 0
    return Pixel(red: UInt8(code >> 16), green: UInt8(code >> 8 & 0xFF), blue: UInt8(code & 0xFF))
  }
}
