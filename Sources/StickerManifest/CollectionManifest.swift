/// The `manifest.json` of a folder that holds several bundles, one for each pack.
public struct CollectionManifest: Codable, Sendable, Equatable {
  /// The name of the file, in the folder of the packs' folders.
  public static let fileName = Manifest.fileName
  /// The version of the format that this tool writes.
  public static let currentSchema = "stickerpack.collection/1"

  /// The format and its version.
  public var schema: String
  /// The packs, in the order in which they were found.
  public var packs: [Pack]
  /// Every other file of the folder and of the packs' folders, sorted by the bytes of their names;
  /// absent where a collection does not list them.
  public var files: [Manifest.File]?

  /// One pack.
  public struct Pack: Codable, Sendable, Equatable {
    /// The pack's name.
    public var name: String
    /// The pack's own manifest, relative to this one.
    public var manifest: String
    /// How many stickers the pack has.
    public var stickers: Int

    /// Creates an entry.
    public init(name: String, manifest: String, stickers: Int) {
      self.name = name
      self.manifest = manifest
      self.stickers = stickers
    }
  }

  /// Creates a manifest of the current schema.
  public init(packs: [Pack], files: [Manifest.File]? = nil) {
    schema = Self.currentSchema
    self.packs = packs
    self.files = files
  }

  /// A collection from the bytes of its file. What JSON does not show is left to ``defects``.
  public init(parsing bytes: [UInt8]) throws(Manifest.ReadingFailure) {
    self = try Manifest.read(bytes, schema: Self.currentSchema)
  }

  /// All that is wrong with the manifest by itself; empty for one that can be used.
  ///
  /// Of one without defects every name stays in the folder, and nothing is listed twice.
  public var defects: [Manifest.Defect] {
    var defects: [Manifest.Defect] = []
    var manifests: Set<[UInt8]> = []
    for (index, pack) in packs.enumerated() {
      let place = "packs[\(index)].manifest"
      if !Manifest.staysInside(pack.manifest) {
        defects.append(.init(place: place, reason: "does not name a file of the folder"))
      }
      if !manifests.insert(Array(pack.manifest.utf8)).inserted {
        defects.append(.init(place: place, reason: "is that of another pack"))
      }
    }
    _ = Manifest.check(files ?? [], &defects)
    return defects
  }
}
