import Foundation
import StickerLint
import Basics
import StickerPacks
import TestSupport
import Testing

@Suite("Configurations of many files")
struct ConfigurationTests {
  let folder: TemporaryFolder
  // A GIF has hard edges, an opaque PNG no transparency; neither has a label.
  let gif = GIFBytes.file(300, 300, [.init(width: 150, height: 150, index: 1)])
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

  /// The severities of a rule's findings by the last parts of their files' names.
  func severities(_ rule: String, in path: String, config: String? = nil) async throws -> [String:
    Severity]
  {
    let packs = try PackDiscovery(
      at: ["\(folder.path)/\(path)"], configuration: config.map { "\(folder.path)/\($0)" }
    ).packs
    let findings = await Linter(jobs: 1).lint(packs).findings.filter { $0.rule == rule }
    return Dictionary(
      findings.map { (($0.file as NSString).lastPathComponent, $0.severity) },
      uniquingKeysWith: { $1 })
  }

  @Test("a file in a parent folder applies, up to the repository's folder")
  func parents() async throws {
    try write(#"{ "rules": { "no-transparency": "info" } }"#, to: "Repo")
    try write(#"{ "rules": { "no-transparency": "off" } }"#, to: "")
    for path in ["Repo/Packs/A", "Repo/Packs", "Repo", "Repo/Packs/A/photo.png"] {
      #expect(try await severities("no-transparency", in: path)["photo.png"] == .info, "\(path)")
    }
  }

  @Test("nothing above a repository, or above what is named outside of one, is read")
  func boundary() async throws {
    try write("{ broken", to: "")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
    try folder.write(opaque, to: "Elsewhere/photo.png")
    #expect(try await severities("no-transparency", in: "Elsewhere")["photo.png"] == .warning)
  }

  @Test("\"root\" keeps the folders above out, even a broken file there")
  func root() async throws {
    try write("{ broken", to: "Repo")
    try write(#"{ "root": true }"#, to: "Repo/Packs")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
  }

  @Test("a broken file in a parent folder is named with its line")
  func broken() throws {
    try write("{\n  \"rules\": 3 }", to: "Repo")
    let error = #expect(throws: PackDiscovery.Failure.self) {
      try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A")])
    }
    #expect(error?.isUsage == true)
    #expect(
      error?.description
        == "Repo/stickerpack.json: line 2, column 12: rules is a number; it must be an object")
  }

  @Test("a parent's file that is a link out of the repository is refused")
  func link() throws {
    try folder.write(#"{ "rules": {} }"#, to: "outside.json")
    try folder.link("Repo/stickerpack.json", to: "../outside.json")
    #expect(throws: PackDiscovery.Failure.self) {
      try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A")])
    }
  }

  @Test("the nearest goes first, rule by rule: entry, later override, override, rules, parent")
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

  @Test("a named configuration stands in the place of all in folders above")
  func named() async throws {
    try write("{ broken", to: "Repo")
    try folder.write(#"{ "rules": { "no-transparency": "error" } }"#, to: "ci.json")
    let named = try await severities("no-transparency", in: "Repo/Packs/A", config: "ci.json")
    #expect(named["photo.png"] == .error)
    try write(#"{ "rules": { "no-transparency": "info" } }"#, to: "Repo/Packs/A")
    let own = try await severities("no-transparency", in: "Repo/Packs/A", config: "ci.json")
    #expect(own["photo.png"] == .info)
  }

  @Test("an override is for its files, in packs below as well, and allows with a reason")
  func overrides() async throws {
    try write(
      #"""
      { "overrides": [
        { "files": ["Packs/B/**"], "rules": { "no-transparency": "error" } },
        { "files": ["*.gif"], "suppress": { "gif-hard-edges": "Pixel art." } } ] }
      """#, to: "Repo")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
    #expect(try await severities("no-transparency", in: "Repo/Packs/B")["photo.png"] == .error)
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A")]).packs
    let finding = await Linter(jobs: 1).lint(packs).findings.first { $0.rule == "gif-hard-edges" }
    #expect(finding?.suppressionReason == "Pixel art.")
  }

  @Test("what is excluded is not looked at, unless it is named")
  func exclude() throws {
    try write(#"{ "exclude": ["Packs/B", "*.gif", "drafts/**"] }"#, to: "Repo")
    try folder.write("{ broken", to: "Repo/Packs/B/stickerpack.json")
    try folder.write(opaque, to: "Repo/drafts/x.png")
    try folder.write(
      #"{ "stickers": [{ "file": "dance.gif" }] }"#, to: "Repo/Packs/A/stickerpack.json")
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Repo")]).packs
    #expect(packs.flatMap(\.stickers).map(\.id) == ["photo"])
    #expect(packs.flatMap(\.problems).isEmpty)
    let drafts = try PackDiscovery(at: [FilePath(folder.path + "/Repo/drafts")]).packs
    #expect(drafts.flatMap(\.stickers).map(\.id) == ["x"])
    let file = try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A/dance.gif")]).packs
    #expect(file.flatMap(\.stickers).map(\.id) == ["dance"])
  }

  @Test("a folder whose file says nothing about a pack is no empty pack")
  func noPack() throws {
    try write(#"{ "rules": {}, "exclude": [], "overrides": [] }"#, to: "Repo")
    #expect(
      try PackDiscovery(at: [FilePath(folder.path + "/Repo")]).packs.map(\.name) == ["A", "B"])
  }

  @Test("an override is for the pack's folder, too, and for what is no image in it")
  func places() async throws {
    try folder.write(
      #"{ "info": {}, "stickerz": [] }"#, to: "Repo/Old.xcstickers/P.stickerpack/Contents.json")
    func found(_ rule: String) async throws -> [Finding] {
      await Linter(jobs: 1).lint(try PackDiscovery(at: [FilePath(folder.path + "/Repo")]).packs)
        .findings
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

  @Test("\"exclude\" keeps parts of catalogs and frames out, listed or not")
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
    #expect(
      packs.flatMap(\.problems).filter { [.listedButMissing, .frames, .stray].contains($0.kind) }
        .isEmpty)
  }

  @Test("\"strict\" makes errors of warnings at and below its folder; the nearest word counts")
  func strict() async throws {
    try write(#"{ "strict": true }"#, to: "Repo")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .error)
    try write(#"{ "strict": false }"#, to: "Repo/Packs")
    #expect(try await severities("no-transparency", in: "Repo/Packs/A")["photo.png"] == .warning)
  }

  @Test("a rule's number is that of the nearest: option, entry, override, rules, parent, rule")
  func numbers() async throws {
    // Three frames of 300 × 300 px take 4 bytes a pixel: 1,080,000 bytes.
    let apng = PNGBytes.animation(300, 300, [1, 2, 3].map { [$0, 9, 9, 128] })
    try folder.write(apng, to: "Repo/Packs/A/move.png")
    func limit(_ bytes: Double? = nil) async throws -> Double? {
      var linter = Linter(jobs: 1)
      if let bytes { linter.rules["animation-memory"] = RuleSetting(options: ["bytes": bytes]) }
      let packs = try PackDiscovery(at: [FilePath(folder.path + "/Repo/Packs/A")]).packs
      return await linter.lint(packs).findings.first { $0.rule == "animation-memory" }?.limit?.value
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

  @Test("a glob that matches nothing is an info, where all of its folder was looked at")
  func unmatched() async throws {
    try write(
      #"{ "exclude": ["nothing", "Packs/B"], "overrides": [{ "files": ["*.gif", "*.jpg"] }] }"#,
      to: "Repo")
    func messages(_ path: String) async throws -> [String] {
      await Linter(jobs: 1).lint(try PackDiscovery(at: [FilePath(folder.path + "/" + path)]).packs)
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

  @Test("an exception that no finding needs is an info, where this run can tell")
  func unused() async throws {
    func unused(_ path: String, off: String? = nil) async throws -> [String] {
      var linter = Linter(jobs: 1)
      if let off { linter.rules[off] = RuleSetting(level: .off) }
      return await linter.lint(try PackDiscovery(at: [FilePath(folder.path + "/" + path)]).packs)
        .findings
        .filter { $0.rule == "unused-suppression" }.map(\.message)
    }
    try write(
      #"""
      { "overrides": [{ "files": ["*"], "suppress": { "no-transparency": "r", "finite-loop": "r" } }],
        "stickers": [
        { "file": "photo.png", "suppress": { "gif-hard-edges": "r", "mixed-sizes": "r" } },
        { "file": "dance.gif", "suppress": { "gif-hard-edges": "r" } } ] }
      """#, to: "Repo/Packs/A")
    let message = "allows gif-hard-edges for \"photo.png\", and no finding needs it."
    let all = try await unused("Repo/Packs/A")
    #expect(
      all == [
        "Line 3 " + message,
        "Line 3 allows mixed-sizes for \"photo.png\", and no finding needs it.",
        "Line 1 allows finite-loop for \"photo.png\" and 1 more, and no finding needs it.",
      ])
    // Of one file alone, nothing is known about the others or about the pack.
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
    await Linter(jobs: 1).lint(try PackDiscovery(at: [FilePath(folder.path + "/" + path)]).packs)
  }

  func open(_ result: LintResult) -> [String] { result.findings.filter(\.isOpen).map(\.rule) }

  @Test("knows what was found, under another name and in a folder of another name")
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
    #expect(after.baselinedCount == before.findings.count)
    #expect(after.goneFromBaseline == [])
  }

  @Test("knows what was found about a catalog and its icons in a folder of another name")
  func renamedCatalog() async throws {
    let catalogs = ["Pack/A.xcassets", "Pack/B.xcassets"]
    for catalog in catalogs {
      try folder.write("{}", to: "\(catalog)/P.stickerpack/Contents.json")
    }
    try folder.write(#"{ "images": [] }"#, to: "\(catalogs[0])/I.stickersiconset/Contents.json")
    let before = try await lint()
    #expect(
      Set(open(before)) == ["icon-set-missing", "icon-missing", "icon-slot-empty", "empty-pack"])
    let known = before.baseline().baseline
    try FileManager.default.moveItem(
      atPath: folder.path + "/Pack", toPath: folder.path + "/Other")
    let after = try await lint("Other").compared(with: known, lookedAt: ["Pack", "Other"])
    #expect(open(after) == [])
    #expect(after.goneFromBaseline == [])
  }

  @Test("a changed file opens its findings, and the old ones are gone")
  func change() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    let known = try await lint().baseline().baseline
    try folder.write(PNGBytes.still(300, 300, [8, 9, 9, 255]), to: "Pack/a.png")
    let after = try await lint().compared(with: known, lookedAt: ["Pack"])
    // That the pack has no label is as true as before.
    #expect(open(after) == ["no-transparency"])
    #expect(after.goneFromBaseline == known.entries.filter { $0.rule == "no-transparency" })
    #expect(after.goneFromBaseline?.count == 1)
    // Nor is what lay in a folder that is gone as a whole still there.
    try FileManager.default.moveItem(
      atPath: folder.path + "/Pack", toPath: folder.path + "/Renamed")
    #expect(
      try await lint("Renamed").compared(with: known, lookedAt: ["."]).goneFromBaseline
        == known.entries.filter { $0.rule == "no-transparency" })
    // A run that looks elsewhere knows nothing about them.
    try folder.write(opaque, to: "Else/b.png")
    #expect(try await lint("Else").compared(with: known, lookedAt: ["Else"]).goneFromBaseline == [])
  }

  @Test("counts: a second copy of the same file opens")
  func count() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    let known = try await lint().baseline().baseline
    try folder.write(opaque, to: "Pack/b.png")
    let after = try await lint().compared(with: known, lookedAt: ["Pack"])
    #expect(open(after).filter { $0 == "no-transparency" }.count == 1)
  }

  @Test("allowed findings are not in it, and a file that cannot be read is never")
  func left() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "label": "Night", "suppress": { "no-transparency": "r" } }] }"#,
      to: "Pack/stickerpack.json")
    #expect(!(try await lint().baseline().baseline.entries.map(\.rule).contains("no-transparency")))
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/Pack")]).packs
    try FileManager.default.removeItem(atPath: folder.path + "/Pack/a.png")
    let (baseline, unhashed) = await Linter(jobs: 1).lint(packs).baseline()
    #expect(baseline.entries == [])
    #expect(unhashed.map(\.rule) == ["unreadable-file"])
  }

  @Test("is the same file for the same findings, and is read as it was written")
  func file() async throws {
    try folder.write(opaque, to: "Pack/a.png")
    let known = try await lint().baseline().baseline
    let bytes = try known.bytes()
    #expect(try Baseline(parsing: bytes) == known)
    #expect(try await lint().baseline().baseline.bytes() == bytes)
    // sha256sum of the file's bytes, as another program has it.
    let entry = known.entries.first { $0.rule == "no-transparency" }
    #expect(entry?.hash == Digest.sha256(opaque))
  }

  @Test(
    "a file that is no baseline is refused with its place",
    arguments: [
      ("", "line 1, column 1: the file ends"), ("{}", "it is no baseline"),
      (#"{ "schema": "stickerpack.baseline/2", "entries": [] }"#, "reads stickerpack.baseline/1"),
      (#"{ "schema": "stickerpack.baseline/1", "entries": [{}] }"#, "the entry needs"),
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
