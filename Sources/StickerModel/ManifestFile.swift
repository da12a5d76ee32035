public import StickerManifest

extension Manifest {
  /// Whether a folder is a bundle or a collection that this tool built, by the manifest in it.
  public static func exists(in folder: String) -> Bool {
    let bytes = try? FileReading.bytes(ofFileAt: folder + "/" + fileName, limit: mostBytes)
    return bytes.map(isOurs) ?? false
  }

  /// Whether bytes are a manifest of a bundle or a collection, of any version.
  package static func isOurs(_ bytes: [UInt8]) -> Bool {
    struct Header: Decodable { var schema: String }
    let header = try? CanonicalJSON.value(Header.self, from: bytes)
    return ["stickerpack.manifest/", "stickerpack.collection/"]
      .contains { header?.schema.hasPrefix($0) == true }
  }
}
