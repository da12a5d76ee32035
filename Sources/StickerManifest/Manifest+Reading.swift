internal import SystemLibraries

extension Manifest {
  /// Parses the bytes of a manifest. Only its types are checked here; see ``defects`` for the rest.
  package init(parsing bytes: [UInt8]) throws(ManifestError) {
    self = try Self.read(bytes, schema: Self.currentSchema)
  }

  /// Parses a document that states its format and version.
  ///
  /// - Parameter expected: the format that is read: its name, a slash and a number.
  static func read<Document: Decodable>(
    _ bytes: [UInt8], schema expected: String
  ) throws(ManifestError) -> Document {
    let data = Data(bytes)
    let family = expected.prefix { $0 != "/" } + "/"
    let schema: String
    do {
      schema = try JSONDecoder().decode(Header.self, from: data).schema
    } catch {
      throw error.path == nil ? .invalidJSON : .notAManifest
    }
    guard schema.hasPrefix(family) else { throw .notAManifest }
    guard schema == expected else { throw .unsupportedSchema(schema) }
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
    guard let schema = try? JSONDecoder().decode(Header.self, from: Data(bytes)).schema else {
      return false
    }
    return isOurs(schema: schema)
  }

  /// The start of every manifest.
  private struct Header: Decodable { var schema: String }

  /// The files that the manifest of a bundle or a collection lists, whatever the version of its format.
  /// Every path stays in the folder, and none is listed twice.
  ///
  /// - Parameter bytes: the content of a `manifest.json`.
  /// - Returns: nil if stickerpack did not write the manifest, if it lists no files, or if an entry of the
  ///   list is invalid.
  package static func listedFiles(_ bytes: [UInt8]) -> [File]? {
    struct Listing: Decodable { var files: [File] }
    guard isOurs(bytes),
      let files = try? JSONDecoder().decode(Listing.self, from: Data(bytes)).files
    else { return nil }
    var defects: [Defect] = []
    _ = defects.check(files)
    return files.isEmpty || !defects.isEmpty ? nil : files
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
