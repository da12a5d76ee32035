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

  /// Parses the bytes of a manifest. Only its types are checked here; see ``defects`` for the rest.
  package init(parsing bytes: [UInt8]) throws(ManifestError) {
    self = try Manifest.read(bytes, schema: Self.currentSchema)
  }

  /// The values that contradict each other or are out of range.
  ///
  /// Without defects, every path stays in the folder and nothing is listed twice.
  package var defects: [Manifest.Defect] {
    var defects: [Manifest.Defect] = []
    var manifests: Set<ByteName> = []
    for (index, pack) in packs.enumerated() {
      let path = "packs[\(index)].manifest"
      let isInside = Manifest.staysInside(pack.manifest)
      defects.require(isInside, path, "is not a path inside the folder")
      let isUnique = manifests.insert(ByteName(pack.manifest)).inserted
      defects.require(isUnique, path, "is not unique")
    }
    _ = defects.check(files ?? [])
    return defects
  }
}
