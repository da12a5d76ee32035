#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
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
/// An entry begins with a checksum of its name and content and is ignored if that does not match. A
/// killed run, concurrent runs or a damaged disk cost time, but never change a finding. The name is a
/// hash of the files' content, the program and the limits. Entries are not signed: everyone with write
/// access to the folder can forge facts.
package struct FactCache: Sendable {
  /// The maximum size of all entries, in bytes. The least recently used ones are removed first.
  package static let maximumBytes = 256 << 20
  /// The maximum size of an entry, in bytes: twice that of an animation of 2,000 frames.
  static let maximumEntryBytes = 1 << 20

  // https://bford.info/cachedir: backup programs skip folders with this file.
  private static let tagName = "CACHEDIR.TAG"
  private static let tag = """
    Signature: 8a477f597d28d172789f06886806bc55
    # Facts about files that stickerpack has decoded. This folder can be deleted at any time.

    """
  private static let suffix = ".facts"
  private static let unfinished = ".unfinished"

  private let folder: FilePath
  private let program: String

  /// Opens a cache, or creates it if the folder is missing or empty.
  ///
  /// - Parameter program: the identity of the program. Another program may find different facts.
  package init(folder: FilePath, program: String) throws(LintError) {
    self.folder = folder
    self.program = program
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      let names = try FolderListing.names(in: folder)
      let tag = try? FileReading.bytes(ofFileAt: path(Self.tagName), limit: 4096)
      if tag == Array(Self.tag.utf8) { return }
      guard names.isEmpty else {
        throw LintError.notACache(path: folder.string)
      }
      try Data(Self.tag.utf8).write(to: URL(filePath: path(Self.tagName).string), options: .atomic)
      try Data("*\n".utf8).write(to: URL(filePath: path(".gitignore").string), options: .atomic)
    } catch let error as LintError {
      throw error
    } catch {
      throw .unusableCache(path: folder.string, reason: SystemError.reason(error))
    }
  }

  private func path(_ name: String) -> FilePath { folder.appending(name) }

  /// The facts about a sticker, from the cache or by decoding its files.
  package func facts(reading source: StickerSource, limits: DecodingLimits) -> AssetFacts {
    let files = StickerFiles(reading: source, limits: limits)
    guard let name = entryName(of: files) else { return AssetFacts(of: files) }
    if let cached = entry(name) { return cached.facts(about: files) }
    let facts = AssetFacts(of: files)
    if let entry = Entry(facts) { write(entry, as: name) }
    return facts
  }

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

    func facts(about files: StickerFiles) -> AssetFacts {
      var facts = AssetFacts(source: files.source)
      facts.fileHashes = files.contents?.map(\.sha256) ?? []
      (facts.byteCount, facts.contentHash) = (byteCount, contentHash)
      (facts.signature, facts.image) = (signature, image)
      return facts
    }
  }

  /// Everything that facts depend on.
  private struct Key: Encodable {
    /// The format of an entry, for programs with the same identity.
    var format = 4
    var program: String
    var limits: DecodingLimits
    var isFrame: Bool
    var frameSeconds: [Double]?
    var plays: Int?
    /// The SHA-256 of each file.
    var files: [String]
  }

  /// The name of an entry; nil if a file could not be read.
  private func entryName(of stickerFiles: StickerFiles) -> String? {
    guard let contents = stickerFiles.contents else { return nil }
    var limits = stickerFiles.limits
    // It only decides whether a file is read.
    limits.fileBytes = 0
    let sequence = stickerFiles.source.sequence
    let key = Key(
      program: program, limits: limits, isFrame: stickerFiles.source.role == .frame,
      frameSeconds: sequence?.delays, plays: sequence?.settings.plays,
      files: contents.map(\.sha256))
    return (try? CanonicalJSON.compactBytes(of: key)).map(SHA256.hexadecimal)
  }

  private static func checksum(_ name: String, _ content: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hexadecimal(Array(name.utf8) + content).utf8)
  }

  private func entry(_ name: String) -> Entry? {
    let path = path(name + Self.suffix)
    guard let bytes = try? FileReading.bytes(ofFileAt: path, limit: Self.maximumEntryBytes),
      bytes.count > 64, Array(bytes.prefix(64)) == Self.checksum(name, bytes.dropFirst(64)),
      let entry = try? CanonicalJSON.value(Entry.self, from: Array(bytes.dropFirst(64)))
    else { return nil }
    // The least recently used entries are removed first.
    _ = unsafe path.withCString { unsafe utimensat(AT_FDCWD, $0, nil, 0) }
    return entry
  }

  /// Errors are ignored: a missing entry only costs time in the next run.
  private func write(_ entry: Entry, as name: String) {
    guard let content = try? CanonicalJSON.compactBytes(of: entry),
      content.count + 64 <= Self.maximumEntryBytes
    else { return }
    let temporary = path("\(name).\(UInt64.random(in: 0...UInt64.max))\(Self.unfinished)")
    do {
      try Data(Self.checksum(name, content) + content)
        .write(to: URL(filePath: temporary.string), options: .withoutOverwriting)
      guard temporary.rename(to: path(name + Self.suffix)) == 0 else {
        throw LintError.unusableCache(path: folder.string, reason: "")
      }
    } catch {
      temporary.remove()
    }
  }

  /// Removes the least recently used entries if all of them take more than `maximum` bytes, and
  /// temporary files that killed runs left behind more than an hour ago.
  package func prune(to maximum: Int = FactCache.maximumBytes) {
    var entries: [(path: FilePath, size: Int, used: Int)] = []
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      let path = folder.appending(name)
      guard let status = FileStatus(of: path, followingLinks: false), status.kind == .file
      else { continue }
      if name.string.hasSuffix(Self.suffix) {
        entries.append((path, status.size, status.seconds))
      } else if name.string.hasSuffix(Self.unfinished),
        status.seconds < Int(Date().timeIntervalSince1970) - 3600
      {
        path.remove()
      }
    }
    var total = entries.reduce(0) { $0 + $1.size }
    guard total > maximum else { return }
    entries.sort { $0.used < $1.used }
    for entry in entries {
      // Down to three quarters, so that not every run removes entries.
      guard total > maximum / 4 * 3 else { return }
      if entry.path.remove() == 0 { total -= entry.size }
    }
  }
}
