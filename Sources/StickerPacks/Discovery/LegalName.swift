internal import Basics

/// A name that a file or folder may have on every system that a pack comes by: Linux, macOS, a
/// checkout on Windows, a catalog in Xcode.
///
/// A name that is legal already stays as it is, byte for byte.
///
/// Source for Windows: Microsoft, Naming Files, Paths, and Namespaces. The length of 255 bytes is that
/// of ext4 and of APFS's oldest relatives.
package struct LegalName: Sendable, Equatable {
  /// The name.
  package var text: String
  /// Why it is another than what was asked for, in one sentence without a full stop; nil when it is
  /// the same.
  package var change: String?

  /// Creates a name that is known to be legal.
  package init(text: String, change: String? = nil) {
    self.text = text
    self.change = change
  }

  /// The most bytes that one part of a path may have.
  static let mostBytes = 255

  /// What two names share that cannot stand in one folder: case and the spelling of accents are
  /// nothing to Apple's and Microsoft's file systems.
  package static func collisionKey(_ name: String) -> String { name.lowercased() }

  /// Legal names for all that is to stand in one folder, in the same order, no two the same.
  ///
  /// What is legal keeps its name, even where something before it would have to become the same.
  ///
  /// - Parameter ending: the longest ending that a name gets; the whole must fit.
  package static func unique(_ names: [String], ending: String) -> [LegalName] {
    let room = mostBytes - ending.utf8.count
    var legal = names.map { made(of: $0, room: room) }
    // By key: the index that has it.
    var owners: [String: Int] = [:]
    for index in legal.indices where legal[index].change == nil {
      let key = collisionKey(legal[index].text)
      if owners[key] == nil { owners[key] = index }
    }
    for index in legal.indices where owners[collisionKey(legal[index].text)] != index {
      let wanted = legal[index].text
      if let owner = owners[collisionKey(wanted)] {
        legal[index].text = free(wanted, room, owners)
        legal[index].change = legal[index].change ?? "\(names[owner].quoted) has the same name"
      }
      owners[collisionKey(legal[index].text)] = index
    }
    return legal
  }

  private static func free(_ wanted: String, _ room: Int, _ taken: [String: Int]) -> String {
    var number = 2
    while true {
      let suffix = "-\(number)"
      let name = shortened(wanted, to: room - suffix.utf8.count) + suffix
      if taken[collisionKey(name)] == nil { return name }
      number += 1
    }
  }

  private static func made(of name: String, room: Int) -> LegalName {
    var scalars = Array(name.unicodeScalars)
    var reasons: [String] = []
    for index in scalars.indices {
      guard let reason = refusal(of: scalars[index]) else { continue }
      if !reasons.contains(reason) { reasons.append(reason) }
      scalars[index] = "-"
    }
    if scalars.first == "." {
      reasons.append("a name that begins with a dot is hidden")
      for index in scalars.indices.prefix(while: { scalars[$0] == "." }) { scalars[index] = "-" }
    }
    if let last = scalars.last, last == " " || last == "." {
      reasons.append("Windows drops a space or a dot at the end of a name")
      while let last = scalars.last, last == " " || last == "." { scalars.removeLast() }
    }
    var text = String(String.UnicodeScalarView(scalars))
    if isDevice(text) {
      reasons.append("\(text.quoted) is a device on Windows")
      text.append("-")
    }
    if text.isEmpty {
      reasons.append("nothing is left of the name")
      text = "sticker"
    }
    if text.utf8.count > room {
      reasons.append("the name has \(text.utf8.count) bytes, and there is room for \(room)")
      text = shortened(text, to: room)
    }
    return LegalName(text: text, change: reasons.isEmpty ? nil : reasons.joined(separator: ", "))
  }

  private static func refusal(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "/": return "no name may hold a slash"
    case "<", ">", ":", "\"", "\\", "|", "?", "*":
      return "Windows takes no \"\(scalar)\" in a name"
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        return "no name may hold a control character"
      default:
        return properties.isBidiControl
          ? "a character that turns the direction of text disguises a name" : nil
      }
    }
  }

  private static func isDevice(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.lowercased()
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(stem) { return true }
    return ["com", "lpt"].contains { stem.hasPrefix($0) } && stem.count == 4
      && "0123456789¹²³".contains(stem.suffix(1))
  }

  /// As many whole characters as fit, without what may not end a name.
  private static func shortened(_ name: String, to room: Int) -> String {
    guard name.utf8.count > room else { return name }
    var short = name
    while short.utf8.count > room || short.hasSuffix(" ") || short.hasSuffix(".") {
      short.removeLast()
    }
    // One character can be longer than any name: a letter under a heap of accents.
    return short.isEmpty ? "sticker" : short
  }
}
