/// A document that states its format and version.
protocol VersionedDocument: JSONDecodable, Sendable {
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
  /// The largest manifest that is read, in bytes. This is enough for 100,000 stickers and limits the
  /// cost of a hostile file.
  package static let mostBytes = 64 << 20

  /// Parses the bytes of a manifest. Only its types are checked here; see ``defects`` for the rest.
  package init(parsing bytes: [UInt8]) throws(ManifestError) {
    self = try Self.read(bytes)
  }

  /// Parses a document of one of its schemas.
  static func read<Document: VersionedDocument>(
    _ bytes: [UInt8]
  ) throws(ManifestError) -> Document {
    guard let json = root(of: bytes) else { throw .invalidJSON }
    let family = Document.schemas[0].prefix { $0 != "/" } + "/"
    guard let schema = schema(of: json), schema.hasPrefix(family) else { throw .notAManifest }
    guard Document.schemas.contains(schema) else { throw .unsupportedSchema(schema) }
    do {
      return try Document(json)
    } catch {
      throw .invalidValue(path: error.path)
    }
  }

  /// The outermost value of a JSON text; nil if it is invalid.
  static func root(of bytes: [UInt8]) -> JSONValue? { try? JSONDocument(parsing: bytes).root }

  /// The schema that a document states; nil if it has none.
  private static func schema(of json: JSONValue) -> String? { try? json.member("schema") }

  /// Whether a document is the manifest of a bundle or a collection, of any version.
  static func isOurs(_ json: JSONValue) -> Bool {
    ["stickerpack.manifest/", "stickerpack.collection/"].contains {
      schema(of: json)?.hasPrefix($0) == true
    }
  }

  /// Whether bytes are the manifest of a bundle or a collection, of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool { root(of: bytes).map(isOurs) ?? false }
}
