import Basics
import Foundation
import ImageCodecs
import ImageContainers
import Pixels
import RuleExamples
import StickerFiles
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Repairs")
struct RepairTests {
  @Test(
    "each failing example of a rule with a repair has no finding afterwards, apart from white art",
    arguments: Rule.all.filter { $0.repair != nil }.map(\.id))
  func examples(_ id: String) async throws {
    let rule = try #require(Rule.named(id))
    let repair = try #require(rule.repair)
    for example in rule.examples where example.verdict == .fails {
      let pack = try RepairedPack(example.packFiles)
      let linted = try await pack.lint()
      let before = linted.openRules
      #expect(before.contains(id))
      let repaired = pack.repair(
        linted.repairTasks(allowsUnsafe: !repair.isSafe), allowsUnsafe: !repair.isSafe)
      let after = try await pack.rules()
      let problems = repaired.flatMap(\.problems)
      if example.caption == "A white disc" {
        #expect(problems.count == 1 && after == before)
        #expect(problems.first?.reason.hasPrefix("the art is white and would disappear") == true)
        continue
      }
      // Light and dark halos have no fix; the color of a screen has one.
      if id == "edge-halo", !example.caption.contains("of a screen") {
        #expect(repaired.isEmpty && after == before, "\(example.caption)")
        continue
      }
      #expect(problems.isEmpty, "\(id), \"\(example.caption)\"")
      #expect(after == before.subtracting([id]), "\(id), \"\(example.caption)\"")
      #expect(repaired.map(\.repairs) == [[repair]])
    }
  }

  @Test("containers are edited first; art is centered, scaled, padded and outlined in this order")
  func order() throws {
    let ranks = Repair.all.map { repair in
      switch repair.work {
      case .container: 0
      case .pixels, .padding, .encoding: 1
      case .file: 2
      case .name, .contents: 3
      }
    }
    #expect(ranks == ranks.sorted())
    let drawn = [
      "remove the background", "center the art", "scale to a size class",
      "pad the canvas to a square", "add an outline",
    ]
    #expect(Repair.all.map(\.summary).filter(drawn.contains) == drawn)
  }

  @Test("each rule's page and Fixing.md have the rule's fix, and no other rule has one")
  func pages() throws {
    let documentation = Repository.root.appending(path: "Documentation")
    func text(_ page: String) throws -> String {
      try String(decoding: Repository.bytes(documentation.appending(path: page)), as: UTF8.self)
    }
    for rule in Rule.all {
      let fixes = try text("Rules/\(rule.id).md").split(separator: "\n")
        .filter { $0.hasPrefix("**[`fix") }
      let expected = rule.repair.map {
        "**[`fix\($0.isSafe ? "" : " --unsafe")`](../Fixing.md):** \($0.summary)."
      }
      #expect(fixes.map(String.init) == [expected].compactMap(\.self), "\(rule.id)")
    }
    var documented: [String: Set<String>] = [:]
    let tables = try #require(try text("Fixing.md").split(separator: "\n**Safe** fixes").last)
      .split(separator: "\n**Unsafe** fixes")
    for (table, safety) in zip(tables, ["safe", "unsafe"]) {
      for row in table.split(separator: "\n") where row.hasPrefix("| ") && row.contains("](Rules/")
      {
        let cells = row.split(separator: " | ")
        let fixes = cells[0].trimmingPrefix("| ").split(separator: ", ")
        let rules = cells[1].matches(of: /\(Rules\/([a-z-]+)\.md\)/).map { String($0.1) }
        for (index, rule) in rules.enumerated() {
          documented["\(safety): \(fixes[fixes.count == 1 ? 0 : index])", default: []].insert(rule)
        }
      }
    }
    let actual = Dictionary(grouping: Rule.all.filter { $0.repair != nil }) {
      "\($0.repair?.safety.rawValue ?? ""): \($0.repair?.summary ?? "")"
    }
    #expect(documented == actual.mapValues { Set($0.map(\.id)) })
  }

  @Test("image data after the last pixel of a GIF is not at the end, so no fix is offered")
  func surplus() async throws {
    // A frame of one pixel with the codes of two.
    let file =
      GIFBytes.file(300, 300, []).dropLast() + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
      + GIFBytes.imageData([1, 1]) + [0x3B]
    let pack = try RepairedPack([.init(path: "hello.gif", content: .bytes(file), label: nil)])
    let finding = try await pack.lint().findings.first { $0.rule == "trailing-bytes" }
    #expect(finding != nil && finding?.repair == nil)
  }

