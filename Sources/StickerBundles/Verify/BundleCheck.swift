internal import StickerManifest
package import Basics

/// What differs between a bundle, or a collection of them, and what its manifest says.
///
/// This finds accidents, such as a copy that was cut short. It is no signature: who can change a file
/// can change the manifest, whose own digest is ``manifestSHA256``.
package struct BundleCheck: Sendable {
  /// One difference.
  package struct Problem: Sendable, Equatable {
    /// What kind of difference it is.
    package enum Kind: String, Sendable, CaseIterable, Encodable {
      /// The manifest contradicts itself or names what can be no file of a bundle.
      case manifest
      /// A listed file is not there.
      case missing
      /// A listed file has other bytes.
      case changed
      /// Something is there that is not listed.
      case extra
      /// A symbolic link: a bundle has none.
      case link
      /// Something cannot be opened.
      case unreadable
    }

    /// What kind of difference it is.
    package var kind: Kind
    /// The file, relative to the bundle's folder.
    package var file: String
    /// What is the matter, in one sentence without a full stop.
    package var message: String
  }

  /// The pack's name; nil for a collection and for a manifest that is damaged.
  package private(set) var name: String?
  /// How many files the manifest lists.
  package private(set) var listed = 0
  /// The SHA-256 of the manifest, in lower-case hexadecimal.
  package let manifestSHA256: String
  /// All differences, by kind and then by the bytes of the names.
  package private(set) var problems: [Problem] = []

  /// Checks every file in the folder at `path`. No name of the manifest is ever opened: what lies in
  /// the folder is, and is looked up in the manifest.
  ///
  /// - Parameters:
  ///   - jobs: how many files are read at once, 1 or more.
  ///   - progress: called after each file with the number done and the number of all.
  package init(
    ofBundleAt path: FilePath, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(BundleFailure) {
    let storage = try BundleStorage(at: path)
    let bytes = try storage.manifest()
    manifestSHA256 = SHA256.hexadecimal(bytes)
    let document: BundleDocument
    do throws(Manifest.ReadingFailure) {
      document = try BundleDocument(parsing: bytes)
    } catch .damaged(let reason) {
      note(.manifest, Manifest.fileName, reason)
      return
    } catch {
      throw BundleFailure(description: "\(storage.manifestPath): \(error)", isUsage: true)
    }
    guard let files = document.files else {
      throw BundleFailure(
        description:
          "\(storage.manifestPath) lists no files; build the bundle again with this stickerpack",
        isUsage: true)
    }
    name = document.name
    for defect in document.defects { note(.manifest, Manifest.fileName, "\(defect)") }
    await compare(files, in: storage, jobs, progress)
  }

  private mutating func compare(
    _ files: [Manifest.File], in storage: BundleStorage, _ jobs: Int,
    _ progress: (_ done: Int, _ total: Int) -> Void
  ) async {
    let contents = storage.contents
    listed = files.count
    var expected = Dictionary(
      files.map { (FilePath($0.file), $0) }, uniquingKeysWith: { first, _ in first })
    var present: [Manifest.File] = []
    for name in contents.files where FilePath(name) != FilePath(Manifest.fileName) {
      if let file = expected.removeValue(forKey: FilePath(name)) {
        present.append(file)
      } else {
        note(.extra, name, "the manifest does not list it")
      }
    }
    for (name, irregularity) in contents.irregular {
      switch irregularity {
      case .link:
        expected.removeValue(forKey: FilePath(name))
        note(.link, name, "it is a symbolic link, and a bundle has none")
      case .emptyFolder: note(.extra, name, "the folder is empty")
      case .special: note(.extra, name, "it is no file")
      case .unreadable(let reason): note(.unreadable, name, reason)
      }
    }
    for file in expected.values { note(.missing, file.file, "the manifest lists it") }
    let findings = await present.concurrentMap(jobs: jobs, progress: progress) { file in
      Self.difference(of: file, in: storage)
    }
    problems += findings.compactMap(\.self)
    let order = Problem.Kind.allCases
    problems = problems.enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      if one.kind != other.kind {
        return (order.firstIndex(of: one.kind) ?? 0) < (order.firstIndex(of: other.kind) ?? 0)
      }
      let paths = (FilePath(one.file), FilePath(other.file))
      return paths.0 == paths.1 ? first.offset < second.offset : paths.0 < paths.1
    }.map(\.element)
  }

  private mutating func note(_ kind: Problem.Kind, _ file: String, _ message: String) {
    problems.append(Problem(kind: kind, file: file, message: message))
  }

  private static func difference(of file: Manifest.File, in storage: BundleStorage) -> Problem? {
    do throws(FileError) {
      let found = try storage.digest(of: file.file)
      if found.bytes != file.bytes {
        return Problem(
          kind: .changed, file: file.file,
          message: "it has \(found.bytes) bytes instead of \(file.bytes)")
      }
      return found.sha256 == file.sha256
        ? nil
        : Problem(
          kind: .changed, file: file.file,
          message: "it has other bytes, \(found.bytes) as before")
    } catch {
      return Problem(kind: .unreadable, file: file.file, message: "\(error)")
    }
  }
}
