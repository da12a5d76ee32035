import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("Configuration files")
struct ConfigurationTests {
  let folder: TemporaryFolder
  // Triggers gif-hard-edges and label-missing.
  let gif = GIFBytes.file(300, 300, [.init(width: 150, height: 150, index: 1)])
  // Triggers no-transparency and label-missing.
  let opaque = PNGBytes.still(300, 300, [9, 9, 9, 255])

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "Repo/.git/HEAD")
    try folder.write(gif, to: "Repo/Packs/A/dance.gif")
    try folder.write(opaque, to: "Repo/Packs/A/photo.png")
    try folder.write(opaque, to: "Repo/Packs/B/photo.png")
  }

  func write(_ text: String, to place: String) throws {
    try folder.write(text, to: place + "/stickerpack.json")
  }

  /// The severities of a rule's findings by file name.
  func severities(_ rule: String, in path: String, config: String? = nil) async throws -> [String:
    Severity]
  {
    let packs = try PackDiscovery(
      at: ["\(folder.path)/\(path)"], configuration: config.map { "\(folder.path)/\($0)" }
    ).packs
    let findings = try await Linter(jobs: 1).lint(packs).findings.filter { $0.rule == rule }
    return Dictionary(
      findings.map { (($0.file as NSString).lastPathComponent, $0.severity) },
      uniquingKeysWith: { $1 })
  }

  @Test("configurations in parent folders apply, up to the root of the repository")
  func parents() async throws {
    try write(#"{ "rules": { "no-transparency": "info" } }"#, to: "Repo")
    try write(#"{ "rules": { "no-transparency": "off" } }"#, to: "")
    for path in ["Repo/Packs/A", "Repo/Packs", "Repo", "Repo/Packs/A/photo.png"] {
      #expect(try await severities("no-transparency", in: path)["photo.png"] == .info, "\(path)")
    }
  }

  @Test("no configuration is read above a repository or, outside one, above a given path")
  func boundary() async throws {
    try write("{ broken", to: "")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
    try folder.write(opaque, to: "Elsewhere/photo.png")
    #expect(try await severities("no-transparency", in: "Elsewhere")["photo.png"] == .warning)
  }

  @Test("\"root\" stops the search, so an invalid file above is not read")
  func root() async throws {
    try write("{ broken", to: "Repo")
    try write(#"{ "root": true }"#, to: "Repo/Packs")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
  }

  @Test("an invalid file in a parent folder is reported with its line")
  func broken() throws {
    try write("{\n  \"rules\": 3 }", to: "Repo")
    let error = #expect(throws: LintError.self) {
      try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A")])
    }
    #expect(
      error?.description
        == "Repo/stickerpack.json: line 2, column 12: expected an object for rules, found a number")
  }

  @Test("a configuration that links out of the repository is rejected")
  func link() throws {
    try folder.write(#"{ "rules": {} }"#, to: "outside.json")
    try folder.link("Repo/stickerpack.json", to: "../outside.json")
    #expect(throws: LintError.self) {
      try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A")])
    }
  }

  @Test("precedence per rule: sticker entry, later override, override, rules, parent folder")
  func order() async throws {
    func photo() async throws -> Severity? {
      try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"]
    }
    let level = #""no-transparency":"#
    try write(
      #"{ "rules": { \#(level) "off" }, "overrides": [{ "files": ["*"], "rules": { \#(level) "info" } }] }"#,
      to: "Repo")
    #expect(try await photo() == .info)
    try write(#"{ "rules": { "low-contrast": "off" } }"#, to: "Repo/Packs/A")
    #expect(try await photo() == .info)
    try write(#"{ "rules": { \#(level) "error" } }"#, to: "Repo/Packs/A")
    #expect(try await photo() == .error)
    try write(
      #"""
      { "rules": { \#(level) "error" }, "overrides": [
        { "files": ["photo.png"], "rules": { \#(level) "warning" } },
        { "files": ["*.png"], "rules": { \#(level) "info" } } ] }
      """#, to: "Repo/Packs/A")
    #expect(try await photo() == .info)
    try write(
      #"""
      { "overrides": [{ "files": ["*.png"], "rules": { \#(level) "info" } }],
        "stickers": [{ "file": "photo.png", "rules": { \#(level) "error" } }] }
      """#, to: "Repo/Packs/A")
    #expect(try await photo() == .error)
  }

  @Test("an explicit configuration replaces those in parent folders")
  func named() async throws {
    try write("{ broken", to: "Repo")
    try folder.write(#"{ "rules": { "no-transparency": "error" } }"#, to: "ci.json")
    let named = try await severities("no-transparency", in: "Repo/Packs/A", config: "ci.json")
    #expect(named["photo.png"] == .error)
    try write(#"{ "rules": { "no-transparency": "info" } }"#, to: "Repo/Packs/A")
    let own = try await severities("no-transparency", in: "Repo/Packs/A", config: "ci.json")
    #expect(own["photo.png"] == .info)
  }

  @Test("an override applies to its files, even in packs below, and can suppress findings")
  func overrides() async throws {
    try write(
      #"""
      { "overrides": [
        { "files": ["Packs/B/**"], "rules": { "no-transparency": "error" } },
        { "files": ["*.gif"], "suppress": { "gif-hard-edges": "Pixel art." } } ] }
      """#, to: "Repo")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
    #expect(try await severities("no-transparency", in: "Repo/Packs/B")["photo.png"] == .error)
    let packs = try PackDiscovery(at: ["\(folder.path)/Repo/Packs/A"]).packs
    let finding = try await Linter(jobs: 1).lint(packs).findings.first {
      $0.rule == "gif-hard-edges"
    }
    #expect(finding?.suppressionReason == "Pixel art.")
  }

  @Test("excluded files are skipped unless they are given as arguments")
  func exclude() throws {
    try write(#"{ "exclude": ["Packs/B", "*.gif", "drafts/**"] }"#, to: "Repo")
    try folder.write("{ broken", to: "Repo/Packs/B/stickerpack.json")
    try folder.write(opaque, to: "Repo/drafts/x.png")
    try folder.write(
      #"{ "stickers": [{ "file": "dance.gif" }] }"#, to: "Repo/Packs/A/stickerpack.json")
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Repo")]).packs
    #expect(packs.flatMap(\.stickers).map(\.id) == ["photo"])
    #expect(packs.flatMap(\.observations).isEmpty)
    let drafts = try PackDiscovery(at: ["\(folder.path)/Repo/drafts"]).packs
    #expect(drafts.flatMap(\.stickers).map(\.id) == ["x"])
    let file = try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A/dance.gif")]).packs
    #expect(file.flatMap(\.stickers).map(\.id) == ["dance"])
  }

  @Test("a folder with a configuration but no pack settings is not a pack")
  func noPack() throws {
    try write(#"{ "rules": {}, "exclude": [], "overrides": [] }"#, to: "Repo")
    #expect(
      try PackDiscovery(at: [FilePath(folder.path + "/Repo")]).packs.map(\.name) == ["A", "B"])
  }

  @Test("an override also matches pack folders and files that are not images")
  func places() async throws {
    try folder.write(
      #"{ "info": {}, "stickerz": [] }"#, to: "Repo/Old.xcstickers/P.stickerpack/Contents.json")
    // In a tree with a catalog, only folders with a configuration are packs.
    for pack in ["A", "B"] { try write("{}", to: "Repo/Packs/\(pack)") }
    func found(_ rule: String) async throws -> [Finding] {
      try await Linter(jobs: 1).lint(try PackDiscovery(at: ["\(folder.path)/Repo"]).packs).findings
        .filter { $0.rule == rule }
    }
    #expect(try await found("catalog-unknown-key").map(\.severity) == [.warning])
    #expect(try await found("label-missing").count == 2)
    try write(
      #"""
      { "overrides": [
        { "files": ["Old.xcstickers/**"], "rules": { "catalog-unknown-key": "info" } },
        { "files": ["P.stickerpack"], "suppress": { "catalog-unknown-key": "Legacy." } },
        { "files": ["Packs/A"], "rules": { "label-missing": "off" } } ] }
      """#, to: "Repo")
    let key = try await found("catalog-unknown-key")
    #expect(key.map(\.severity) == [.info] && key.map(\.suppressionReason) == ["Legacy."])
    #expect(
      try await found("label-missing").map { ($0.file as NSString).lastPathComponent } == ["B"])
    #expect(try await found("unused-suppression").isEmpty)
    #expect(try await found("unmatched-glob").isEmpty)
  }

  @Test("\"exclude\" also removes listed catalog entries and frames")
  func excludeParts() async throws {
    let sticker = "Repo/Old.xcstickers/P.stickerpack/Wave.sticker"
    try folder.write(
      #"{ "stickers": [{ "filename": "Wave.sticker" }, { "filename": "Hop.sticker" }] }"#,
      to: "Repo/Old.xcstickers/P.stickerpack/Contents.json")
    for name in ["Wave", "Hop"] {
      let place = "Repo/Old.xcstickers/P.stickerpack/\(name).sticker"
      try folder.write(#"{ "properties": { "filename": "a.png" } }"#, to: place + "/Contents.json")
      try folder.write(opaque, to: place + "/a.png")
    }
    for name in ["1.png", "2.png", "3-old.png"] {
      try folder.write(opaque, to: "Repo/C/run/" + name)
    }
    try write(#"{ "stickers": [{ "frames": "run" }] }"#, to: "Repo/C")
    try write(#"{ "exclude": ["Wave.sticker", "*-old.png", "Packs"] }"#, to: "Repo")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/" + sticker))
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Repo")]).packs
    #expect(packs.flatMap(\.stickers).map(\.id) == ["run", "Hop"])
    #expect(packs.flatMap(\.stickers)[0].sequence?.frames.map(\.name) == ["1.png", "2.png"])
    let kinds = packs.flatMap(\.observations).map(\.kind)
    #expect(
      kinds.allSatisfy {
        switch $0 {
        case .missing, .noFrames, .otherImage, .unusedFile, .unusedFolder: false
        default: true
        }
      })
  }

  @Test("\"strict\" applies at and below its folder, and the nearest setting wins")
  func strict() async throws {
    try write(#"{ "strict": true }"#, to: "Repo")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .error)
    try write(#"{ "strict": false }"#, to: "Repo/Packs")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
  }

  @Test("precedence of option values: linter, sticker entry, override, rules, parent, default")
  func numbers() async throws {
    // Three frames of 300 × 300 px take 4 bytes a pixel: 1,080,000 bytes.
    let apng = PNGBytes.animation(300, 300, [1, 2, 3].map { [$0, 9, 9, 128] })
    try folder.write(apng, to: "Repo/Packs/A/move.png")
    func limit(_ bytes: Double? = nil) async throws -> Double? {
      var linter = Linter(jobs: 1)
      if let bytes { linter.rules["animation-memory"] = RuleSetting(options: ["bytes": bytes]) }
      let packs = try PackDiscovery(at: ["\(folder.path)/Repo/Packs/A"]).packs
      return try await linter.lint(packs).findings.first { $0.rule == "animation-memory" }?.limit?
        .value
    }
    func rules(_ bytes: Int) -> String {
      #""rules": { "animation-memory": { "bytes": \#(bytes) } }"#
    }
    #expect(try await limit() == nil)
    try write("{ \(rules(50)) }", to: "Repo")
    #expect(try await limit() == 50)
    try write(
      #"{ \#(rules(50)), "overrides": [{ "files": ["*.png"], \#(rules(60)) }] }"#, to: "Repo")
    #expect(try await limit() == 60)
    try write("{ \(rules(70)) }", to: "Repo/Packs/A")
    #expect(try await limit() == 70)
    try write(
      #"{ \#(rules(70)), "stickers": [{ "file": "move.png", \#(rules(80)) }] }"#, to: "Repo/Packs/A"
    )
    #expect(try await limit() == 80)
    #expect(try await limit(90) == 90)
    #expect(try await limit(2_000_000) == nil)
  }

  @Test("an unmatched glob is an info if all of its folder was linted")
  func unmatched() async throws {
    try write(
      #"{ "exclude": ["nothing", "Packs/B"], "overrides": [{ "files": ["*.gif", "*.jpg"] }] }"#,
      to: "Repo")
    func messages(_ path: String) async throws -> [String] {
      try await Linter(jobs: 1).lint(try PackDiscovery(at: ["\(folder.path)/\(path)"]).packs)
        .findings
        .filter { $0.rule == "unmatched-glob" && $0.severity == .info }.map(\.message)
    }
    #expect(
      try await messages("Repo") == [
        "The glob \"nothing\" in line 1 matches nothing.",
        "The glob \"*.jpg\" in line 1 matches nothing.",
      ])
    #expect(try await messages("Repo/Packs") == [])
  }

  @Test("an unused suppression is an info if everything it applies to was linted")
  func unused() async throws {
    func unused(_ path: String, off: String? = nil) async throws -> [String] {
      var linter = Linter(jobs: 1)
      if let off { linter.rules[off] = RuleSetting(level: .off) }
      return try await linter.lint(try PackDiscovery(at: ["\(folder.path)/\(path)"]).packs).findings
        .filter { $0.rule == "unused-suppression" }.map(\.message)
    }
    try write(
      #"""
      { "overrides": [{ "files": ["*"], "suppress": { "no-transparency": "r", "finite-loop": "r" } }],
        "stickers": [
        { "file": "photo.png", "suppress": { "gif-hard-edges": "r", "mixed-sizes": "r" } },
        { "file": "dance.gif", "suppress": { "gif-hard-edges": "r" } } ] }
      """#, to: "Repo/Packs/A")
    let message = "suppresses gif-hard-edges for \"photo.png\": no such finding."
    let all = try await unused("Repo/Packs/A")
    #expect(
      all == [
        "Line 3 " + message,
        "Line 3 suppresses mixed-sizes for \"photo.png\": no such finding.",
        "Line 1 suppresses finite-loop for \"photo.png\" and 1 more: no such finding.",
      ])
    // Linting one file says nothing about other files or the pack.
    #expect(try await unused("Repo/Packs/A/photo.png") == ["Line 3 " + message])
    #expect(try await unused("Repo/Packs/A", off: "gif-hard-edges").count == 2)
  }
}

@Suite("Baselines")
struct BaselineTests {
  let folder: TemporaryFolder
  let opaque = PNGBytes.still(300, 300, [9, 9, 9, 255])

  init() throws { folder = try TemporaryFolder() }

  func lint(_ path: String = "Pack") async throws -> LintResult {
    try await Linter(jobs: 1).lint(try PackDiscovery(at: ["\(folder.path)/\(path)"]).packs)
  }

  func open(_ result: LintResult) -> [String] { result.findings.filter(\.isOpen).map(\.rule) }

  @Test("matches findings after a file and its folder are renamed")
  func rename() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    try folder.write(PNGBytes.still(408, 408, [9, 9, 9, 128]), to: "Pack/b.png")
    let before = try await lint()
    #expect(open(before).contains("no-transparency") && open(before).contains("mixed-sizes"))
    let known = before.baseline().baseline
    let manager = FileManager.default
    try manager.moveItem(atPath: folder.path + "/Pack", toPath: folder.path + "/Other")
    try manager.moveItem(
      atPath: folder.path + "/Other/a.png", toPath: folder.path + "/Other/z.png")
    let after = try await lint("Other").compared(with: known, lookedAt: ["Pack", "Other"])
    #expect(open(after) == [])
    #expect(after.isClean)
    #expect(after.findings.baselinedCount == before.findings.count)
    #expect(after.staleBaselineEntries == [])
  }

  @Test("matches findings about a catalog and its icons after their folder is renamed")
  func renamedCatalog() async throws {
    let catalogs = ["Pack/A.xcassets", "Pack/B.xcassets"]
    for catalog in catalogs {
      try folder.write("{}", to: "\(catalog)/P.stickerpack/Contents.json")
    }
    try folder.write(#"{ "images": [] }"#, to: "\(catalogs[0])/I.stickersiconset/Contents.json")
    let before = try await lint()
    #expect(
      Set(open(before)) == [
        "icon-set-missing", "icon-missing", "icon-square-missing", "icon-slot-empty", "empty-pack",
      ])
    let known = before.baseline().baseline
    try FileManager.default.moveItem(
      atPath: folder.path + "/Pack", toPath: folder.path + "/Other")
    let after = try await lint("Other").compared(with: known, lookedAt: ["Pack", "Other"])
    #expect(open(after) == [])
    #expect(after.staleBaselineEntries == [])
  }

  @Test("a changed file reopens only findings that are worse, and entries without one are stale")
  func change() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    try folder.write(PNGBytes.still(200, 200, [9, 9, 9, 100]), to: "Pack/small.png")
    let known = try await lint().baseline().baseline
    func compared(_ side: Int) async throws -> LintResult {
      try folder.write(PNGBytes.still(side, side, [9, 9, 9, 100]), to: "Pack/small.png")
      return try await lint().compared(with: known, lookedAt: ["Pack"])
    }
    try folder.write(PNGBytes.still(300, 300, [8, 9, 9, 255]), to: "Pack/a.png")
    #expect(open(try await compared(201)) == [])
    #expect(open(try await compared(199)) == ["canvas-too-small"])
    #expect(
      try await compared(300).staleBaselineEntries?.map(\.rule).contains("canvas-too-small")
        == true)
    // Entries of a folder that was renamed are stale too.
    try FileManager.default.moveItem(
      atPath: folder.path + "/Pack", toPath: folder.path + "/Renamed")
    #expect(
      try await lint("Renamed").compared(with: known, lookedAt: ["."]).staleBaselineEntries?.map(
        \.rule
      ).contains("no-transparency") == true)
    // A lint of another folder does not make them stale.
    try folder.write(opaque, to: "Else/b.png")
    #expect(
      try await lint("Else").compared(with: known, lookedAt: ["Else"]).staleBaselineEntries == [])
  }

  @Test("a second copy of the same file is a new finding")
  func count() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    let known = try await lint().baseline().baseline
    try folder.write(opaque, to: "Pack/b.png")
    let after = try await lint().compared(with: known, lookedAt: ["Pack"])
    #expect(open(after).filter { $0 == "no-transparency" }.count == 1)
  }

  @Test("suppressed findings and unreadable files have no entries")
  func omitted() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "Night", "suppress": { "no-transparency": "r" } }] }"#,
      to: "Pack/stickerpack.json")
    #expect(!(try await lint().baseline().baseline.entries.map(\.rule).contains("no-transparency")))
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
    try FileManager.default.removeItem(atPath: folder.path + "/Pack/a.png")
    let (baseline, unhashed) = try await Linter(jobs: 1).lint(packs).baseline()
    #expect(baseline.entries == [])
    #expect(unhashed.map(\.rule) == ["unreadable-file"])
  }

  @Test("equal findings write equal bytes, which read back to the same baseline")
  func file() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    let known = try await lint().baseline().baseline
    let bytes = known.bytes()
    #expect(try Baseline(parsing: bytes) == known)
    #expect(try await lint().baseline().baseline.bytes() == bytes)
    // Computed independently of the code under test.
    let entry = known.entries.first { $0.rule == "no-transparency" }
    #expect(entry?.hash == Digest.sha256(opaque))
  }

  @Test(
    "an invalid baseline is rejected with line and column",
    arguments: [
      ("", "line 1, column 1: expected a value, found the end of the file"),
      ("{}", "the file is not a baseline"),
      (
        #"{ "schema": "stickerpack.baseline/2", "entries": [] }"#,
        "expected \"stickerpack.baseline/1\""
      ),
      (#"{ "schema": "stickerpack.baseline/1", "entries": [{}] }"#, "the entry requires"),
      (
        #"{ "schema": "stickerpack.baseline/1", "entries": [{ "rule": "x", "hash": "y", "count": 1e300 }] }"#,
        "count must be a whole number from 1 to 1000000"
      ),
      ("{\n<<<<<<< HEAD", "line 2, column 1"),
    ])
  func refused(_ text: String, _ message: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Baseline(parsing: Array(text.utf8))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
