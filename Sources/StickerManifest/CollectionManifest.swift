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
  public init(packs: [Pack]) {
    schema = Self.currentSchema
    self.packs = packs
  }
}
