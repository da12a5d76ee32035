#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A document that states its format and version.
protocol VersionedDocument: Decodable, Sendable {
  /// The formats that are read: the same name, a slash and a number. The first one is written.
  static var schemas: [String] { get }
}

extension Manifest: VersionedDocument {
  static let schemas = [currentSchema] + olderSchemas
}

extension CollectionManifest: VersionedDocument {
  static let schemas = [currentSchema]
}

extension Manifest {
  /// The largest manifest that is read, in bytes. This is enough for some ten thousand stickers and
  /// limits the cost of a hostile file.
  package static let mostBytes = 64 << 20

  /// Parses the bytes of a manifest. Only its types are checked here; see ``defects`` for the rest.
  package init(parsing bytes: [UInt8]) throws(ManifestError) {
    self = try Self.read(bytes)
  }

  /// Parses a document of one of its schemas.
  static func read<Document: VersionedDocument>(
    _ bytes: [UInt8]
  ) throws(ManifestError) -> Document {
    let checked: Checked<Document>
    do {
      checked = try JSONDecoder().decode(Checked<Document>.self, from: Data(bytes))
    } catch {
      throw .invalidJSON
    }
    return try checked.result.get()
  }

  /// A document whose schema is checked before the rest, without parsing the JSON twice.
  private struct Checked<Document: VersionedDocument>: Decodable {
    var result: Result<Document, ManifestError>

    init(from decoder: any Decoder) throws {
      let schema = try Header.schema(from: decoder)
      let family = Document.schemas[0].prefix { $0 != "/" } + "/"
      guard let schema, schema.hasPrefix(family) else {
        result = .failure(.notAManifest)
        return
      }
      guard Document.schemas.contains(schema) else {
        result = .failure(.unsupportedSchema(schema))
        return
      }
      do {
        result = .success(try Document(from: decoder))
      } catch {
        result = .failure(.invalidValue(path: Manifest.path(of: error)))
      }
    }
  }

  private struct Header: Decodable {
    var schema: String?

    private enum Key: CodingKey {
      case schema
    }

    init(from decoder: any Decoder) throws { schema = try Self.schema(from: decoder) }

    /// The document's schema; nil if it has none. Throws if its JSON is invalid.
    static func schema(from decoder: any Decoder) throws -> String? {
      do {
        return try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .schema)
      } catch DecodingError.dataCorrupted(let context) {
        throw DecodingError.dataCorrupted(context)
      } catch {
        return nil
      }
    }
  }

  /// Whether bytes are the manifest of a bundle or a collection, of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    guard let schema = (try? JSONDecoder().decode(Header.self, from: Data(bytes)))?.schema else {
      return false
    }
    return ["stickerpack.manifest/", "stickerpack.collection/"].contains { schema.hasPrefix($0) }
  }

  /// The path of the value that could not be decoded, such as `stickers[3].scales[0].bytes`.
  private static func path(of error: any Error) -> String {
    let keys: [any CodingKey] =
      switch error {
      case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.dataCorrupted(let context):
        context.codingPath
      default: []
      }
    let path = keys.reduce("") { text, key in
      if let index = key.intValue { return text + "[\(index)]" }
      return text.isEmpty ? key.stringValue : text + "." + key.stringValue
    }
    return path.isEmpty ? "a value" : path
  }
}