  /// A change of a sketch that causes a finding.
  struct Fault: Sendable, CustomTestStringConvertible {
    let rule: String
    /// Faults with the same name exclude each other.
    var exclusive: String?
    let apply: @Sendable (inout Sketch) -> Void

    init(
      _ rule: String, _ exclusive: String? = nil,
      _ apply: @escaping @Sendable (inout Sketch) -> Void
    ) {
      self.rule = rule
      self.exclusive = exclusive
      self.apply = apply
    }

    var testDescription: String { rule }
  }

  static let common = [
    Fault("trailing-bytes") { $0.edits.append(.append([1, 2, 3])) },
    Fault("gps-position") {
      let packet = #"<rdf:Description exif:GPSLatitude="48,8N" exif:GPSLongitude="11,34E"/>"#
      $0.edits.append(
        .insertChunk(
          "iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0\(packet)".utf8), before: "IDAT"))
    },
    Fault("not-srgb") {
      $0.edits.append(.insertChunk("gAMA", [0, 1, 0x86, 0xA0], before: "IDAT"))
    },
    Fault("canvas-too-large", "size") { sketch in
      for index in sketch.frames.indices {
        sketch.frames[index].art.width? *= 640
        sketch.frames[index].art.width? /= sketch.width
      }
      (sketch.width, sketch.height) = (640, sketch.height + 640 - sketch.width)
    },
    Fault("canvas-off-size", "size") { ($0.width, $0.height) = ($0.width + 22, $0.height + 22) },
    Fault("canvas-not-square") { $0.height -= 20 },
    Fault("file-too-large") { $0.byteCount = 700_000 },
    Fault("interlaced-png", "coding") { $0.coding = .interlaced },
    Fault("sixteen-bits", "coding") { $0.coding = .rgba16 },
  ]

  static let still =
    common + [
      Fault("off-center") {
        $0.art?.width = $0.width * 7 / 10
        $0.art?.x = $0.width / 9
      },
      Fault("low-contrast") { $0.art?.lower = 0xFFFFFF },
      Fault("hidden-color") { $0.art?.hiddenRows = $0.height },
    ]

  static let animated =
    common + [
      Fault("delay-too-short", "delay") { $0.setDelays(10) },
      Fault("delay-zero", "delay") { $0.setDelays(0) },
      Fault("finite-loop") { $0.plays = 3 },
      Fault("hidden-default-image") { $0.art = .other(1) },
      Fault("duplicate-frames") { $0.frames.insert($0.frames[1], at: 2) },
    ]

  /// With each fault of a still image that such a file can have.
  static let apple = still.filter { $0.exclusive != "coding" && $0.rule != "hidden-color" }.map {
    [Fault("cgbi-png") { $0.coding = .apple }, $0]
  }

  static func pairs(_ faults: [Fault]) -> [[Fault]] {
    faults.indices.flatMap { first in
      faults[(first + 1)...].compactMap { second in
        let exclusive = faults[first].exclusive
        return exclusive != nil && exclusive == second.exclusive ? nil : [faults[first], second]
      }
    }
  }

  @Test("any two faults of a still image are fixed together", arguments: pairs(still) + apple)
  func stillPairs(_ faults: [Fault]) async throws {
    try await check(faults, Sketch(side: 300))
  }

  /// Two faults that stills have, too, are fixed together in stills.
  @Test(
    "any two faults are fixed together of which an animation alone has one",
    arguments: pairs(animated).filter { pair in
      !pair.allSatisfy { fault in common.contains { $0.rule == fault.rule } }
    })
  func animatedPairs(_ faults: [Fault]) async throws {
    try await check(faults, Sketch(.breathing()))
  }

  private func check(_ faults: [Fault], _ sketch: Sketch) async throws {
    var sketch = sketch
    for fault in faults { fault.apply(&sketch) }
    let pack = try RepairedPack(sketch, named: "hello.png")
    let before = try await pack.lint()
    #expect(before.openRules.isSuperset(of: faults.map(\.rule)))
    let repaired = pack.repair(before.repairTasks(allowsUnsafe: true))
    #expect(repaired.flatMap(\.problems) == [])
    #expect(try await pack.rules() == [])
  }

  @Test("safe repairs keep the canvases and the timing")
  func lossless() async throws {
    var sketch = Sketch(.breathing(4), plays: 2, coding: .interlaced)
    sketch.edits = [
      .insertChunk(
        "tEXt", Array("Comment\0".utf8) + Array(repeating: 46, count: 60_000), before: "IDAT"),
      .append([0]),
    ]
    let pack = try RepairedPack(sketch, named: "hello.png")
    let before = try Decoded(pack.bytes("hello.png"))
    let repaired = try await pack.repair(allowsUnsafe: false)
    #expect(
      repaired.map { $0.repairs.map(\.summary) }
        == [
          [
            "remove metadata", "remove trailing bytes", "remove interlacing",
            "compress without loss",
          ]
        ])
    let after = try Decoded(pack.bytes("hello.png"))
    #expect(after.canvases == before.canvases)
    #expect(after.container.frameTable.map(\.delay.milliseconds) == [100, 100, 100, 100])
    #expect(after.container.loop == .times(2))
    #expect(try await pack.rules() == ["finite-loop"])
  }

  @Test("edits of the container keep the compressed pixels byte for byte")
  func container() async throws {
    let sketch = Sketch(.breathing(3, milliseconds: 5), plays: 2, edits: [.append([9])])
    let pack = try RepairedPack(sketch, named: "hello.png")
    func data() throws -> [UInt8] {
      let file = try pack.bytes("hello.png")
      guard case .png(let png) = try Decoded(file).container else { return [] }
      return png.animation?.frames.flatMap { $0.data.flatMap { file[$0] } } ?? []
    }
    let before = try data()
    try await pack.repair()
    #expect(try await pack.rules() == [])
    #expect(try data() == before && !before.isEmpty)
    let delays = try Decoded(pack.bytes("hello.png")).container.frameTable
    #expect(delays.map(\.delay.milliseconds) == [100, 100, 100])
  }

  @Test("text is kept when pixels are encoded again")
  func keepsText() async throws {
    let sketch = Sketch(
      coding: .interlaced,
      edits: [.insertChunk("tEXt", Array("Copyright\0Biscuit".utf8), before: "IDAT")])
    let pack = try RepairedPack(sketch, named: "hello.png")
    try await pack.repair(allowsUnsafe: false)
    #expect(try await pack.rules() == [])
    #expect(try String(decoding: pack.bytes("hello.png"), as: UTF8.self).contains("Copyright"))
  }

  @Test("a GIF's metadata, delays and loop are fixed without decoding")
  func gif() async throws {
    let pack = try RepairedPack(
      Sketch(.breathing(3, milliseconds: 10), plays: 3, format: .gif), named: "hello.gif")
    let before = try Decoded(pack.bytes("hello.gif"))
    try await pack.repair()
    #expect(try await pack.rules() == ["gif-hard-edges"])
    let after = try Decoded(pack.bytes("hello.gif"))
    #expect(after.canvases == before.canvases)
    #expect(after.container.frameTable.map(\.delay.milliseconds) == [100, 100, 100])
    #expect(after.container.loop == .forever)
  }

  @Test("a JPEG loses its metadata and keeps its orientation and its pixels", arguments: [1, 6])
  func jpeg(_ orientation: Int) async throws {
    let canvas = Bitmap(width: 408, height: 300) { x, y in .gray(UInt8(x / 2)) }
    var file = try ImageEncoder.jpeg(canvas)
    // Behind SOI and JFIF's segment: the orientation and a GPS directory; then a comment.
    let exif =
      Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 2, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0,
        0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0,
        0, 2, 0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0, 5, 0, 0, 0, 3, 0, 0, 0, 0,
      ]
    file.insert(
      contentsOf: JPEGBytes.segment(0xE1, exif) + JPEGBytes.segment(0xFE, [1, 2, 3]), at: 20)
    let pack = try RepairedPack([.init(path: "photo.jpg", content: .bytes(file), label: nil)])
    let before = try Decoded(file)
    #expect(try await pack.rules().contains("gps-position"))
    try await pack.repair(allowsUnsafe: false)
    #expect(try await !pack.rules().contains("gps-position"))
    let after = try Decoded(pack.bytes("photo.jpg"))
    #expect(after.canvases == before.canvases)
    #expect(after.container.metadata.byteCounts[.text] == nil)
  }

  @Test("damaged files stay as they are")
  func damaged() async throws {
    let sketch = Sketch(coding: .interlaced, edits: [.breakChecksum("IEND"), .append([1])])
    let pack = try RepairedPack(sketch, named: "hello.png")
    let before = try pack.bytes("hello.png")
    let repaired = try await pack.repair()
    #expect(try pack.bytes("hello.png") == before)
    #expect(repaired.isEmpty, "no fix is offered for what may lose more")
  }

  @Test("a file without a fix that is possible has no result")
  func impossible() async throws {
    let pack = try RepairedPack(Sketch(edits: [.append([1, 2, 3])]), named: "hello.png")
    let linted = try #require(try await pack.lint().packs.first)
    let merging = try #require(Rule.named("duplicate-frames")?.repair)
    let task = RepairTask(
      source: try #require(linted.facts.source.allStickers.first), pack: linted.facts.source,
      repairs: [merging], contentHash: HashedBytes(try pack.bytes("hello.png")).sha256)
    let file = FileRepairer(Linter(jobs: 1), allowsUnsafe: false).repair(task)
    #expect(file.repairs.isEmpty && file.bytes == nil && file.newName == nil)
  }

  @Test("a file that was changed after the lint stays as it is")
  func changed() async throws {
    let pack = try RepairedPack(Sketch(coding: .interlaced), named: "hello.png")
    let tasks = try await pack.lint().repairTasks(allowsUnsafe: false)
    let other = try Sketch(coding: .rgba16).bytes()
    try pack.folder.write(other, to: "Stickers/hello.png")
    let repaired = pack.repair(tasks)
    #expect(
      repaired.flatMap(\.problems).map(\.reason) == ["the file has changed since it was linted"])
    #expect(try pack.bytes("hello.png") == other)
  }

  @Test("a file that was changed after it was read is not replaced")
  func changedBeforeWriting() throws {
    let pack = try RepairedPack(Sketch(), named: "hello.png")
    let replacement = FileReplacement(in: [pack.path])
    let hash = try SHA256.hexadecimal(pack.bytes("hello.png"))
    let snapshot = try pack.folder.snapshot()
    let path = pack.path.appending("hello.png")
    let error = replacement.write(
      [1], to: path, named: nil, in: [], ifUnchanged: SHA256.hexadecimal([2]))
    #expect(error == .refused("the file has changed since it was read"))
    #expect(try pack.folder.snapshot() == snapshot && replacement.originals == [])
    #expect(replacement.write([1], to: path, named: nil, in: [], ifUnchanged: hash) == nil)
    #expect(try pack.bytes("hello.png") == [1])
  }

  @Test("links are not followed, even inside the folder")
  func links() async throws {
    let pack = try RepairedPack([
      .init(path: "hello.png", content: .link("art/hello.png"), label: nil),
      .init(path: "art/hello.png", content: .sticker(Sketch(coding: .interlaced)), label: nil),
      .init(path: "stickerpack.json", content: .text("{}"), label: nil),
    ])
    let before = try pack.bytes("art/hello.png")
    let repaired = try await pack.repair(allowsUnsafe: false)
    #expect(
      repaired.flatMap(\.problems).map(\.reason)
        == ["hello.png is a link or outside of the folder"])
    #expect(try pack.bytes("art/hello.png") == before)
  }

  @Test("a file is not renamed over another one")
  func existing() async throws {
    let pack = try RepairedPack([
      .init(path: "hello.apng", content: .sticker(Sketch(.breathing())), label: nil),
      .init(path: "hello.png", content: .sticker(Sketch()), label: nil),
    ])
    let before = try pack.folder.snapshot()
    let repaired = try await pack.repair()
    #expect(
      repaired.flatMap(\.problems).map(\.reason)
        == ["it would become hello.png, but hello.png exists; rename one of them"])
    #expect(try pack.folder.snapshot() == before)
  }

  @Test("lists that name renamed files are changed in the same run, and kept")
  func lists() async throws {
    let list = """
      { "cover": "a.apng", // Two of them.
        "stickers": [ { "file": "a.apng", "label": "Biscuit" }, { "file": "b.apng", "label": "Crumb" } ],
        "rules": { "duplicate-sticker": "off", "near-duplicate": "off" } }
      """
    let pack = try RepairedPack([
      .init(path: "a.apng", content: .sticker(Sketch(.breathing())), label: nil),
      .init(path: "b.apng", content: .sticker(Sketch(.breathing(4))), label: nil),
      .init(path: "stickerpack.json", content: .text(list), label: nil),
    ])
    try await pack.repair(allowsUnsafe: false)
    #expect(try await pack.rules() == [])
    let changed = try String(decoding: pack.bytes("stickerpack.json"), as: UTF8.self)
    #expect(changed == list.replacing(".apng", with: ".png"))
    #expect(
      try pack.folder.files().map { $0.replacing("Stickers/", with: "") } == [
        ".stickerpack-backup-1/.gitignore", ".stickerpack-backup-1/.record.jsonl",
        ".stickerpack-backup-1/a.apng", ".stickerpack-backup-1/b.apng",
        ".stickerpack-backup-1/stickerpack.json", "a.png", "b.png", "stickerpack.json",
      ])
    #expect(
      try String(decoding: pack.bytes(".stickerpack-backup-1/stickerpack.json"), as: UTF8.self)
        == list)
  }

  @Test("only delays of up to 10 ms are raised")
  func delays() async throws {
    var sketch = Sketch(.breathing(3))
    for (index, delay) in [0, 40, 10].enumerated() { sketch.frames[index].milliseconds = delay }
    let pack = try RepairedPack(sketch, named: "hello.png")
    try await pack.repair()
    #expect(try await pack.rules() == ["delay-clamped"])
    let delays = try Decoded(pack.bytes("hello.png")).container.frameTable
    #expect(delays.map(\.delay.milliseconds) == [100, 40, 100])
  }

  @Test(
    "a GIF that grows when it is scaled ends small enough, even if frames are equal",
    arguments: [false, true])
  func largeGIF(repeatsFrame: Bool) async throws {
    var random = SplitMix(state: 7)
    // Dithered, as most large GIFs are: two colors in random places.
    var canvases = (0..<3).map { _ in
      Bitmap(width: 640, height: 640) { x, y in
        let (dx, dy) = (x - 320, y - 320)
        guard dx * dx + dy * dy < 100_000 else { return .clear }
        return random.next() & 1 == 0
          ? Pixel(red: 150, green: 90, blue: 40) : Pixel(red: 230, green: 170, blue: 120)
      }
    }
    func gif(_ canvases: [Bitmap]) throws -> [UInt8] {
      let delays = canvases.map { _ in Delay(numerator: 1, denominator: 10) }
      return try ImageEncoder.gif(.init(canvases: canvases, delays: delays), loop: .forever)
    }
    let scaled = canvases.map { Resampler(from: $0, toSide: 618).resample($0) }
    #expect(try gif(scaled).count > 500_000, "scaling mixes the two colors")
    if repeatsFrame { canvases += [canvases[2], canvases[2]] }
    let file = try gif(canvases)
    #expect(file.count < 500_000)
    let pack = try RepairedPack([.init(path: "wave.gif", content: .bytes(file), label: nil)])
    #expect(try await pack.rules().contains("canvas-too-large"))
    #expect(try await pack.repair().flatMap(\.problems) == [])
    let rules = try await pack.rules()
    #expect(rules.isDisjoint(with: ["canvas-too-large", "file-too-large", "file-near-limit"]))
    #expect(try pack.bytes("wave.gif").count <= 500_000)
  }

  @Test("art is not enlarged to a much larger class")
  func enlarging() async throws {
    let pack = try RepairedPack([
      .init(path: "hello.png", content: .sticker(Sketch(side: 320)), label: nil),
      .init(path: "stickerpack.json", content: .text("{ \"gridSize\": \"regular\" }"), label: nil),
    ])
    let problems = try await pack.repair().flatMap(\.problems)
    #expect(
      problems.map(\.reason)
        == ["scaling from 320 to 408 px would blur the art; export it larger"])
  }

  @Test(
    "a long canvas is scaled before it is padded, so the large square is never made",
    arguments: [(1, 20_000), (20_000, 3), (1, 65_535)])
  func longCanvas(_ width: Int, _ height: Int) async throws {
    let art = Bitmap(width: width, height: height, filledWith: .gray(90))
    let pack = try RepairedPack([
      .init(path: "line.png", content: .bytes(try ImageEncoder.png(art)), label: nil)
    ])
    let result = try await pack.lint()
    for repairs: Set<Repair> in [[.scale, .padToSquare], [.padToSquare]] {
      let source = try #require(result.packs.first?.facts.source.stickers.first)
      let task = RepairTask(
        source: source, pack: try #require(result.packs.first?.facts.source), repairs: repairs,
        contentHash: HashedBytes(try pack.bytes("line.png")).sha256)
      let file = try #require(pack.repair([task]).first)
      // Padding alone leaves the canvas too large, and would need a square of gigabytes.
      let reasons = file.problems.map(\.reason)
      #expect(
        reasons.isEmpty || reasons.contains { $0.contains("pixel limit: 16,777,216") }
          || file.repairs.contains(.scale), "\(reasons)")
      let canvas = file.bytes.flatMap { ImageContainer($0)?.canvas }
      #expect(file.repairs.isEmpty || canvas?.width ?? 0 <= 618)
    }
  }

  @Test("without unsafe repairs, their findings stay")
  func safeOnly() async throws {
    let pack = try RepairedPack(Sketch(side: 700, coding: .interlaced), named: "hello.png")
    try await pack.repair(allowsUnsafe: false)
    #expect(try await pack.rules() == ["canvas-too-large"])
  }
}

extension Sketch {
  fileprivate mutating func setDelays(_ milliseconds: Int) {
    for index in frames.indices { frames[index].milliseconds = milliseconds }
  }
}
