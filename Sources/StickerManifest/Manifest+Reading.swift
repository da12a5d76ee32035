internal import SystemLibraries

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
    let data = Data(bytes)
    let family = Document.schemas[0].prefix { $0 != "/" } + "/"
    let schema: String
    do {
      schema = try JSONDecoder().decode(Header.self, from: data).schema
    } catch {
      throw error.path == nil ? .invalidJSON : .notAManifest
    }
    guard schema.hasPrefix(family) else { throw .notAManifest }
    guard Document.schemas.contains(schema) else { throw .unsupportedSchema(schema) }
    do {
      return try JSONDecoder().decode(Document.self, from: data)
    } catch {
      // The text is JSON, or its header would not have been found. Foundation gives no place for numbers that
      // do not fit and for strings with half of a surrogate pair.
      throw .invalidValue(path: error.path ?? "a value")
    }
  }

  /// Whether bytes are the manifest of a bundle or a collection, of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(Header.self, from: Data(bytes)))?.isOurs == true
  }

  /// The start of every manifest.
  struct Header: Decodable {
    var schema: String

    /// Whether it is that of a bundle or a collection, of any version.
    var isOurs: Bool {
      ["stickerpack.manifest/", "stickerpack.collection/"].contains { schema.hasPrefix($0) }
    }
  }
}

extension Error {
  /// The place of the value that cannot be decoded, such as `stickers[3].label`; nil if the text is not JSON.
  fileprivate var path: String? {
    let keys: [any CodingKey]
    switch self as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context): keys = context.codingPath
    case .keyNotFound(let key, let context): keys = context.codingPath + [key]
    case .dataCorrupted(let context) where !context.codingPath.isEmpty: keys = context.codingPath
    default: return nil
    }
    return keys.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? "" : path + ".") + key.stringValue
    }
  }
}
