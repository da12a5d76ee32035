internal import StickerManifest

/// A manifest of either kind.
enum BundleDocument {
  /// That of one pack.
  case bundle(Manifest)
  /// That of a folder of packs.
  case collection(CollectionManifest)

  init(parsing bytes: [UInt8]) throws(Manifest.ReadingFailure) {
    do throws(Manifest.ReadingFailure) {
      self = .bundle(try Manifest(parsing: bytes))
    } catch .notAManifest {
      self = .collection(try CollectionManifest(parsing: bytes))
    }
  }

  /// The pack's name; nil for a collection.
  var name: String? {
    switch self {
    case .bundle(let manifest): manifest.name
    case .collection: nil
    }
  }

  /// What it says about files; nil where it lists none.
  var files: [Manifest.File]? {
    switch self {
    case .bundle(let manifest): manifest.files
    case .collection(let collection): collection.files
    }
  }

  /// All that is wrong with it by itself.
  var defects: [Manifest.Defect] {
    switch self {
    case .bundle(let manifest): manifest.defects
    case .collection(let collection): collection.defects
    }
  }
}
