#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Manifest {
  /// The largest manifest that is read, in bytes. This is enough for some ten thousand stickers and
  /// limits the cost of a hostile file.
  package static let mostBytes = 64 << 20

  /// Parses the bytes of a manifest. Only its types are checked here; see ``defects`` for the rest.
  package init(parsing bytes: [UInt8]) throws(ManifestError) {
    self = try Self.read(bytes, schemas: [Self.currentSchema] + Self.olderSchemas)
  }

  /// Parses a document with one of the schemas: the same name, a slash and a number.
  static func read<Document: Decodable>(
    _ bytes: [UInt8], schemas: [String]
  ) throws(ManifestError) -> Document {
    let schema: String?
    do {
      schema = try Self.schema(of: bytes)
    } catch {
      throw .invalidJSON
    }
    let family = schemas[0].prefix { $0 != "/" } + "/"
    guard let schema, schema.hasPrefix(family) else { throw .notAManifest }
    guard schemas.contains(schema) else { throw .unsupportedSchema(schema) }
    do {
      return try JSONDecoder().decode(Document.self, from: Data(bytes))
    } catch {
      throw .invalidValue(path: Self.path(of: error))
    }
  }

  /// Whether bytes are the manifest of a bundle or a collection, of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    guard let schema = try? schema(of: bytes) else { return false }
    return ["stickerpack.manifest/", "stickerpack.collection/"].contains { schema.hasPrefix($0) }
  }

  /// The document's schema; nil if it has none. Throws if the document is not JSON.
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
