internal import Basics
internal import Dispatch

/// The records of a cache: those of its file, and those that this run adds.
///
/// The file is replaced as a whole, so no reader sees a part of one. Of runs at the same time, each adds
/// to what is there when it saves.
final class FactStore: @unchecked Sendable {
  /// The most bytes of new records in memory. More are saved before the run ends, so that a killed run
  /// does not lose everything.
  private static let mostBytesInMemory = 16 << 20
  /// How long a record keeps its last use, in seconds: saving each would write the file in every run.
  private static let usePrecision = 86_400

  private struct Addition {
    var digest: [UInt8]
    var bytes: [UInt8]
  }

  private let folder: FilePath
  private let maximumBytes: Int
  /// When the run began, in seconds since 1970.
  private let now: Int
  // Guards everything below, so the class can be Sendable. Mutex would require macOS 15.
  private let queue = DispatchQueue(label: "stickerpack.fact-store")
  private var index: FactIndex
  private var additions: [[UInt8]: Addition] = [:]
  private var bytesInMemory = 0
  private var used: Set<[UInt8]> = []
  private var hasOldUses = false

  /// Opens the file in a cache's folder.
  ///
  /// - Parameters:
  ///   - maximumBytes: the maximum size of all records. The least recently used ones are removed first.
  ///   - now: when the run began, in seconds since 1970.
  init(in folder: FilePath, maximumBytes: Int, now: Int) {
    self.folder = folder
    self.maximumBytes = maximumBytes
    self.now = now
    index = FactIndex(at: Self.path(in: folder))
  }

  private static func path(in folder: FilePath) -> FilePath { folder.appending("facts") }

  /// The SHA-256 that is stored for a key.
  func digest(for key: [UInt8]) -> [UInt8]? {
    queue.sync { additions[key]?.digest ?? record(for: key)?.digest }
  }

  /// The bytes that are stored for a key; nil if there are none or they are damaged.
  func bytes(for key: [UInt8]) -> [UInt8]? {
    let (added, index, record) = queue.sync {
      (additions[key]?.bytes, self.index, self.record(for: key))
    }
    return added ?? record.flatMap { index.bytes(of: $0) }
  }

  private func record(for key: [UInt8]) -> FactIndex.Record? {
    guard let record = index.records[key] else { return nil }
    used.insert(key)
    if record.used < now - Self.usePrecision { hasOldUses = true }
    return record
  }

  /// Stores the SHA-256 of a file.
  func add(digest: [UInt8], for key: [UInt8]) { add(Addition(digest: digest, bytes: []), for: key) }

  /// Stores bytes.
  func add(bytes: [UInt8], for key: [UInt8]) {
    add(Addition(digest: SHA256.bytes(bytes), bytes: bytes), for: key)
  }

  private func add(_ addition: Addition, for key: [UInt8]) {
    queue.sync {
      additions[key] = addition
      bytesInMemory += addition.bytes.count
      if bytesInMemory > Self.mostBytesInMemory { write() }
    }
  }

  /// Writes the file if there is anything new. Errors are ignored: missing records only cost time in the
  /// next run.
  func save() {
    queue.sync { if !additions.isEmpty || hasOldUses { write() } }
  }

  private func write() {
    let path = Self.path(in: folder)
    // Another run may have replaced the file.
    if path.identity != index.identity { index = FactIndex(at: path) }
    let records = keptRecords()
    let temporary = folder.appending(
      "facts.\(UInt64.random(in: 0...UInt64.max))\(Self.unfinished)")
    let isWritten = FactIndex.write(records, to: temporary) { place in
      let (key, record) = records[place]
      return additions[key]?.bytes ?? (record.place.isEmpty ? [] : index.bytes(of: record))
    }
    if !isWritten || temporary.rename(to: path) != 0 { temporary.remove() }
    index = FactIndex(at: path)
    additions = [:]
    bytesInMemory = 0
    hasOldUses = false
    removeUnfinished()
  }

  /// The records to write, the most recently used ones first.
  private func keptRecords() -> [(key: [UInt8], record: FactIndex.Record)] {
    var records = index.records
    for key in used { records[key]?.used = now }
    for (key, addition) in additions {
      records[key] = FactIndex.Record(
        digest: addition.digest, place: 0..<addition.bytes.count, used: now)
    }
    var kept = records.map { (key: $0.key, record: $0.value) }
      .sorted { $0.record.used > $1.record.used }
    // New checkouts leave digests of files behind that no longer exist.
    var digestsLeft = max(1, kept.count { !$0.record.place.isEmpty }) * 4
    kept.removeAll { _, record in
      guard record.place.isEmpty else { return false }
      digestsLeft -= 1
      return digestsLeft < 0
    }
    guard kept.reduce(0, { $0 + $1.record.size }) > maximumBytes else { return kept }
    // Down to three quarters, so that not every run removes records.
    var bytesLeft = maximumBytes / 4 * 3
    return Array(
      kept.prefix { _, record in
        bytesLeft -= record.size
        return bytesLeft >= 0
      })
  }

  private static let unfinished = ".unfinished"

  /// Removes temporary files that killed runs left behind more than an hour ago.
  private func removeUnfinished() {
    for name in (try? FolderListing.names(in: folder)) ?? []
    where name.string.hasSuffix(Self.unfinished) {
      let path = folder.appending(name)
      guard let status = FileStatus(of: path, followingLinks: false), status.kind == .file,
        status.modified / 1_000_000_000 < now - 3600
      else { continue }
      path.remove()
    }
  }
}
