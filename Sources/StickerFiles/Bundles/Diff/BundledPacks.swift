package import Basics
package import StickerManifest

/// The packs of a bundle or a collection, read from their manifests. No other file is opened.
package struct BundledPacks: Sendable {
  package struct Pack: Sendable {
    /// The pack's folder in the collection; `.` for a bundle.
    package var folder: FilePath
    /// The pack's manifest, which has no defects.
    package var manifest: Manifest
  }

  /// The packs, in the collection's order; one for a bundle.
  package let packs: [Pack]
  /// All listed files, including those of the packs; nil if the manifest has no list.
  package let files: [Manifest.File]?
  /// The folder or archive of the files.
  let storage: BundleStorage

  /// Reads the manifest at `path` and those that it names.
  ///
  /// All manifests together have at most ``Manifest/mostBytes``.
  ///
  /// - Parameter path: a bundle's folder or archive, a folder of bundles, or a manifest.
  package init(at path: FilePath) throws(BundleError) {
    storage = try BundleStorage(ofManifestIn: path)
    let bytes = try storage.manifest()
    let document = try Self.document(bytes, storage.manifestPath)
    files = document.files
    switch document {
    case .bundle(let manifest): packs = [Pack(folder: .currentFolder, manifest: manifest)]
    case .collection(let collection):
      packs = try Self.packs(of: collection, in: storage, limit: Manifest.mostBytes - bytes.count)
    }
  }

  /// Reads the bundles or collections at two paths at the same time.
  package static func both(
    _ old: FilePath, _ new: FilePath
  ) async throws(BundleError) -> (old: BundledPacks, new: BundledPacks) {
    let bundles: [Result<BundledPacks, BundleError>]
    do throws(CancellationError) {
      bundles = try await [old, new].concurrentMap(jobs: 2) { path in
        Result { () throws(BundleError) in try BundledPacks(at: path) }
      }
    } catch {
      throw .cancelled
    }
    return (try bundles[0].get(), try bundles[1].get())
  }

  private static func packs(
    of collection: CollectionManifest, in storage: BundleStorage, limit: Int
  ) throws(BundleError) -> [Pack] {
    // Only files that are in the folder are opened, whatever the manifest names.
    let present = Set(storage.contents.files.map { FilePath($0) })
    var limit = limit
    var packs: [Pack] = []
    for (index, entry) in collection.packs.enumerated() {
      guard present.contains(FilePath(entry.manifest)) else {
        throw .missingPack(
          path: storage.manifestPath, key: "packs[\(index)].manifest", manifest: entry.manifest)
      }
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try storage.bytes(of: entry.manifest, limit: limit)
      } catch .tooLarge {
        throw .manifestsTooLarge(path: storage.manifestPath)
      } catch {
        throw .unreadable(path: entry.manifest, error)
      }
      limit -= bytes.count
      guard case .bundle(let manifest) = try document(bytes, entry.manifest) else {
        throw .nestedCollection(path: entry.manifest)
      }
      packs.append(Pack(folder: FilePath(entry.manifest).parent, manifest: manifest))
    }
    return packs
  }

  private static func document(
    _ bytes: [UInt8], _ path: String
  ) throws(BundleError) -> BundleDocument {
    let document: BundleDocument
    do {
      document = try BundleDocument(parsing: bytes)
    } catch {
      throw .invalidManifest(path: path, error)
    }
    if let defect = document.defects.first {
      throw .invalidManifest(path: path, .inconsistent(path: defect.path, reason: defect.reason))
    }
    return document
  }
}
