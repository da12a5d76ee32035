internal import Basics
internal import ImageCodecs

extension StoreProfile {
  /// What is written for the store's uploader. Stores whose formats cannot be written have none.
  package struct Output: Sendable, Equatable, Codable {
    /// The format of stills; nil if they cannot be written.
    package var still: Format?
    /// The format of animations; nil if they cannot be written.
    package var animated: Format?
    /// The name of a sticker's file, without its extension: by default its own.
    package var file: String?
    /// How stickers are named.
    package var name: NameRules
    /// The file names of icons, by the names that `icons` has. Others are not made.
    package var icons: [String: String]?
    /// JSON files by name, and text files whose template is a text.
    package var lists: [String: StoreTemplate]?
    package var archive: Archive?
  }

  /// How a sticker is named in a store: in letters from a to z and digits.
  package struct NameRules: Sendable, Equatable, Codable {
    /// What is between two words: nothing, a hyphen or an underscore.
    package var separator: String
    package var shortest: Int?
    package var longest: Int
    /// Whether capitals are not accepted.
    package var lowercase: Bool?
  }

  /// A ZIP file of everything that is uploaded.
  package struct Archive: Sendable, Equatable, Codable {
    /// Without the dot.
    package var fileExtension: String
    /// The most bytes.
    package var maximum: Int?
  }

  /// Finds the profiles for a build.
  ///
  /// - Parameter list: ids separated by commas, or `all`.
  /// - Returns: the profiles, and for `all` the ones for which nothing can be written.
  package static func forBuild(
    _ list: String
  ) throws(LintError) -> (stores: [StoreProfile], left: [StoreProfile]) {
    let stores = try named(list)
    if list == "all" {
      return (stores.filter(\.canBeBuilt), stores.filter { !$0.canBeBuilt })
    }
    if let store = stores.first(where: { !$0.canBeBuilt }) {
      throw .unknownTarget(
        reason: "nothing can be written for \(store.name), which takes"
          + " \((store.formats ?? []).map(\.name).joined(separator: ", "))"
          + (store.output == nil ? "" : ": this program was built without libwebp")
          + "; `stickerpack lint --target \(store.id)` checks files")
    }
    return (stores, [])
  }

  /// Whether this program can write what the store takes.
  package var canBeBuilt: Bool {
    guard let output else { return false }
    return WebPEncoder.isAvailable
      || ![output.still, output.animated].contains { $0?.fileExtension == "webp" }
  }

  /// The most bytes of a file; nil if no limit is known.
  package func maximumBytes(isAnimated: Bool) -> Int? {
    (isAnimated ? bytes?.animated : bytes?.still) ?? bytes?.maximum
  }
}

/// A JSON value with places for the values of a pack and its stickers.
///
/// A text such as `{author}` is replaced by a value, which may be a list. The innermost list of one object has it once
/// for each sticker.
package indirect enum StoreTemplate: Sendable, Equatable, Codable {
  case text(String)
  case flag(Bool)
  case list([StoreTemplate])
  case object([String: StoreTemplate])

  package typealias Values = [String: StoreTemplate]

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let list = try? container.decode([StoreTemplate].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: StoreTemplate].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .object(let members): try container.encode(members)
    }
  }

  /// The names of the values in texts, outside of the object for each sticker.
  package var packValues: Set<String> {
    switch self {
    case .text(let text): Set(Self.parts(of: text).compactMap { $0.isName ? $0.text : nil })
    case .flag: []
    case .list(let list): repeated == nil ? Set(list.flatMap(\.packValues)) : []
    case .object(let members): Set(members.values.flatMap(\.packValues))
    }
  }

  /// Returns the template with values in place of their names; nil for a text whose value is missing, which
  /// objects leave out.
  package func filled(with values: Values, forEach stickers: [Values]) -> StoreTemplate? {
    switch self {
    case .text(let text):
      let parts = Self.parts(of: text)
      if parts.count == 1, parts[0].isName { return values[parts[0].text] }
      var result = ""
      for part in parts {
        guard part.isName else {
          result += part.text
          continue
        }
        guard case .text(let value) = values[part.text] else { return nil }
        result += value
      }
      return .text(result)
    case .flag: return self
    case .list(let list):
      guard let repeated else {
        return .list(list.compactMap { $0.filled(with: values, forEach: stickers) })
      }
      return .list(
        stickers.compactMap { sticker in
          repeated.filled(with: values.merging(sticker) { $1 }, forEach: [])
        })
    case .object(let members):
      return .object(members.compactMapValues { $0.filled(with: values, forEach: stickers) })
    }
  }

  /// The object that a list has for each sticker.
  private var repeated: StoreTemplate? {
    guard case .list(let list) = self, list.count == 1, case .object(let members) = list[0],
      members.values.allSatisfy({ $0.repeated == nil })
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
