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

/// A folder that keeps the facts about files by the SHA-256 of their bytes, so that what was decoded
/// once is not decoded again.
///
/// An entry is believed only when it is whole: it begins with a checksum of its own name and
/// content. So a run that is killed, two runs at once or a damaged disk cost time and never a
/// finding. The name is a hash of the file's content, the program and the limits. Nothing is a
/// signature: whoever may write to the folder can decide what is known about a file.
package struct FactCache: Sendable {
  /// Why a folder cannot be a cache, in one sentence without a full stop.
  package struct Refused: Error, CustomStringConvertible {
    /// The folder and what is wrong with it.
    package var description: String
  }

  /// What all entries may take together, in bytes; those that were not used for longest go first.
  package static let mostBytes = 256 << 20
  /// What one entry may take, in bytes. An animation of two thousand frames takes half of it.
  static let mostBytesOfEntry = 1 << 20

  // https://bford.info/cachedir: backup programs pass over a folder that holds this.
  private static let tagName = "CACHEDIR.TAG"
  private static let tag = """
    Signature: 8a477f597d28d172789f06886806bc55
    # Facts about files that stickerpack has decoded. This folder can be deleted at any time.

    """
  private static let suffix = ".facts"
  private static let unfinished = ".unfinished"

  private let folder: FilePath
  private let program: String

  /// Opens a cache, or makes it where there is nothing or an empty folder.
  ///
  /// - Parameter program: tells apart programs that could know different facts about a file.
  package init(folder: FilePath, program: String) throws(Refused) {
    self.folder = folder
    self.program = program
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true)
      let names = try FolderListing.names(in: folder)
      let tag = try? FileReading.bytes(ofFileAt: path(Self.tagName), limit: 4096)
      if tag == Array(Self.tag.utf8) { return }
      guard names.isEmpty else {
        throw Refused(
          description: "\(folder) is no cache of stickerpack and is not empty; name a folder of its"
            + " own")
      }
      try Data(Self.tag.utf8).write(to: URL(filePath: path(Self.tagName).string), options: .atomic)
      try Data("*\n".utf8).write(to: URL(filePath: path(".gitignore").string), options: .atomic)
    } catch let refused as Refused {
      throw refused
    } catch {
      throw Refused(
        description: "the cache \(folder) cannot be used: \(SystemError.reason(error))")
    }
  }

  private func path(_ name: String) -> FilePath { folder.appending(name) }

  /// The facts about a sticker: from the cache, or by decoding its files.
  package func facts(reading source: StickerSource, limits: DecodingLimits) -> AssetFacts {
    let files = StickerFiles(reading: source, limits: limits)
    guard let name = entryName(of: files) else { return AssetFacts(of: files) }
    if let known = entry(name) { return known.facts(about: source) }
    let facts = AssetFacts(of: files)
    if let entry = Entry(facts) { keep(entry, as: name) }
    return facts
  }

  /// The facts that depend on a sticker's bytes alone.
  private struct Entry: Codable {
    private var byteCount: Int
    private var contentHash: String
    private var signature: FileSignature
    private var image: ImageFacts?

    /// Nil for frames that make no animation, whose problems name files.
    init?(_ facts: AssetFacts) {
      guard let hash = facts.contentHash, let signature = facts.signature else { return nil }
      (byteCount, contentHash) = (facts.byteCount, hash)
      (self.signature, image) = (signature, facts.image)
    }

    func facts(about source: StickerSource) -> AssetFacts {
      var facts = AssetFacts(source: source)
      (facts.byteCount, facts.contentHash) = (byteCount, contentHash)
      (facts.signature, facts.image) = (signature, image)
      return facts
    }
  }

  /// All that facts depend on.
  private struct Key: Encodable {
    /// The form of an entry, for programs that call themselves the same.
    var format = 1
    var program: String
    var limits: DecodingLimits
    var isFrame: Bool
    var frameSeconds: Double?
    var plays: Int?
    /// The SHA-256 of each file.
    var files: [String]
  }

  /// Nil where a file could not be read. How large a file may be decides no more than that.
  private func entryName(of read: StickerFiles) -> String? {
    guard let contents = read.contents else { return nil }
    var limits = read.limits
    limits.fileBytes = 0
    let settings = read.source.sequence?.settings
    let key = Key(
      program: program, limits: limits, isFrame: read.source.role == .frame,
      frameSeconds: settings?.timing.seconds(of: contents.count), plays: settings?.plays,
      files: contents.map(SHA256.hexadecimal))
    return (try? CanonicalJSON.compactBytes(of: key)).map(SHA256.hexadecimal)
  }

  private static func checksum(_ name: String, _ content: some Sequence<UInt8>) -> [UInt8] {
    Array(SHA256.hexadecimal(Array(name.utf8) + content).utf8)
  }

  private func entry(_ name: String) -> Entry? {
    let path = path(name + Self.suffix)
    guard let bytes = try? FileReading.bytes(ofFileAt: path, limit: Self.mostBytesOfEntry),
      bytes.count > 64, Array(bytes.prefix(64)) == Self.checksum(name, bytes.dropFirst(64)),
      let entry = try? CanonicalJSON.value(Entry.self, from: Array(bytes.dropFirst(64)))
    else { return nil }
    // When it was last used decides how long it stays.
    _ = unsafe path.withCString { unsafe utimensat(AT_FDCWD, $0, nil, 0) }
    return entry
  }

  /// Nothing depends on an entry being written: a full disk costs time in the next run.
  private func keep(_ entry: Entry, as name: String) {
    guard let content = try? CanonicalJSON.compactBytes(of: entry),
      content.count + 64 <= Self.mostBytesOfEntry
    else { return }
    let temporary = path("\(name).\(UInt64.random(in: 0...UInt64.max))\(Self.unfinished)")
    do {
      try Data(Self.checksum(name, content) + content)
        .write(to: URL(filePath: temporary.string), options: .withoutOverwriting)
      guard temporary.rename(to: path(name + Self.suffix)) else { throw Refused(description: "") }
    } catch {
      _ = temporary.unlink()
    }
  }

  /// Removes the entries that were not used for longest until the rest takes at most `mostBytes`, and
  /// what runs that were killed have left behind for an hour.
  package func prune(to most: Int = FactCache.mostBytes) {
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
        _ = path.unlink()
      }
    }
    var total = entries.reduce(0) { $0 + $1.size }
    guard total > most else { return }
    entries.sort { $0.used < $1.used }
    for entry in entries {
      // Down to three quarters, so that not every run has to.
      guard total > most / 4 * 3 else { return }
      if entry.path.unlink() { total -= entry.size }
    }
  }
}

extension FilePath {
  /// Removes a file. Returns whether that succeeded.
  fileprivate func unlink() -> Bool { unsafe withCString { unsafe platformUnlink($0) } == 0 }

  /// Moves a file, replacing the one at `target`. Returns whether that succeeded.
  fileprivate func rename(to target: FilePath) -> Bool {
    unsafe withCString { path in
      unsafe target.withCString { unsafe platformRename(path, $0) }
    } == 0
  }
}

// Inside of the extension, the names are those of its methods.
private func platformUnlink(_ path: UnsafePointer<CChar>) -> Int32 { unsafe unlink(path) }

private func platformRename(
  _ path: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>
) -> Int32 {
  unsafe rename(path, target)
}
