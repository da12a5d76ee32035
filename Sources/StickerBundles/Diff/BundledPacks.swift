package import StickerManifest
package import Basics

/// The packs of a bundle or of a collection, as their manifests tell. No other file is opened.
package struct BundledPacks: Sendable {
  /// One pack.
  package struct Pack: Sendable {
    /// Its folder in the collection, with a slash at its end; empty for a bundle.
    package var folder: String
    /// What it holds. It has no defects.
    package var manifest: Manifest
  }

  /// The packs, in the collection's order; one for a bundle.
  package let packs: [Pack]
  /// Every file that is listed, the packs' own too; nil where none is.
  package let files: [Manifest.File]?

  /// Reads the manifest at `path`, and those that it names.
  ///
  /// All manifests together have at most ``Manifest/mostBytes``.
  ///
  /// - Parameter path: a bundle's folder, a folder of bundles, or the manifest of either.
  package init(at path: FilePath) throws(BundleFailure) {
    let storage = try BundleStorage(ofManifestIn: path)
    let bytes = try storage.manifest()
    let document = try Self.document(bytes, storage.manifestPath)
    files = document.files
    switch document {
    case .bundle(let manifest): packs = [Pack(folder: "", manifest: manifest)]
    case .collection(let collection):
      packs = try Self.packs(of: collection, in: storage, room: Manifest.mostBytes - bytes.count)
    }
  }

  private static func packs(
    of collection: CollectionManifest, in storage: BundleStorage, room: Int
  ) throws(BundleFailure) -> [Pack] {
    // No name of the manifest is opened that the walk has not met.
    let present = Set(storage.contents.files.map { FilePath($0) })
    var room = room
    var packs: [Pack] = []
    for (index, entry) in collection.packs.enumerated() {
      let place = "packs[\(index)].manifest"
      guard present.contains(FilePath(entry.manifest)) else {
        throw failure(
          storage.manifestPath,
          "\(place) is \(entry.manifest.quoted), and there is no such file", isUsage: true)
      }
      let bytes: [UInt8]
      do {
        bytes = try storage.bytes(of: entry.manifest, limit: room)
      } catch .tooLarge {
        throw failure(
          storage.manifestPath,
          "with \(place) the manifests have more than \(Manifest.mostBytes) bytes, the limit")
      } catch {
        throw failure(entry.manifest, "\(error)", isUsage: false)
      }
      room -= bytes.count
      guard case .bundle(let manifest) = try document(bytes, entry.manifest) else {
        throw failure(entry.manifest, "it is the manifest of several packs, and not of one")
      }
      let folder = entry.manifest.utf8.lastIndex(of: UInt8(ascii: "/"))
        .map { String(entry.manifest[...$0]) }
      packs.append(Pack(folder: folder ?? "", manifest: manifest))
    }
    return packs
  }

  private static func document(
    _ bytes: [UInt8], _ path: String
  ) throws(BundleFailure) -> BundleDocument {
    let document: BundleDocument
    do {
      document = try BundleDocument(parsing: bytes)
    } catch {
      throw failure(path, "\(error)")
    }
    if let defect = document.defects.first { throw failure(path, "\(defect)") }
    return document
  }

  private static func failure(
    _ path: String, _ reason: String, isUsage: Bool = true
  ) -> BundleFailure {
    BundleFailure(description: "\(path): \(reason)", isUsage: isUsage)
  }
}
