internal import Basics
package import Pixels

/// The value of `icon` in `stickerpack.json`.
package struct IconSettings: Sendable, Equatable {
  /// An opaque sRGB color.
  package struct Color: Sendable, Equatable {
    /// 0 to 255.
    package var red: UInt8
    /// 0 to 255.
    package var green: UInt8
    /// 0 to 255.
    package var blue: UInt8
  }

  /// The image that icons are rendered from, a file in the pack's folder.
  package var file: String?
  /// The color behind the image; by default white, or the color of the image's edges.
  package var background: Color?
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

  /// Creates the default settings.
  package init() {}
}

extension IconSettings {
  init(_ value: RelaxedJSON) throws(ConfigurationError) {
    if case .text = value.content {
      file = try value.fileName(of: "icon")
      return
    }
    guard case .object = value.content else {
      throw value.typeMismatch("a string or an object", "icon")
    }
    for member in try value.members(of: "icon") {
      switch member.key {
      case "file": file = try member.value.fileName(of: member.key)
      case "background": background = try Color(member.value)
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
      slots[member.key] = try member.value.fileName(of: member.key)
    }
    return slots
  }
}

extension IconSettings.Color {
  fileprivate init(_ value: RelaxedJSON) throws(ConfigurationError) {
    let text = try value.text(of: "background")
    let digits = text.utf8.dropFirst().compactMap { byte in
      Character(Unicode.Scalar(byte)).hexDigitValue
    }
    guard text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, digits.count == 6 else {
      throw ConfigurationError(
        "background is \(text.quoted); expected a color such as \"#FFD9A0\"", at: value.place)
    }
    let codes = [0, 2, 4].map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    (red, green, blue) = (codes[0], codes[1], codes[2])
  }
}

extension RelaxedJSON {
  fileprivate func fileName(of name: String) throws(ConfigurationError) -> String {
    let text = try text(of: name)
    guard text.isEntryName else {
      throw ConfigurationError(
        "\(name) is \(text.quoted); expected the name of a file in the pack's folder", at: place)
    }
    return text
  }
}
