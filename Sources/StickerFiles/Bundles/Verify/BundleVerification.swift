package import Basics
internal import StickerManifest

/// The differences between a bundle, or a collection of bundles, and its manifest.
///
/// This detects accidents, such as a truncated copy. It is not a signature: anybody who can change a
/// file can change the manifest, too. Compare ``manifestSHA256`` with a trusted copy to detect that.
public struct BundleVerification: Sendable {
  /// A difference.
  public struct Problem: Sendable, Equatable {
    /// The kind of a difference.
    public enum Kind: String, Sendable, CaseIterable {
      /// The archive is corrupt, or another program wrote it.
      case corrupt
      /// The manifest is corrupt, contradicts itself or lists an invalid path.
      case manifest
      /// A listed file is missing.
      case missing
      /// A listed file has other bytes.
      case changed
      /// An entry is not listed.
      case extra
      /// A symbolic link, which bundles cannot contain.
      case link
      /// An entry cannot be opened.
      case unreadable
    }

    /// The kind of the difference.
    public var kind: Kind
    /// The path relative to the bundle's folder.
    public var file: String
    /// The problem, in one sentence without a full stop.
    public var message: String
  }

  /// The pack's name; nil for a collection and for a corrupt manifest.
  public private(set) var name: String?
  /// The number of files that the manifest lists.
  public private(set) var listedFileCount = 0
  /// The SHA-256 digest of the manifest, in lower-case hexadecimal; nil if a corrupt archive has none.
  public private(set) var manifestSHA256: String?
  /// All differences, sorted by kind and then by path.
  public private(set) var problems: [Problem] = []

  /// Compares every file of a bundle with the manifest. Files that the manifest lists outside of the
  /// bundle are not opened.
  ///
  /// - Parameters:
  ///   - path: the bundle's folder or archive.
  ///   - jobs: the number of files that are read at once, 1 or more.
  ///   - progress: called after each file with the number of files read and of all files.
  package init(
    ofBundleAt path: FilePath, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(BundleError) {
    let storage: BundleStorage
    let bytes: [UInt8]
    do throws(BundleError) {
      storage = try BundleStorage(at: path)
      bytes = try storage.manifest()
    } catch .invalidArchive(_, let reason) {
      note(.corrupt, path.name.string, reason)
      return
    } catch .unreadable(_, .corrupt(let reason)) {
      note(.manifest, Manifest.fileName, reason)
      return
    }
    manifestSHA256 = SHA256.hexadecimal(bytes)
    let document: BundleDocument
    do throws(ManifestError) {
      document = try BundleDocument(parsing: bytes)
    } catch {
      switch error {
      case .notAManifest, .unsupportedSchema:
        throw .invalidManifest(path: storage.manifestPath, error)
      default:
        note(.manifest, Manifest.fileName, error.description)
        return
      }
    }
    guard let files = document.files else { throw .missingFileList(path: storage.manifestPath) }
    name = document.name
    for defect in document.defects { note(.manifest, Manifest.fileName, defect.description) }
    try await compare(files, in: storage, jobs, progress)
  }

  private mutating func compare(
    _ files: [Manifest.File], in storage: BundleStorage, _ jobs: Int,
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) async throws(BundleError) {
    let contents = storage.contents
    listedFileCount = files.count
    var missing = Dictionary(firstOf: files.map { (FilePath($0.file), $0) })
    var present: [Manifest.File] = []
    for name in contents.files where FilePath(name) != FilePath(Manifest.fileName) {
      if let file = missing.removeValue(forKey: FilePath(name)) {
        present.append(file)
      } else {
        note(.extra, name, "not listed in the manifest")
      }
    }
    for problem in contents.problems where problem.kind == .link {
      missing.removeValue(forKey: FilePath(problem.file))
    }
    problems += contents.problems
    for file in missing.values { note(.missing, file.file, "listed in the manifest") }
    do {
      let differences = try await present.concurrentMap(jobs: jobs, progress: progress) { file in
        Self.difference(of: file, in: storage)
      }
      problems += differences.compactMap(\.self)
    } catch {
      throw .cancelled
    }
    problems = Problem.Kind.allCases.flatMap { kind in
      problems.filter { $0.kind == kind }.sorted { FilePath($0.file) < FilePath($1.file) }
    }
  }

  private mutating func note(_ kind: Problem.Kind, _ file: String, _ message: String) {
    problems.append(Problem(kind: kind, file: file, message: message))
  }

  private static func difference(of file: Manifest.File, in storage: BundleStorage) -> Problem? {
    func problem(_ kind: Problem.Kind, _ message: String) -> Problem {
      Problem(kind: kind, file: file.file, message: message)
    }
    do throws(FileError) {
      let found = try storage.digest(of: file.file)
      if found.bytes != file.bytes {
        return problem(.changed, "expected \(file.bytes) bytes, found \(found.bytes)")
      }
      return found.sha256 == file.sha256
        ? nil : problem(.changed, "other content with the same size of \(found.bytes) bytes")
    } catch {
      return problem(.unreadable, error.description)
    }
  }
}
