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

  func cache(_ program: String = "1") throws -> FactCache {
    try FactCache(folder: FilePath(folder.path + "/cache"), program: program)
  }

  func entries() throws -> [String] {
    try Repository.names(in: folder.url.appending(path: "cache"), endingIn: ".facts")
  }

  @Test("cached facts equal fresh facts for every sample", arguments: ["Biscuit", "Broken"])
  func everything(_ pack: String) throws {
    let cache = try cache()
    let path = Repository.root.appending(path: "SampleStickers/\(pack)").path
    for source in try PackDiscovery(at: [FilePath(path)]).packs.flatMap(\.files) {
      let fresh = text(of: AssetFacts(reading: source, limits: .init()))
      for _ in 0..<2 {
        #expect(text(of: cache.facts(reading: source, limits: .init())) == fresh)
      }
    }
    #expect(try entries().count > 10)
  }

  /// The parts of a dump in sorted order, because dictionaries have no order.
  func text(of facts: AssetFacts) -> [String] {
    var text = ""
    dump(facts, to: &text)
    return text.split { " \n,()[]".contains($0) }.map(String.init).sorted()
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
    #expect(try entries().count == 1)
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
      #expect(try entries().count == 1)
    }
    settings.timing = .fps(10)
    for _ in 0..<2 {
      #expect(facts(settings, frames).image?.frames.map(\.delayMilliseconds) == [100, 100, 100])
    }
    settings.repetitions = 1
    for _ in 0..<2 { #expect(facts(settings, frames).image?.container.loop == .times(2)) }
    #expect(try entries().count == 3)
    _ = facts(settings, frames.reversed())
    #expect(try entries().count == 4)
    // Frames that cannot be assembled are not cached.
    try folder.write(PNGBytes.still(301, 300, [9, 0, 0, 128]), to: "wave/2.png")
    for _ in 0..<2 { #expect(facts(settings, frames).frameProblems.count == 1) }
    #expect(try entries().count == 4)
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
    #expect(try entries().count == 2)
  }

  @Test("another program version or pixel limit misses; a larger file size limit hits")
  func identity() throws {
    let path = try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "a.png")
    let source = StickerSource(id: "a", at: Location(FilePath(path), displayPath: "a.png"))
    _ = try cache().facts(reading: source, limits: .init())
    var limits = DecodingLimits()
    limits.fileBytes *= 2
    _ = try cache().facts(reading: source, limits: limits)
    #expect(try entries().count == 1)
    _ = try cache("2").facts(reading: source, limits: .init())
    #expect(try entries().count == 2)
    limits.pixels = 100
    let facts = try cache().facts(reading: source, limits: limits)
    #expect(facts.image?.defects.map(\.kind) == [.limit])
    #expect(try entries().count == 3)
  }

  @Test("pruning keeps the most recently used entries")
  func prune() throws {
    let cache = try cache()
    let sources = try (0..<8).map { index in
      let bytes = PNGBytes.still(300, 300, [UInt8(index), 2, 3, 128])
      let path = try folder.write(bytes, to: "\(index).png")
      return StickerSource(
        id: "\(index)", at: Location(FilePath(path), displayPath: "\(index).png"))
    }
    var names: [String] = []
    for (index, source) in sources.enumerated() {
      _ = cache.facts(reading: source, limits: .init())
      names += try entries().filter { !names.contains($0) }
      let date = Date(timeIntervalSince1970: 1_000_000 + Double(index) * 60)
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: folder.path + "/cache/" + names[index])
    }
    cache.prune()
    #expect(try entries().count == 8)
    // Using the oldest entry makes it the newest.
    _ = cache.facts(reading: sources[0], limits: .init())
    let size = try folder.bytes("cache/" + names[0]).count
    cache.prune(to: size * 5)
    let rest = try entries()
    #expect(rest.contains(names[0]) && rest.contains(names[7]))
    #expect(!rest.contains(names[1]) && !rest.contains(names[2]))
    #expect((3...4).contains(rest.count))
  }
}
