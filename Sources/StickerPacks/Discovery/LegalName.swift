internal import Basics

/// A name that is valid for a file or folder on Linux, on macOS, on Windows and in an asset catalog.
///
/// A valid name is not changed.
///
/// Source for Windows: Microsoft, Naming Files, Paths, and Namespaces. ext4 allows 255 bytes.
package struct LegalName: Sendable, Equatable {
  package var text: String
  /// The reason it differs from the original name, in one sentence without a full stop; nil if it does not.
  package var change: String?

  /// Creates a name that is known to be valid.
  package init(text: String, change: String? = nil) {
    self.text = text
    self.change = change
  }

  /// The maximum size of a name in bytes.
  static let mostBytes = 255

  /// A key that is the same for names that cannot be in one folder: Apple's and Microsoft's file systems
  /// ignore case and the spelling of accents.
  package static func collisionKey(_ name: String) -> String { name.lowercased() }

  /// Returns valid, unique names for the entries of one folder, in the same order.
  ///
  /// Valid names are kept, even if an earlier name has to be changed for that.
  ///
  /// - Parameters:
  ///   - ending: the longest ending that is appended to a name, which must still fit.
  ///   - inProjects: whether the names are in paths of a project, in which Xcode expands build settings.
  package static func unique(
    _ names: [String], ending: String, inProjects: Bool = false
  ) -> [LegalName] {
    let room = mostBytes - ending.utf8.count
    var legal = names.map { valid($0, room: room, inProjects: inProjects) }
    // The index of the name with each key.
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

  private static func valid(_ name: String, room: Int, inProjects: Bool) -> LegalName {
    var scalars = Array(name.unicodeScalars)
    var reasons: [String] = []
    for index in scalars.indices {
      guard let reason = problem(with: scalars[index], inProjects: inProjects) else {
        continue
      }
      if !reasons.contains(reason) { reasons.append(reason) }
      scalars[index] = "-"
    }
    if scalars.first == "." {
      reasons.append("a name that begins with a dot is hidden")
      for index in scalars.indices.prefix(while: { scalars[$0] == "." }) { scalars[index] = "-" }
    }
    if let last = scalars.last, last == " " || last == "." {
      reasons.append("Windows removes spaces and dots at the end of a name")
      while let last = scalars.last, last == " " || last == "." { scalars.removeLast() }
    }
    var text = String(String.UnicodeScalarView(scalars))
    if isDevice(text) {
      reasons.append("\(text.quoted) is a device name on Windows")
      text.append("-")
    }
    if text.isEmpty {
      reasons.append("nothing is left of the name")
      text = "sticker"
    }
    if text.utf8.count > room {
      reasons.append("the name has \(text.utf8.count) bytes (limit: \(room))")
      text = shortened(text, to: room)
    }
    return LegalName(text: text, change: reasons.isEmpty ? nil : reasons.joined(separator: ", "))
  }

  private static func problem(with scalar: Unicode.Scalar, inProjects: Bool) -> String? {
    switch scalar {
    case "$" where inProjects: return "Xcode expands \"$\" as a build setting"
    case "/": return "a name cannot contain a slash"
    case "<", ">", ":", "\"", "\\", "|", "?", "*":
      return "Windows does not allow \"\(scalar)\" in a name"
    default:
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        return "a name cannot contain a control character"
      default:
        return properties.isBidiControl
          ? "a character that changes the text direction can disguise a name" : nil
      }
    }
  }

  private static func isDevice(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.lowercased()
    if ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(stem) { return true }
    return ["com", "lpt"].contains { stem.hasPrefix($0) } && stem.count == 4
      && stem.last.map { "0123456789¹²³".contains($0) } == true
  }

  /// Returns as many whole characters as fit, without a space or dot at the end.
  private static func shortened(_ name: String, to room: Int) -> String {
    guard name.utf8.count > room else { return name }
    var short = name
    while short.utf8.count > room || short.hasSuffix(" ") || short.hasSuffix(".") {
      short.removeLast()
    }
    // A single character can be longer than any name: a letter with many combining accents.
    return short.isEmpty ? "sticker" : short
  }
}
