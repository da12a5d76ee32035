package import Basics
package import ImageCodecs

extension Destination {
  /// The files that are written for the destination's uploader. Destinations whose formats cannot be written have none.
  package struct Output: Sendable {
    /// The format of stills; nil if they cannot be written.
    package var still: FileFormat?
    /// The format of animations; nil if they cannot be written.
    package var animated: FileFormat?
    /// The sides of squares that are made from each sticker, in pixels, the longest first; empty for one file.
    package var sides: [Int] = []
    /// The name of a sticker's file, without its extension: by default its own.
    package var file: String?
    /// The rules for the names of stickers.
    package var name: NameRules
    /// The file names of icons, by the names that `icons` has. Others are not made.
    package var icons: [String: String] = [:]
    /// JSON files by name, and text files whose template is a text.
    package var lists: [String: RelaxedJSON] = [:]
    /// The most stickers in a list; the others are in lists with numbers. Nil for all in one.
    package var listed: Int?
    /// The extension of a ZIP file of everything that is uploaded, without the dot.
    package var archive: String?
  }

  /// The rules for the name of a sticker: it has letters from a to z and digits.
  package struct NameRules: Sendable, Equatable {
    /// The text between two words: nothing, a hyphen or an underscore.
    package var separator: String
    package var shortest: Int?
    package var longest: Int
    /// Whether capitals are not accepted.
    package var isLowercase = false
  }

  /// Whether this program can write what the destination takes.
  package var canBeBuilt: Bool {
    guard let output else { return false }
    return WebPEncoder.isAvailable
      || ![output.still, output.animated].contains { $0?.fileExtension == "webp" }
  }
}

/// Templates: JSON values with places for the values of a pack and its stickers.
///
/// A text such as `{author}` is replaced by a value, which may be a list. The innermost list of one object has it once
/// for each sticker.
extension RelaxedJSON {
  /// The values of a template by their names.
  package typealias Values = [String: RelaxedJSON]

  /// The names of all values.
  private static let valueNames: Set = [
    "author", "cover", "coverEmoji", "emoji", "emojis", "file", "files", "id", "keywords", "label",
    "license", "name", "number", "pack", "tags",
  ]

  /// The number of places for values in a template.
  ///
  /// - Throws: if there is no such value.
  func countValues() throws(ConfigurationError) -> Int {
    var count = 0
    switch content {
    case .text(let text):
      for part in Self.parts(of: text) where part.isName {
        guard Self.valueNames.contains(part.text) else {
          let names = Self.valueNames.sorted().map { "{\($0)}" }.joined(separator: ", ")
          throw ConfigurationError("unknown value {\(part.text)}; expected \(names)", at: place)
        }
        count += 1
      }
    case .list(let list): for element in list { count += try element.countValues() }
    case .object(let members): for member in members { count += try member.value.countValues() }
    case .null, .bool, .number: break
    }
    return count
  }

  /// The names of the values in texts, outside of the object for each sticker.
  package var packValues: Set<String> {
    switch content {
    case .text(let text): Set(Self.parts(of: text).compactMap { $0.isName ? $0.text : nil })
    case .null, .bool, .number: []
    case .list(let list): repeated == nil ? Set(list.flatMap { $0.packValues }) : []
    case .object(let members): Set(members.flatMap { $0.value.packValues })
    }
  }

  /// Returns the template with values in place of their names; nil for a text whose value is missing, which
  /// objects leave out.
  package func filled(with values: Values, forEach stickers: [Values]) -> RelaxedJSON? {
    switch content {
    case .text(let text):
      let parts = Self.parts(of: text)
      if parts.count == 1, parts[0].isName { return values[parts[0].text] }
      var result = ""
      for part in parts {
        guard part.isName else {
          result += part.text
          continue
        }
        guard case .text(let value)? = values[part.text]?.content else { return nil }
        result += value
      }
      return .text(result)
    case .null, .bool, .number: return self
    case .list(let list):
      let filled =
        if let repeated {
          stickers.compactMap { sticker in
            repeated.filled(with: values.updated(with: sticker), forEach: [])
          }
        } else {
          list.compactMap { $0.filled(with: values, forEach: stickers) }
        }
      return RelaxedJSON(content: .list(filled))
    case .object(let members):
      return RelaxedJSON(
        content: .object(
          members.compactMap { member in
            member.value.filled(with: values, forEach: stickers).map {
              (member.key, member.place, $0)
            }
          }))
    }
  }

  /// The object that a list has for each sticker.
  private var repeated: RelaxedJSON? {
    guard case .list(let list) = content, list.count == 1,
      case .object(let members) = list[0].content,
      members.allSatisfy({ $0.value.repeated == nil })
    else { return nil }
    return list[0]
  }

  /// The names in braces, and what is between them.
  private static func parts(of text: String) -> [(isName: Bool, text: String)] {
    var parts: [(isName: Bool, text: String)] = []
    for (index, piece) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated()
    {
      guard index > 0, let end = piece.firstIndex(of: "}") else {
        if !piece.isEmpty { parts.append((false, String(piece))) }
        continue
      }
      parts.append((true, String(piece[..<end])))
      let rest = piece[piece.index(after: end)...]
      if !rest.isEmpty { parts.append((false, String(rest))) }
    }
    return parts
  }
}
