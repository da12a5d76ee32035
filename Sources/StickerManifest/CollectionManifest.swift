/// The `manifest.json` of a collection: a folder of several bundles, one for each pack.
package struct CollectionManifest: Codable, Sendable, Equatable {
  /// The file's name in the collection's folder.
  package static let fileName = Manifest.fileName
  /// The version of the format that is written.
  package static let currentSchema = "stickerpack.collection/1"

  /// The format and its version.
  package var schema: String
  /// The packs, in the order in which they were found.
  package var packs: [Pack]
  /// Every file of the folder except this one, sorted by the bytes of their names; nil if the
  /// collection does not list them.
  package var files: [Manifest.File]?

  package struct Pack: Codable, Sendable, Equatable {
    package var name: String
    /// The pack's own manifest, relative to this one.
    package var manifest: String
    package var stickers: Int

    package init(name: String, manifest: String, stickers: Int) {
      self.name = name
      self.manifest = manifest
      self.stickers = stickers
    }
  }

  /// Creates a manifest of the current schema.
  package init(packs: [Pack], files: [Manifest.File]? = nil) {
    schema = Self.currentSchema
    self.packs = packs
    self.files = files
  }
}
