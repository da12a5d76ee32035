internal import StickerManifest

/// The manifest of a bundle or of a collection.
enum BundleDocument {
  case bundle(Manifest)
  case collection(CollectionManifest)

  init(parsing bytes: [UInt8]) throws(ManifestError) {
    do throws(ManifestError) {
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

  /// The listed files; nil if the manifest has no list.
  var files: [Manifest.File]? {
    switch self {
    case .bundle(let manifest): manifest.files
    case .collection(let collection): collection.files
    }
  }

  /// The values that contradict each other or are out of range.
  var defects: [Manifest.Defect] {
    switch self {
    case .bundle(let manifest): manifest.defects
    case .collection(let collection): collection.defects
    }
  }
}
