#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import ImageContainers
package import Basics
package import StickerPacks

/// A folder that caches facts by the SHA-256 of the files, so that unchanged files are not decoded
/// again.
///
/// It also stores which file had which SHA-256, so that unchanged files are not even read. The system
/// changes a file's status with its content, but only as precisely as the file system stores times: a
/// second change in the same moment is not seen. The status of a file that had just been changed when it
/// was read is therefore not stored. Git calls such files "racily clean"
/// (https://git-scm.com/docs/racy-git) and compares their content, too.
///
/// Facts have a checksum and are ignored if that does not match. A killed run, concurrent runs or a
/// damaged disk cost time, but never change a finding. The key is a hash of the files' content, the
/// program and the limits. Records are not signed: everyone with write access to the folder can forge
/// facts.
package struct FactCache: Sendable {
  /// The maximum size of all records, in bytes. The least recently used ones are removed first.
  package static let maximumBytes = 256 << 20
  /// The maximum size of a record, in bytes: twice that of an animation of 2,000 frames.
  static let maximumRecordBytes = 1 << 20
  /// How precisely file systems store times, in nanoseconds: FAT in steps of 2 seconds.
  private static let timePrecision = 2_000_000_000

  // https://bford.info/cachedir: backup programs skip folders with this file.
  private static let tagName = "CACHEDIR.TAG"
  private static let tag = """
    Signature: 8a477f597d28d172789f06886806bc55
    # Facts about files that stickerpack has decoded. This folder can be deleted at any time.

    """

  private let store: FactStore
  /// When this run began, in nanoseconds since 1970.
  private let start: Int
  private var program: String

  /// Opens a cache, or creates it if the folder is missing or empty.
  ///
  /// - Parameters:
  ///   - program: the identity of the program. Another program may find different facts.
  ///   - executable: a file whose content is part of that identity, if any.
  ///   - maximumBytes: the maximum size of all records.
  ///   - start: the time at which the run began, in nanoseconds since 1970.
  package init(
    folder: FilePath, program: String, executable: FilePath? = nil,
    maximumBytes: Int = FactCache.maximumBytes, start: Int = FactCache.now
  ) throws(LintError) {
    try Self.prepare(folder)
    self.program = program
    self.start = start
    store = FactStore(in: folder, maximumBytes: maximumBytes, now: start / 1_000_000_000)
    if let executable { self.program += "\n" + (digest(of: executable) ?? "") }
  }

  /// The current time, in nanoseconds since 1970.
  package static var now: Int { Int(Date().timeIntervalSince1970 * 1_000_000_000) }

  /// Creates the folder, or checks that it is a cache.
  private static func prepare(_ folder: FilePath) throws(LintError) {
    do {
      let tagPath = folder.appending(tagName)
      let existing = try? FileReading.bytes(ofFileAt: tagPath, limit: 4096)
      if existing == Array(tag.utf8) { return }
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      guard try FolderListing.names(in: folder).isEmpty else {
        throw LintError.notACache(path: folder.string)
      }
      try Data(tag.utf8).write(to: URL(filePath: tagPath.string), options: .atomic)
      try Data("*\n".utf8).write(
        to: URL(filePath: folder.appending(".gitignore").string), options: .atomic)
    } catch let error as LintError {
      throw error
    } catch {
      throw .unusableCache(path: folder.string, reason: SystemError.reason(error))
    }
  }

  /// The facts about a sticker, from the cache or by decoding its files.
  package func facts(reading source: StickerSource, limits: DecodingLimits) -> AssetFacts {
    if let hashes = fileHashes(of: source, limits: limits),
      let facts = storedFacts(about: source, hashes, key(of: source, hashes, limits))
    {
      return facts
    }
    let files = StickerFiles(reading: source, limits: limits)
    guard let hashes = files.contents?.map(\.sha256) else { return AssetFacts(of: files) }
    for (status, hash) in zip(files.statuses, hashes) { add(hash, of: status) }
    let key = key(of: source, hashes, limits)
    if let facts = storedFacts(about: source, hashes, key) { return facts }
    let facts = AssetFacts(of: files)
    if let entry = Entry(facts), let bytes = try? PackedEncoder.bytes(of: entry),
      bytes.count <= Self.maximumRecordBytes
    {
      store.add(bytes: bytes, for: key)
    }
    return facts
  }

  /// Writes what is new to the folder.
  package func save() { store.save() }

  // MARK: Facts

  /// The facts that depend on a sticker's bytes only.
  private struct Entry: Codable {
    private var byteCount: Int
    private var contentHash: String
    private var signature: FileSignature
    private var image: ImageFacts?

    /// Nil if the frames could not be assembled: these problems depend on file names.
    init?(_ facts: AssetFacts) {
      guard let hash = facts.contentHash, let signature = facts.signature else { return nil }
      (byteCount, contentHash) = (facts.byteCount, hash)
      (self.signature, image) = (signature, facts.image)
    }

    func facts(about source: StickerSource, _ fileHashes: [String]) -> AssetFacts {
      var facts = AssetFacts(source: source)
      facts.fileHashes = fileHashes
      (facts.byteCount, facts.contentHash) = (byteCount, contentHash)
      (facts.signature, facts.image) = (signature, image)
      return facts
    }
  }

  /// Everything that facts depend on.
  private struct Key: Encodable {
    /// The format of facts, for programs with the same identity.
    var format = 9
    var program: String
    var limits: DecodingLimits
    var isFrame: Bool
    var frameSeconds: [Double]?
    var plays: Int?
    /// The SHA-256 of each file.
    var files: [String]
  }

  /// The key of the facts about a sticker whose files have these hashes.
  private func key(
    of source: StickerSource, _ fileHashes: [String], _ limits: DecodingLimits
  ) -> [UInt8] {
    var limits = limits
    // It only decides whether a file is read.
    limits.fileBytes = 0
    let key = Key(
      program: program, limits: limits, isFrame: source.role == .frame,
      frameSeconds: source.sequence?.delays, plays: source.sequence?.settings.plays,
      files: fileHashes)
    return Self.hash(of: key)
  }

  private func storedFacts(
    about source: StickerSource, _ fileHashes: [String], _ key: [UInt8]
  ) -> AssetFacts? {
    guard let bytes = store.bytes(for: key),
      let entry = try? PackedDecoder.value(Entry.self, from: bytes)
    else { return nil }
    return entry.facts(about: source, fileHashes)
  }

  private static func hash(of key: some Encodable) -> [UInt8] {
    // Only optional elements of lists cannot be encoded, and no key has any.
    SHA256.bytes((try? PackedEncoder.bytes(of: key)) ?? [])
  }

  // MARK: Digests of files

  /// What the system reports about a file, which changes with its content.
  private struct Stamp: Encodable {
    var kind = "stamp"
    var device: UInt64
    var inode: UInt64
    var size: Int
    var modified: Int
    var changed: Int

    init(_ status: FileStatus) {
      (device, inode) = (status.identity.device, status.identity.inode)
      (size, modified, changed) = (status.size, status.modified, status.changed)
    }
  }

  /// The SHA-256 of each of a sticker's files, if all are stored and within the limit; otherwise the
  /// files must be read.
  package func fileHashes(of source: StickerSource, limits: DecodingLimits) -> [String]? {
    var bytesLeft = limits.fileBytes
    var hashes: [String] = []
    for file in source.files {
      guard let status = FileStatus(of: file.path), status.kind == .file,
        let digest = store.digest(for: Self.hash(of: Stamp(status)))
      else { return nil }
      bytesLeft -= status.size
      guard bytesLeft >= 0 else { return nil }
      hashes.append(SHA256.hexadecimal(digest: digest))
    }
    return hashes
  }

  /// Stores the SHA-256 of a file, unless a change right after reading it would not be seen.
  private func add(_ hash: String, of status: FileStatus) {
    guard max(status.modified, status.changed) < start - Self.timePrecision else { return }
    store.add(digest: SHA256.digest(hexadecimal: hash), for: Self.hash(of: Stamp(status)))
  }

  /// The SHA-256 of a file; nil if it cannot be read.
  private func digest(of path: FilePath) -> String? {
    if let status = FileStatus(of: path),
      let digest = store.digest(for: Self.hash(of: Stamp(status)))
    {
      return SHA256.hexadecimal(digest: digest)
    }
    guard let (bytes, status) = try? FileReading.content(ofFileAt: path, limit: 1 << 30) else {
      return nil
    }
    let hash = SHA256.hexadecimal(bytes)
    add(hash, of: status)
    return hash
  }
}
