#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What `stickerpack.json` says about a pack.
public struct PackConfiguration: Sendable, Equatable, Decodable {
  /// The name of the file, in a pack's folder.
  public static let fileName = "stickerpack.json"

  /// One entry of `stickers`.
  public struct Sticker: Sendable, Equatable, Decodable {
    /// The file's name in the pack's folder.
    public var file: String
    /// What VoiceOver says.
    public var label: String?
    /// Reasons for findings that this sticker may have, by rule id.
    public var allow: [String: String]

    enum CodingKeys: String, CodingKey, CaseIterable { case file, label, allow }

    /// Reads an entry and refuses keys that it does not know.
    public init(from decoder: any Decoder) throws {
      try decoder.refuseUnknownKeys(besides: CodingKeys.allCases.map(\.rawValue))
      let values = try decoder.container(keyedBy: CodingKeys.self)
      file = try values.decode(String.self, forKey: .file)
      label = try values.decodeIfPresent(String.self, forKey: .label)
      allow = try values.decodeIfPresent([String: String].self, forKey: .allow) ?? [:]
    }
  }

  /// The pack's name; its folder's name without one.
  public var name: String?
  /// The size class; taken from the art without one.
  public var gridSize: GridSize?
  /// The stickers in the pack's order; files that are not listed follow by name.
  public var stickers: [Sticker]

  enum CodingKeys: String, CodingKey, CaseIterable {
    case name, gridSize, stickers
    case schema = "$schema"
  }

  /// Reads a configuration and refuses keys that it does not know.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseUnknownKeys(besides: CodingKeys.allCases.map(\.rawValue))
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decodeIfPresent(String.self, forKey: .name)
    if let size = try values.decodeIfPresent(String.self, forKey: .gridSize) {
      guard let known = GridSize(rawValue: size) else {
        throw ConfigurationError(
          "gridSize is “\(size)”; it is one of small, regular and large")
      }
      gridSize = known
    }
    stickers = try values.decodeIfPresent([Sticker].self, forKey: .stickers) ?? []
  }

  /// Reads a configuration from the bytes of a file: JSON, with comments and trailing commas allowed.
  public init(parsing bytes: [UInt8]) throws(ConfigurationError) {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      self = try decoder.decode(PackConfiguration.self, from: Data(bytes))
    } catch let error as ConfigurationError {
      throw error
    } catch let error as DecodingError {
      throw ConfigurationError(error)
    } catch {
      throw ConfigurationError("\(error)")
    }
    try checkStickers()
  }

  private func checkStickers() throws(ConfigurationError) {
    if let name, name.isEmpty || name.contains(where: { $0 == "/" || $0.isNewline }) {
      throw ConfigurationError("name is “\(name)”; it cannot be empty or hold a slash")
    }
    var seen: Set<String> = []
    for (index, sticker) in stickers.enumerated() {
      guard !sticker.file.contains("/"), !["", ".", ".."].contains(sticker.file) else {
        throw ConfigurationError(
          "stickers[\(index)].file is “\(sticker.file)”; it is the name of a file in the pack’s own"
            + " folder")
      }
      guard seen.insert(sticker.file).inserted else {
        throw ConfigurationError("stickers[\(index)].file is “\(sticker.file)” a second time")
      }
      for (rule, reason) in sticker.allow where reason.allSatisfy(\.isWhitespace) {
        throw ConfigurationError("stickers[\(index)].allow[\"\(rule)\"] gives no reason")
      }
    }
  }
}

/// A configuration that cannot be used, in one sentence without a full stop.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and where.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }

  init(_ error: DecodingError) {
    func path(_ context: DecodingError.Context) -> String {
      var text = ""
      for key in context.codingPath {
        if let index = key.intValue {
          text += "[\(index)]"
        } else {
          text += text.isEmpty ? key.stringValue : "." + key.stringValue
        }
      }
      return text.isEmpty ? "the file" : text
    }
    switch error {
    case .typeMismatch(let type, let context):
      description = "\(path(context)) is not \(Self.name(of: type))"
    case .valueNotFound(let type, let context):
      description = "\(path(context)) is null and must be \(Self.name(of: type))"
    case .keyNotFound(let key, let context):
      description = "\(path(context)) has no “\(key.stringValue)”"
    case .dataCorrupted(let context):
      let detail = context.underlyingError.map { "\($0)" } ?? context.debugDescription
      description = "the JSON does not parse: \(Self.sentence(in: detail))"
    @unknown default:
      description = "\(error)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    if type == String.self { return "a text" }
    if "\(type)".hasPrefix("Array") { return "a list" }
    return "an object"
  }

  // Foundation wraps its one useful sentence, with line and column, in a dump of the error.
  private static func sentence(in detail: String) -> String {
    let parts = detail.split(separator: "\"")
    return String(parts.first { $0.contains("line") } ?? Substring(detail))
  }
}

extension Decoder {
  fileprivate func refuseUnknownKeys(besides known: [String]) throws {
    let keys = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    guard let unknown = keys.first(where: { !known.contains($0) }) else { return }
    let place = codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined()
    let nearest = Spelling.nearest(to: unknown, in: known.filter { !$0.hasPrefix("$") })
    let advice =
      nearest.map { "did you mean “\($0)”?" }
      ?? "known are " + known.filter { !$0.hasPrefix("$") }.joined(separator: ", ")
    throw ConfigurationError(
      "\(place.isEmpty ? "" : "\(place): ")the key “\(unknown)” is unknown; \(advice)")
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
