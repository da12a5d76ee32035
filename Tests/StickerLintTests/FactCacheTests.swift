import Basics
import Foundation
import ImageContainers
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Fact cache")
struct FactCacheTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// - Parameter start: when the run began; by default before the files were written, so that their
  ///   status is not stored.
  func cache(
    _ program: String = "1", maximumBytes: Int = FactCache.maximumBytes, start: Int = 0
  ) throws -> FactCache {
    try FactCache(
      folder: FilePath(folder.path + "/cache"), program: program, maximumBytes: maximumBytes,
      start: start)
  }

  /// The number of records that a cache saves.
  func records(_ cache: FactCache) throws -> Int {
    cache.save()
    let bytes = try folder.bytes("cache/facts")
    return Int(bytes[8]) + Int(bytes[9]) << 8
  }

  /// The start of a run long after the files were written, so that their status is stored.
  static let later = FactCache.now + 3_600_000_000_000

  @Test(
    "cached facts equal fresh facts for all samples, with and without reading the files",
    arguments: ["Biscuit", "Broken"], [0, later])
  func everything(_ pack: String, _ start: Int) throws {
    let path = Repository.root.appending(path: "SampleStickers/\(pack)").path
    let sources = try PackDiscovery(at: [FilePath(path)]).packs.flatMap(\.files)
    let fresh = sources.map { text(of: AssetFacts(reading: $0, limits: .init())) }
    for _ in 0..<2 {
      let cache = try cache(start: start)
      for (source, facts) in zip(sources, fresh) {
        for _ in 0..<2 {
          #expect(text(of: cache.facts(reading: source, limits: .init())) == facts)
        }
      }
      #expect(try records(cache) > 10)
    }
    let known = try cache(start: start)
    #expect(
      sources.contains { known.fileHashes(of: $0, limits: .init()) != nil } == (start > 0))
  }

  /// The parts of a dump in sorted order, because dictionaries have no order.
  func text(of facts: AssetFacts) -> [String] {
    var text = ""
    dump(facts, to: &text)
    let separators = Array(" \n,()[]".utf8)
    return text.utf8.split(whereSeparator: separators.contains)
      .map { String(Substring($0)) }.sorted()
  }

  @Test("the key is the content of a file, not its name or folder")
  func byContent() throws {
    let bytes = PNGBytes.still(300, 300, [1, 2, 3, 128])
    let cache = try cache()
    for name in ["a.png", "Sub/b.png"] {
      let path = try folder.write(bytes, to: name)
      let source = StickerSource(
        id: name, at: Location(FilePath(path), displayPath: FilePath(name)), label: name)
      let facts = cache.facts(reading: source, limits: .init())
      #expect(facts.source == source)
      #expect(facts.image?.canvas == CanvasSize(width: 300, height: 300))
    }
    #expect(try records(cache) == 1)
  }

  @Test("the key of a sequence is its frames, their order and its timing")
  func sequences() throws {
    let cache = try cache()
    let frames = try (1...3).map { index in
      let bytes = PNGBytes.still(300, 300, [UInt8(index), 0, 0, 128])
      let path = try folder.write(bytes, to: "wave/\(index).png")
      return FrameSequence.Frame(
        name: "\(index).png", at: Location(FilePath(path), displayPath: "\(index).png"))
    }
    func facts(_ settings: FrameSequence.Settings, _ frames: [FrameSequence.Frame]) -> AssetFacts {
      cache.facts(
        reading: StickerSource(
          id: "wave", at: Location("\(folder.path)/wave", displayPath: "wave"),
          sequence: FrameSequence(frames: frames, settings: settings)), limits: .init())
    }
    var settings = FrameSequence.Settings()
    for _ in 0..<2 {
      #expect(facts(settings, frames).image?.frames.map(\.delayMilliseconds).count == 3)
      #expect(try records(cache) == 1)
    }
    settings.timing = .fps(10)
    for _ in 0..<2 {
      #expect(facts(settings, frames).image?.frames.map(\.delayMilliseconds) == [100, 100, 100])
    }
    settings.repetitions = 1
    for _ in 0..<2 { #expect(facts(settings, frames).image?.container.loop == .times(2)) }
    #expect(try records(cache) == 3)
    _ = facts(settings, frames.reversed())
    #expect(try records(cache) == 4)
    // Frames that cannot be assembled are not cached.
    try folder.write(PNGBytes.still(301, 300, [9, 0, 0, 128]), to: "wave/2.png")
    for _ in 0..<2 { #expect(facts(settings, frames).frameProblems.count == 1) }
    #expect(try records(cache) == 4)
  }

  @Test("a catalog frame and a sticker with the same bytes have separate entries")
  func roles() throws {
    let path = try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "a.png")
    let cache = try cache()
    for role in [StickerSource.Role.sticker, .frame, .sticker, .frame] {
      let source = StickerSource(role, id: "a", at: Location(FilePath(path), displayPath: "a.png"))
      let facts = cache.facts(reading: source, limits: .init())
      #expect((facts.image?.bytesInFullColor != nil) == (role == .frame))
    }
    #expect(try records(cache) == 2)
  }

  @Test("another program, pixel limit or decoder misses; a larger file size limit hits")
  func identity() throws {
    let source = try sticker("a")
    func records(_ program: String, _ limits: DecodingLimits = .init()) throws -> Int {
      let cache = try cache(program)
      _ = cache.facts(reading: source, limits: limits)
      return try self.records(cache)
    }
    var limits = DecodingLimits()
    limits.fileBytes *= 2
    #expect(try records("1") == 1)
    #expect(try records("1", limits) == 1)
    #expect(try records("2") == 2)
    limits.pixels = 100
    #expect(try records("1", limits) == 3)
    let facts = try cache().facts(reading: source, limits: limits)
    #expect(facts.image?.defects.map(\.kind) == [.limit])
    limits.decoder = .reference
    #expect(try records("1", limits) == 4)
  }

  @Test("the content of the executable is part of the program's identity")
  func executable() throws {
    let source = try sticker("a")
    func records() throws -> Int {
      let cache = try FactCache(
        folder: FilePath(folder.path + "/cache"), program: "1",
        executable: FilePath(folder.path + "/program"), start: 0)
      _ = cache.facts(reading: source, limits: .init())
      return try self.records(cache)
    }
    for _ in 0..<2 {
      try folder.write("one", to: "program")
      #expect(try records() == 1)
    }
    try folder.write("two", to: "program")
    #expect(try records() == 2)
  }

  /// Writes a still and returns its source.
  func sticker(_ name: String, _ color: [UInt8] = [1, 2, 3, 128]) throws -> StickerSource {
    let path = try folder.write(PNGBytes.still(300, 300, color), to: "\(name).png")
    return StickerSource(
      id: name, at: Location(FilePath(path), displayPath: FilePath("\(name).png")))
  }

  // MARK: Known files

  @Test("a file that has not changed is not read again")
  func unchanged() throws {
    let source = try sticker("a")
    let first = try cache(start: Self.later)
    #expect(first.fileHashes(of: source, limits: .init()) == nil)
    let facts = first.facts(reading: source, limits: .init())
    first.save()
    let second = try cache(start: Self.later)
    let hash = Digest.sha256(try folder.bytes("a.png"))
    #expect(second.fileHashes(of: source, limits: .init()) == [hash])
    #expect(text(of: second.facts(reading: source, limits: .init())) == text(of: facts))
    var limits = DecodingLimits()
    limits.fileBytes = 10
    #expect(second.fileHashes(of: source, limits: limits) == nil)
    #expect(second.facts(reading: source, limits: limits).readProblem != nil)
  }

  /// What happens to a file of the same size.
  enum Change: CaseIterable {
    case written, writtenWithOldTime, replaced, replacedWithOldTime, swapped
  }

  @Test(
    "a file with other bytes is read again, whatever was done to hide it",
    arguments: Change.allCases)
  func changed(_ change: Change) throws {
    let source = try sticker("a", [1, 2, 3, 128])
    _ = try sticker("b", [3, 2, 1, 128])
    let path = folder.path + "/a.png"
    let old = try FileManager.default.attributesOfItem(atPath: path)
    let first = try cache(start: Self.later)
    _ = first.facts(reading: source, limits: .init())
    first.save()
    let bytes = try folder.bytes("b.png")
    #expect(bytes.count == old[.size] as? Int)
    func restoreTime() throws {
      try FileManager.default.setAttributes(
        [.modificationDate: try #require(old[.modificationDate])], ofItemAtPath: path)
    }
    switch change {
    case .written, .writtenWithOldTime:
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.write(contentsOf: Data(bytes))
      try handle.close()
    case .replaced, .replacedWithOldTime:
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    case .swapped:
      try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/c.png")
      try FileManager.default.moveItem(atPath: folder.path + "/b.png", toPath: path)
    }
    if change == .writtenWithOldTime || change == .replacedWithOldTime { try restoreTime() }
    let second = try cache(start: Self.later)
    #expect(second.fileHashes(of: source, limits: .init()) == nil)
    let fresh = AssetFacts(reading: source, limits: .init())
    #expect(fresh.contentHash == Digest.sha256(bytes))
    #expect(text(of: second.facts(reading: source, limits: .init())) == text(of: fresh))
  }

  @Test("a copy with the same times is read, and its facts are found")
  func copied() throws {
    let source = try sticker("a")
    let first = try cache(start: Self.later)
    _ = first.facts(reading: source, limits: .init())
    #expect(try records(first) == 2)
    let old = try FileManager.default.attributesOfItem(atPath: folder.path + "/a.png")
    var copy = try sticker("b")
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(old[.modificationDate])],
      ofItemAtPath: folder.path + "/b.png")
    copy.id = "a"
    let second = try cache(start: Self.later)
    #expect(second.fileHashes(of: copy, limits: .init()) == nil)
    #expect(second.facts(reading: copy, limits: .init()).image != nil)
    #expect(try records(second) == 3)
    #expect(try cache(start: Self.later).fileHashes(of: copy, limits: .init()) != nil)
  }

  @Test(
    "a file that changed less than 2 seconds before the run, or after it by the clock, is not trusted",
    arguments: [-1.9, 0, 1_000, 1_000_000_000])
  func racy(_ secondsAfterStart: Double) throws {
    let source = try sticker("a")
    let status = try #require(FileStatus(of: source.path))
    let start = status.changed - Int(secondsAfterStart * 1e9)
    for _ in 0..<2 {
      let cache = try cache(start: start)
      #expect(cache.fileHashes(of: source, limits: .init()) == nil)
      #expect(cache.facts(reading: source, limits: .init()).image != nil)
      #expect(try records(cache) == 1)
    }
    let later = try cache(start: status.changed + 2_100_000_000)
    _ = later.facts(reading: source, limits: .init())
    #expect(try records(later) == 2)
    // A clock that was set back does not matter once the digest is stored.
    #expect(try cache(start: start).fileHashes(of: source, limits: .init()) != nil)
  }

  @Test("a modification time in the future is not trusted")
  func future() throws {
    let source = try sticker("a")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 1_000_000)],
      ofItemAtPath: folder.path + "/a.png")
    let cache = try cache(start: Self.later)
    _ = cache.facts(reading: source, limits: .init())
    #expect(try records(cache) == 1)
  }

  @Test("of the digests of files that are gone, the cache keeps four for each sticker")
  func checkouts() throws {
    for _ in 0..<9 {
      let source = try sticker("a")
      let cache = try cache(start: Self.later)
      _ = cache.facts(reading: source, limits: .init())
      #expect(try records(cache) <= 5)
      // A file with another status and the same content.
      try FileManager.default.removeItem(atPath: folder.path + "/a.png")
      try folder.write("", to: UUID().uuidString)
    }
  }

  // MARK: The file

  @Test("whatever is damaged, facts are right, and the file is written again")
  func damage() throws {
    let sources = try (0..<3).map { try sticker("\($0)", [UInt8($0), 2, 3, 128]) }
    let fresh = sources.map { text(of: AssetFacts(reading: $0, limits: .init())) }
    func facts(start: Int = Self.later) throws -> [[String]] {
      let cache = try cache(start: start)
      defer { cache.save() }
      return sources.map { text(of: cache.facts(reading: $0, limits: .init())) }
    }
    #expect(try facts() == fresh)
    let whole = try folder.bytes("cache/facts")
    for index in stride(from: 0, to: whole.count, by: 61) {
      var damaged = whole
      damaged[index] ^= 0x40
      try folder.write(damaged, to: "cache/facts")
      #expect(try facts() == fresh)
      try folder.write(Array(whole.prefix(index)), to: "cache/facts")
      #expect(try facts() == fresh)
      #expect(try folder.bytes("cache/facts").count == whole.count)
    }
  }

  @Test("runs at the same time keep each other's facts")
  func together() throws {
    let caches = try (0..<3).map { _ in try cache() }
    for (index, cache) in caches.enumerated() {
      _ = cache.facts(
        reading: try sticker("\(index)", [UInt8(index), 2, 3, 128]), limits: .init())
    }
    for (index, cache) in caches.enumerated() { #expect(try records(cache) == index + 1) }
  }

  @Test("a run that only uses facts does not write, except once a day")
  func unwritten() throws {
    let source = try sticker("a")
    let hour = 3_600_000_000_000
    func identity(atHour hours: Int) throws -> FileIdentity? {
      let cache = try cache(start: Self.later + hours * hour)
      _ = cache.facts(reading: source, limits: .init())
      cache.save()
      return FilePath(folder.path + "/cache/facts").identity
    }
    let first = try identity(atHour: 0)
    #expect(try identity(atHour: 23) == first)
    #expect(try identity(atHour: 25) != first)
  }

  @Test("the least recently used facts are removed, down to three quarters of the limit")
  func prune() throws {
    let day = 86_400_000_000_000
    let sources = try (0..<8).map { try sticker("\($0)", [UInt8($0), 2, 3, 128]) }
    for (index, source) in sources.enumerated() {
      let cache = try cache(start: index * 2 * day)
      _ = cache.facts(reading: source, limits: .init())
      #expect(try records(cache) == index + 1)
    }
    // Using the oldest makes it the newest.
    let used = try cache(start: 20 * day)
    _ = used.facts(reading: sources[0], limits: .init())
    #expect(try records(used) == 8)
    let size = try folder.bytes("cache/facts").count / 8
    let small = try cache(maximumBytes: size * 5, start: 22 * day)
    _ = small.facts(reading: try sticker("new", [99, 2, 3, 128]), limits: .init())
    let rest = try records(small)
    #expect((3...4).contains(rest))
    func isKept(_ source: StickerSource) throws -> Bool {
      let cache = try cache(start: 22 * day)
      _ = cache.facts(reading: source, limits: .init())
      let before = try folder.bytes("cache/facts")
      let isUnchanged = try records(cache) == rest
      try folder.write(before, to: "cache/facts")
      return isUnchanged
    }
    #expect(try isKept(sources[0]) && isKept(sources[7]))
    #expect(try !isKept(sources[1]) && !isKept(sources[2]))
  }
}
