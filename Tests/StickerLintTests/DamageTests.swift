import Basics
import CGIF
import ImageContainers
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// Each kind of file, truncated at every byte and with every byte changed.
@Suite("Damaged files")
struct DamageTests {
  typealias P = PNGBytes
  typealias G = GIFBytes

  static let files: [(name: String, bytes: [UInt8])] = [
    ("RGBA.png", P.still(5, 4, [1, 2, 3, 200])),
    (
      "palette.png",
      P.still(
        5, 4, depth: 2, color: 3, interlace: 1,
        P.chunk("PLTE", [9, 8, 7, 6, 5, 4]) + P.chunk("tRNS", [0, 99]),
        // Adam7: six rows of one byte, then two rows of two.
        rows: [0, 0x40, 0, 0, 0, 0x40, 0, 0x10, 0, 0x10, 0, 0x40, 0, 0x11, 0, 0, 0x44, 0x40])
    ),
    (
      "animation.png",
      P.animation(5, 4, [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 0, 0]])
    ),
    (
      "animation.gif",
      G.screen(6, 6) + G.application("NETSCAPE2.0", [[1, 0, 0]])
        + G.control(disposal: 2, transparent: 3) + G.image(6, 6, (0..<36).map { UInt8($0 % 4) })
        + G.control(disposal: 1) + G.image(x: 2, y: 2, 3, 3, [0, 1, 2, 3, 0, 1, 2, 3, 0])
        + G.trailer
    ),
    ("baseline.jpg", JPEGBytes.color), ("progressive.jpg", JPEGBytes.progressive),
    ("inks.jpg", JPEGBytes.cmyk),
  ]
  static let names = files.map(\.name)
  static let checksummed = names.filter { $0.hasSuffix(".png") }

  static let limits: DecodingLimits = {
    var limits = DecodingLimits()
    limits.pixels = 1 << 16
    return limits
  }()

  static func facts(_ bytes: [UInt8], _ name: String) -> AssetFacts {
    AssetFacts(bytes, name: name, limits: limits)
  }

  /// The ids of the rules that report something about a file.
  static func rules(_ facts: AssetFacts) -> Set<String> {
    Set(Linter(jobs: 1).check(PackFacts([facts], kind: .files)).findings.map(\.rule))
  }

  static func file(_ name: String) throws -> (bytes: [UInt8], rules: Set<String>) {
    let bytes = try #require(files.first { $0.name == name }).bytes
    let facts = facts(bytes, name)
    // The undamaged file must decode without defects, or the tests prove nothing.
    #expect(facts.image?.defects == [])
    #expect(facts.image?.isDecoded == true)
    return (bytes, rules(facts))
  }

  @Test("a file truncated at any byte is reported", arguments: names)
  func truncation(_ name: String) throws {
    let (bytes, _) = try Self.file(name)
    let broken: Set<String> = [
      "truncated-file", "corrupt-file", "empty-file", "unsupported-format",
    ]
    for count in bytes.indices {
      let rules = Self.rules(Self.facts(Array(bytes[..<count]), name))
      #expect(!rules.isDisjoint(with: broken), "\(count) of \(bytes.count) bytes: \(rules)")
    }
  }

  @Test("every changed byte of a PNG or APNG is reported", arguments: checksummed)
  func corruption(_ name: String) throws {
    let unnoticed = try Self.unnoticedCorruptions(of: name).map(\.place)
    #expect(unnoticed == [])
  }

  @Test("a GIF with a changed byte is reported unless giflib accepts it too")
  func corruptGIF() throws {
    for damaged in try Self.unnoticedCorruptions(of: "animation.gif") {
      #expect(try Self.giflibReads(damaged.bytes), "byte \(damaged.place)")
      #expect(damaged.facts.image?.isDecoded == true)
    }
  }

  /// Whether giflib reads a whole file without an error.
  static func giflibReads(_ bytes: [UInt8]) throws -> Bool {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "a.gif")
    guard let gif = DGifOpenFileName(folder.path + "/a.gif", nil) else { return false }
    defer { DGifCloseFile(gif, nil) }
    return DGifSlurp(gif) == GIF_OK
  }

  // JPEG has no checksums: changing a byte usually gives another valid image.
  @Test(
    "a JPEG with a changed byte is reported or decodes completely",
    arguments: names.filter { $0.hasSuffix(".jpg") })
  func corruptJPEG(_ name: String) throws {
    for damaged in try Self.unnoticedCorruptions(of: name) {
      #expect(damaged.facts.image?.isDecoded == true, "byte \(damaged.place)")
    }
  }

  /// The files with one changed byte for which no rule reports more than for the undamaged file.
  static func unnoticedCorruptions(
    of name: String
  ) throws -> [(place: Int, bytes: [UInt8], facts: AssetFacts)] {
    let (bytes, sound) = try file(name)
    let corruptions = corruptions(of: bytes)
    let unnoticed = corruptions.compactMap {
      position, value -> (place: Int, bytes: [UInt8], facts: AssetFacts)? in
      var damaged = bytes
      damaged[position] = value
      let facts = facts(damaged, name)
      return rules(facts).subtracting(sound).isEmpty ? (position, damaged, facts) : nil
    }
    #expect(unnoticed.count < corruptions.count)
    return unnoticed
  }

  /// Each byte with one of its bits flipped, another one in each of eight, inverted, and set to 0 and to 255.
  static func corruptions(of bytes: [UInt8]) -> [(position: Int, value: UInt8)] {
    bytes.indices.flatMap { position in
      let byte = bytes[position]
      let values = Set([byte ^ 1 << UInt8(position % 8), ~byte, 0, 255]).subtracting([byte])
      return values.sorted().map { (position, $0) }
    }
  }
}
