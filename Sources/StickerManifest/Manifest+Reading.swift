#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Manifest {
  /// The most bytes of a manifest that are read, room for some ten thousand stickers and a bound on
  /// what a hostile one costs.
  public static let mostBytes = 64 << 20

  /// Why bytes are not a manifest that can be used.
  public enum ReadingFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// It is JSON, and says nowhere that it is a manifest of this tool.
    case notAManifest
    /// A newer stickerpack wrote it.
    case newer(schema: String)
    /// It is no JSON, or something in it is missing or of another kind.
    case damaged(String)

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .notAManifest: "it is not the manifest of a bundle that stickerpack built"
      case .newer: "a newer stickerpack wrote it; update this one"
      case .damaged(let reason): reason
      }
    }
  }

  /// A manifest from the bytes of its file. What JSON does not show is left to ``defects``.
  public init(parsing bytes: [UInt8]) throws(ReadingFailure) {
    self = try Self.read(bytes, schema: Self.currentSchema)
  }

  /// A document of one schema, which ends in a slash and a number.
  static func read<Document: Decodable>(
    _ bytes: [UInt8], schema current: String
  ) throws(ReadingFailure) -> Document {
    let schema: String?
    do {
      schema = try Self.schema(of: bytes)
    } catch {
      throw .damaged("it is damaged or cut short: it is not JSON")
    }
    let family = current.prefix { $0 != "/" } + "/"
    guard let schema, schema.hasPrefix(family) else { throw .notAManifest }
    guard schema == current else { throw .newer(schema: schema) }
    do {
      return try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      throw .damaged("it is damaged: \(Self.place(of: error)) is missing or of the wrong kind")
    }
  }

  /// Whether bytes are a manifest of a bundle or a collection, of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    guard let schema = try? schema(of: bytes) else { return false }
    return ["stickerpack.manifest/", "stickerpack.collection/"].contains { schema.hasPrefix($0) }
  }

  /// What JSON says that it is; nil when it says nothing. Throws when it is no JSON.
  private static func schema(of bytes: [UInt8]) throws -> String? {
    struct Header: Decodable { var schema: String }
    do {
      return try JSONDecoder().decode(Header.self, from: Data(bytes)).schema
    } catch DecodingError.dataCorrupted(let context) {
      throw DecodingError.dataCorrupted(context)
    } catch {
      return nil
    }
  }

  /// `stickers[3].scales[0].bytes`
  private static func place(of error: any Error) -> String {
    let path: [any CodingKey] =
      switch error {
      case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        context.codingPath
      default: []
      }
    let place = path.reduce("") { text, key in
      if let index = key.intValue { return text + "[\(index)]" }
      return text.isEmpty ? key.stringValue : text + "." + key.stringValue
    }
    return place.isEmpty ? "something" : place
  }
}
