import Foundation
import StickerLint
import TestSupport
import Testing

@Suite("The command line")
struct CommandTests {
  let folder: TemporaryFolder
  let good = PNGBytes.still(408, 408, [200, 0, 0, 160])
  let bad = PNGBytes.still(100, 100, [200, 0, 0, 160])

  init() throws { folder = try TemporaryFolder() }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  // MARK: Exit status and streams

  @Test("0 without errors, even with warnings")
  func clean() throws {
    try folder.write(good, to: "Pack/a.png")
    let result = try run("lint", "Pack")
    #expect(result.status == 0)
    #expect(result.output.contains("label-missing"))
    #expect(result.errors == "")
  }

  @Test("1 for an error, or a warning with --strict; 0 with --exit-zero")
  func findings() throws {
    try folder.write(bad, to: "Bad/a.png")
    try folder.write(good, to: "Good/a.png")
    #expect(try run("lint", "Bad").status == 1)
    #expect(try run("lint", "Good", "--strict").status == 1)
    #expect(try run("lint", "Bad", "--exit-zero").status == 0)
  }

  @Test(
    "2 for arguments and configurations that cannot be used, with a reason on standard error",
    arguments: [
      ["lint"], ["lint", "missing"], ["lint", "Pack", "--format", "xml"], ["nonsense"],
      ["lint", "Pack", "--jobs", "0"], ["lint", "Empty"], ["lint", "Broken"],
      ["lint", "Pack", "--max-frames", "0"], ["build", "Pack"],
      ["build", "Pack/a.png", "-o", "out"],
      ["inspect", "missing.png"], ["inspect", "Empty"], ["explain", "no-such-rule"],
      ["init", "missing"], ["init", "Broken"], ["lint", "Unknown"], ["lint", "Slip"],
      ["lint", "Pack", "--baseline", "missing.json"], ["lint", "Pack", "--config", "missing.json"],
      ["lint", "Pack", "--baseline", "Broken/stickerpack.json"],
      ["lint", "Pack", "--against", "Pack"],
      ["lint", "Pack", "--rule", "loop-jump"], ["lint", "Pack", "--rule", "loop-jmp=off"],
      ["lint", "Pack", "--rule", "loop-jump=loud"],
      ["lint", "Pack", "--rule", "animation-memory.bytes=0"],
      ["config", "show", "missing"],
    ])
  func usage(_ arguments: [String]) throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write("{", to: "Broken/stickerpack.json")
    try folder.write("text", to: "Empty/readme.txt")
    try folder.write(good, to: "Unknown/a.png")
    try folder.write(
      #"{ "stickers": [{ "file": "a.png", "suppress": { "label-mising": "no" } }] }"#,
      to: "Unknown/stickerpack.json")
    try folder.write(good, to: "Slip/a.png")
    try folder.write(#"{ "rules": { "label-mising": "off" } }"#, to: "Slip/stickerpack.json")
    let result = try Program.stickerpack.run(arguments, in: folder.url)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(!result.errors.isEmpty)
  }

  @Test("3 if the report cannot be written")
  func failed() throws {
    try folder.write(good, to: "Pack/a.png")
    let result = try run("lint", "Pack", "--output", "missing/report.txt")
    #expect(result.status == 3)
    #expect(
      result.errors
        == "stickerpack: cannot write missing/report.txt: no such file or directory\n")
  }

  @Test(
    "a misspelled command gets a suggestion, and every error the program's name",
    arguments: [
      (["lnt", "Pack"], "unknown command \"lnt\"; did you mean \"stickerpack lint\"?"),
      (
        ["xyzzy"],
        "unknown command \"xyzzy\"; expected one of lint, fix, undo, watch, fit, build"
      ),
      (["check"], "unknown command \"check\"; did you mean \"stickerpack lint\"?"),
      (["convert", "a.webp"], "unknown command \"convert\"; did you mean \"stickerpack fit\"?"),
      (["help", "lnt"], "unknown command \"lnt\"; did you mean \"stickerpack lint\"?"),
      (["inspect"], "Missing expected argument"),
      (["lint", "--jobs", "many", "."], "The value 'many' is invalid for '--jobs <count>'"),
      (["lint", "missing"], "missing: no such file or folder"),
    ])
  func suggestedCommand(_ arguments: [String], _ message: String) throws {
    let result = try Program.stickerpack.run(arguments, in: folder.url)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("stickerpack: " + message), "\(result.errors)")
  }

  @Test("the help lists the most common options of lint first")
  func commonOptions() throws {
    let lines = try run("lint", "--help").output.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "COMMON OPTIONS:"))
    let arguments = try #require(lines.firstIndex(of: "ARGUMENTS:"))
    #expect(lines[arguments..<start].count { $0.hasSuffix(":") } == 1)
    let names = lines[start...].filter { $0.hasPrefix("  -") }.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("--") }
    }
    #expect(
      names.prefix(10) == [
        "--fix", "--unsafe-fixes", "--format", "--output", "--strict", "--quiet",
        "--verbose", "--color", "--select", "--ignore",
      ])
  }

  @Test("a file named like an option is a usage error, and is linted with ./ or after --")
  func optionLikeFile() throws {
    try folder.write(good, to: "-sh.png")
    let result = try run("lint", "-sh.png")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors
        == "stickerpack: unknown option \"-sh.png\"; a file of this name is ./-sh.png\n")
    #expect(try run("lint", "./-sh.png").status == 0)
    #expect(try run("lint", "--", "-sh.png").status == 0)
  }

  @Test("a misspelled rule or key gets a suggestion")
  func spelling() throws {
    #expect(try run("explain", "file-to-large").errors.contains("did you mean \"file-too-large\"?"))
    try folder.write(#"{ "nmae": "x" }"#, to: "Pack/stickerpack.json")
    #expect(
      try run("lint", "Pack").errors
        == "stickerpack: Pack/stickerpack.json: line 1, column 3: unknown key \"nmae\";"
        + " did you mean \"name\"?\n")
  }

  // MARK: Reports

  @Test("--output writes the report to a file and nothing to the screen")
  func output() throws {
    try folder.write(good, to: "Pack/a.png")
    let screen = try run("lint", "Pack", "--format", "json")
    let file = try run("lint", "Pack", "--format", "json", "--output", "report.json")
    #expect(file.output == "")
    #expect(String(decoding: try folder.bytes("report.json"), as: UTF8.self) == screen.output)
  }

  @Test("JSON has no absolute paths and is the same in every run")
  func reproducible() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(bad, to: "Pack/b.png")
    let relative = try run("lint", "Pack", "--format", "json", "--jobs", "1").output
    let absolute = try run("lint", folder.path + "/Pack", "--format", "json", "--jobs", "4").output
    #expect(relative == absolute)
    #expect(!relative.contains(folder.path))
  }

  @Test("no escape sequences reach a file or a pipe")
  func noColor() throws {
    try folder.write(bad, to: "Pack/a.png")
    #expect(!(try run("lint", "Pack").output.contains("\u{1B}")))
    #expect(!(try run("rules").output.contains("\u{1B}")))
  }

  /// A command as swift-argument-parser describes it.
  struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?

    /// The arguments that name this command and all below it, and whether each can be run.
    func paths(below parent: [String] = []) -> [(arguments: [String], runs: Bool)] {
      [(parent, subcommands == nil)]
        + (subcommands ?? []).flatMap { $0.paths(below: parent + [$0.commandName]) }
    }
  }

  @Test("help of every command that can be run shows an example")
  func help() throws {
    struct Tool: Decodable { var command: Command }
    let tree = try run("--experimental-dump-help").output
    let tool = try JSONDecoder().decode(Tool.self, from: Data(tree.utf8))
    let commands = tool.command.paths().filter { $0.arguments != ["help"] }
    #expect(commands.count > 10)
    for (arguments, runs) in commands {
      let result = try Program.stickerpack.run(arguments + ["--help"], in: folder.url)
      #expect(result.status == 0, "\(arguments)")
      #expect(result.errors == "", "\(arguments)")
      #expect(result.output.contains("USAGE"), "\(arguments)")
      if runs { #expect(result.output.contains("EXAMPLES"), "\(arguments)") }
    }
  }

  @Test("the manual page has every option that a command's help shows")
  func manual() throws {
    let page = try run("manual").output.replacing("\\-", with: "-")
    #expect(page.hasPrefix(".TH STICKERPACK 1 "))
    for command in ["lint", "build", "config show"] {
      #expect(page.contains(".SS stickerpack \(command) [options]"))
      let help = try Program.stickerpack.run(
        command.split(separator: " ").map(String.init) + ["--help"], in: folder.url
      ).output
      let options = help.matches(of: /^  (?:-[a-z], )?(--[a-z-]+)/.anchorsMatchLineEndings())
      #expect(options.count > 3)
      for option in options where !["--help", "--version"].contains(option.1) {
        #expect(page.contains("\\fB\(option.1)\\fP"), "\(command) \(option.1)")
      }
    }
    // Paragraphs are filled to the width of the terminal; examples are not.
    for block in page.split(separator: "\n.nf\n").dropFirst() {
      let lines = block.prefix(upTo: block.range(of: "\n.fi")?.lowerBound ?? block.endIndex)
      #expect(lines.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(lines)")
    }
  }

  @Test("inspect shows files and the stickers of folders, and fails if one cannot be decoded")
  func inspect() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(bad, to: "Pack/b.png")
    try folder.write(Array(good.dropLast(20)), to: "cut.png")
    let all = try run("inspect", "Pack", "Pack/a.png")
    #expect(all.status == 0)
    #expect(all.output.matches(of: /(?m)^Pack\/[ab]\.png$/).count == 3)
    let cut = try run("inspect", "Pack/a.png", "cut.png", "--format", "json")
    #expect(cut.status == 1)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(cut.output.utf8)) as? [String: Any])
    #expect((report["images"] as? [Any])?.count == 2)
  }

  @Test(
    "every schema is printed and is a JSON Schema",
    arguments: [
      "configuration", "baseline", "report", "manifest", "collection", "verification", "difference",
      "fit",
    ])
  func schema(_ name: String) throws {
    let result = try run("schema", name)
    #expect(result.status == 0)
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    // Editors read later drafts only in part.
    let draft =
      name == "configuration"
      ? "http://json-schema.org/draft-07/schema#" : "https://json-schema.org/draft/2020-12/schema"
    #expect(schema["$schema"] as? String == draft)
    #expect(try run("schema").status == 2)
  }

  @Test("a bundle is refused with what to do instead, and its catalog is linted")
  func lintBundle() throws {
    try folder.write(good, to: "Pack/a.png")
    #expect(try run("build", "Pack", "-o", "out").status == 0)
    let bundle = try run("lint", "out")
    #expect(bundle.status == 2)
    #expect(
      bundle.errors
        == "stickerpack: out is a bundle that stickerpack built: verify it, or lint its catalog\n")
    #expect(try run("lint", "out/Stickers.xcstickers").output.contains("1 sticker in 1 pack"))
  }

  @Test("a limit that is exceeded comes with the options that raise it")
  func limitOptions() throws {
    try folder.write(good, to: "Pack/a.png")
    let result = try run("lint", "Pack", "--max-pixels", "9")
    #expect(result.output.contains("limit-exceeded"))
    #expect(result.errors.contains("--max-pixels"))
    #expect(try run("lint", "Pack").errors == "")
  }

  @Test("improving a pack makes nothing new under a baseline")
  func improvedPack() throws {
    let lint = ["lint", "Pack", "--strict", "--rule", "mixed-sizes=off"]
    func run(_ more: String...) throws -> Program.Run {
      try Program.stickerpack.run(lint + more, in: folder.url)
    }
    func label(_ count: Int) throws {
      let entries = ["a", "b", "c"].prefix(count).map {
        #"{ "file": "\#($0).png", "label": "Hi \#($0)" }"#
      }
      try folder.write(
        #"{ "stickers": [\#(entries.joined(separator: ", "))] }"#, to: "Pack/stickerpack.json")
    }
    for (name, value) in [("a", UInt8(10)), ("b", 90)] {
      try folder.write(PNGBytes.still(408, 408, [value, 0, 0, 128]), to: "Pack/\(name).png")
    }
    try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]), to: "Pack/c.png")
    try label(0)
    #expect(try run("--write-baseline", "known.json").status == 0)
    #expect(try run("--baseline", "known.json").status == 0)
    // One label less is missing.
    try label(1)
    let labeled = try run("--baseline", "known.json")
    #expect(labeled.status == 0, "\(labeled.output)")
    #expect(labeled.output.contains("1 stale baseline entry"))
    // Larger, but not large enough.
    try folder.write(PNGBytes.still(200, 200, [200, 0, 0, 160]), to: "Pack/c.png")
    let larger = try run("--baseline", "known.json")
    #expect(larger.status == 0, "\(larger.output)")
    // A sticker that the baseline does not have.
    try folder.write(PNGBytes.still(408, 408, [170, 0, 0, 128]), to: "Pack/d.png")
    let added = try run("--baseline", "known.json")
    #expect(added.status == 1)
    #expect(added.output.contains("label-missing") && !added.output.contains("canvas-too-small"))
  }

  @Test("completions are written for each shell", arguments: ["bash", "zsh", "fish"])
  func completions(_ shell: String) throws {
    let result = try run("--generate-completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains("inspect"))
  }

  // MARK: Configurations and baselines

  @Test("--rule overrides all files, and config show says where each value comes from")
  func configuration() throws {
    try folder.write("", to: ".git/HEAD")
    try folder.write(good, to: "Pack/a.png")
    try folder.write(
      """
      {
        "rules": { "label-missing": "off" },
        "overrides": [{ "files": ["*.png"], "rules": { "animation-memory": { "bytes": 7 } } }]
      }
      """, to: "stickerpack.json")
    #expect(try run("lint", "Pack").output == "✓ 1 sticker in 1 pack: no findings\n")
    #expect(try run("lint", "Pack", "--rule", "label-missing=error").status == 1)
    let file = try run(
      "config", "show", "Pack/a.png", "--rule", "loop-jump=error", "--rule",
      "animation-memory.bytes=8")
    #expect(
      file.output == """
        Pack/a.png
          stickerpack.json

          animation-memory  warning  default
            bytes           8  --rule animation-memory.bytes=8
          loop-jump         error    --rule loop-jump=error
            steps           1.5  default
            change          2  default
          label-missing     off      stickerpack.json:2
          The other \(Rule.all.count - 3) rules have their default settings.

          overrides
            *.png  1 file  stickerpack.json:3
              animation-memory  bytes 7

        """)
  }

  @Test(
    "a rule or a number that cannot be is named with file, line, value and range",
    arguments: [
      (
        "{ \"rules\": {\n  \"animation-memory\": {\n    \"severity\": \"info\",\n    \"bytes\": -5 } } }",
        "line 4: bytes of animation-memory is -5; it must be from 1 to 1,000,000,000,000"
      ),
      (
        "{ \"overrides\": [{ \"files\": [\"*\"], \"rules\": {\n  \"animation-memory\": { \"byte\": 5 } } }] }",
        "line 2: unknown option \"byte\" of animation-memory; did you mean \"bytes\"?"
      ),
      (
        "{ \"rules\": {\n  \"finite-lop\": \"off\" } }",
        "line 2: unknown rule \"finite-lop\"; did you mean \"finite-loop\"?"
      ),
      (
        "{ \"overrides\": [{ \"files\": [\"*\"],\n  \"suppress\": { \"finite-lop\": \"r\" } }] }",
        "line 2: unknown rule \"finite-lop\"; did you mean \"finite-loop\"?"
      ),
      (
        "{ \"rules\": { \"animation-memory\": { \"bytes\": \"5 MB\" } } }",
        "line 1, column 45: expected a number for \"bytes\" of \"animation-memory\", found a string"
      ),
      (
        "{ \"rules\": { \"finite-loop\": {} } }",
        "line 1, column 29: \"finite-loop\" is an empty object; expected \"severity\" or options of the rule"
      ),
    ])
  func objections(_ text: String, _ message: String) throws {
    try folder.write("", to: ".git/HEAD")
    try folder.write(good, to: "Pack/a.png")
    try folder.write(text, to: "stickerpack.json")
    let result = try run("lint", "Pack")
    #expect(result.status == 2)
    #expect(result.errors == "stickerpack: stickerpack.json: \(message)\n")
  }

  @Test("--write-baseline replaces a baseline, and not a configuration")
  func overwriting() throws {
    try folder.write(bad, to: "Pack/a.png")
    try folder.write(#"{ "rules": {} }"#, to: "Pack/stickerpack.json")
    let result = try run("lint", "Pack", "--write-baseline", "Pack/stickerpack.json")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "stickerpack: Pack/stickerpack.json is not a baseline and was not overwritten;"
        + " choose another file or remove it\n")
    #expect(try folder.bytes("Pack/stickerpack.json") == Array(#"{ "rules": {} }"#.utf8))
    #expect(try run("lint", "Pack", "--write-baseline", "known.json").status == 0)
    #expect(try run("lint", "Pack", "--write-baseline", "known.json").status == 0)
  }

  @Test("the message says if everything is excluded")
  func excluded() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(#"{ "exclude": ["*.png"] }"#, to: "Pack/stickerpack.json")
    #expect(
      try run("lint", "Pack").errors
        == "stickerpack: no stickers in Pack except for what is left out; lint --show-files lists it\n"
    )
  }

  @Test("findings in the baseline pass, and stale entries are counted")
  func baseline() throws {
    try folder.write(bad, to: "Pack/a.png")
    #expect(try run("lint", "Pack", "--write-baseline", "known.json").status == 0)
    let known = try run("lint", "Pack", "--baseline", "known.json")
    #expect(known.status == 0)
    #expect(known.output == "✓ 1 sticker in 1 pack: no new findings, 2 in the baseline\n")
    try folder.write(good, to: "Pack/a.png")
    let fixed = try run("lint", "Pack", "--baseline", "known.json", "--rule", "label-missing=off")
    #expect(
      fixed.output.hasSuffix("2 stale baseline entries; write the baseline again to remove them\n")
    )
    let missing = try run("lint", "Pack", "--baseline", "missing.json")
    #expect(
      missing.errors == "stickerpack: missing.json: no such baseline;"
        + " lint --write-baseline missing.json creates it\n")
  }

  // MARK: Building

  @Test("a build stops on errors, and --force skips what cannot be built")
  func refuses() throws {
    try folder.write(bad, to: "Pack/small.png")
    try folder.write("no image", to: "Pack/fake.png")
    let refused = try run("build", "Pack", "-o", "out")
    #expect(refused.status == 1)
    #expect(!(try folder.files().contains { $0.hasPrefix("out") }))
    let forced = try run("build", "Pack", "-o", "out", "--force")
    #expect(forced.status == 0)
    #expect(forced.errors.contains("Pack/fake.png was skipped"))
    #expect(try folder.files().contains("out/images/small@1x.png"))
  }

  @Test("init writes a configuration with a label for each sticker")
  func initializes() throws {
    try folder.write(good, to: "Pack/good-day.png")
    #expect(try run("init", "Pack").status == 0)
    let result = try run("lint", "Pack", "--strict", "--verbose")
    #expect(result.status == 1)
    // The labels are made from the files' names until they are corrected.
    #expect(result.output.contains("1 of 1 label is a draft from the file name."))
    #expect(try run("init", "Pack").status == 2)
  }

  @Test("init takes an image named icon for the icons, and says what comes next")
  func initializesIcon() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(PNGBytes.still(1024, 1024, [9, 9, 200, 255]), to: "Pack/Icon.png")
    let result = try run("init", "Pack")
    #expect(
      result.output == """
        Wrote Pack/stickerpack.json with 1 sticker and the icon Icon.png.
        Wrote Pack/stickerpack.schema.json, with which editors complete and check this file.

        Next:
          1. Correct the labels, which VoiceOver reads aloud, and remove each "draft".
          2. stickerpack lint Pack
          3. stickerpack build Pack -o Build

        """)
    let lint = try run("lint", "Pack", "--show-files")
    #expect(lint.output.contains("with 1 sticker"))
    #expect(try run("build", "Pack", "-o", "out").status == 0)
  }

  @Test("init writes a file for each pack of a tree, and one beside a catalog")
  func initializesTree() throws {
    for pack in ["Art/One", "Art/Two"] { try folder.write(good, to: "\(pack)/a.png") }
    try folder.write("{}", to: "Art/One/stickerpack.json")
    let partly = try run("init", "Art/Two")
    #expect(partly.output.hasPrefix("Wrote Art/Two/stickerpack.json with 1 sticker.\n"))
    #expect(try run("init", "Art").status == 2)
    #expect(try folder.bytes("Art/One/stickerpack.json") == Array("{}".utf8))
    #expect(try run("build", "Art/Two", "-o", "Bundle").status == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/App", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: folder.path + "/Bundle/Stickers.xcstickers",
      toPath: folder.path + "/App/Stickers.xcstickers")
    let catalog = try run("init", "App/Stickers.xcstickers")
    #expect(catalog.output.hasPrefix("Wrote App/stickerpack.json with 1 sticker.\n"))
    #expect(try folder.files().contains("App/stickerpack.schema.json"))
    let written = String(decoding: try folder.bytes("App/stickerpack.json"), as: UTF8.self)
    #expect(written.contains(#"{ "file": "a.sticker", "label": "A", "draft": true }"#))
    let lint = try run("lint", "App", "--verbose")
    #expect(!lint.output.contains("listed-file-missing"))
  }

  @Test("init writes the schema once, and each file names it by a relative path")
  func initializesSchema() throws {
    for pack in ["Art/One", "Art/More/Two"] { try folder.write(good, to: "\(pack)/a.png") }
    let both = try run("init", "Art")
    #expect(both.status == 0)
    #expect(
      both.output.contains(
        "\nWrote Art/stickerpack.schema.json, with which editors complete and check these files.\n")
    )
    let schemas = try folder.files().filter { $0.hasSuffix("stickerpack.schema.json") }
    #expect(schemas == ["Art/stickerpack.schema.json"])
    let schema = try folder.bytes("Art/stickerpack.schema.json")
    #expect(String(decoding: schema, as: UTF8.self) == (try run("schema", "configuration").output))
    for (pack, path) in [("Art/One", "../"), ("Art/More/Two", "../../")] {
      let text = String(decoding: try folder.bytes("\(pack)/stickerpack.json"), as: UTF8.self)
      #expect(text.contains("\"$schema\": \"\(path)stickerpack.schema.json\",\n"))
    }
    // The user's own file stays.
    try folder.write(good, to: "Pack/a.png")
    try folder.write("{}", to: "Pack/stickerpack.schema.json")
    let own = try run("init", "Pack")
    #expect(own.status == 0 && !own.output.contains("schema"))
    #expect(try folder.bytes("Pack/stickerpack.schema.json") == Array("{}".utf8))
    let text = String(decoding: try folder.bytes("Pack/stickerpack.json"), as: UTF8.self)
    #expect(text.contains(#""$schema": "./stickerpack.schema.json""#))
    #expect(try run("lint", "Pack").status == 0)
  }

  @Test("a folder's own pack is built, and packs below it are not")
  func nested() throws {
    try folder.write(good, to: "Pack/a.png")
    try folder.write(good, to: "Pack/More/b.png")
    #expect(try run("build", "Pack/", "-o", "out").status == 0)
    #expect(try folder.files().filter { $0.hasPrefix("out/images") }.count == 3)
    #expect(
      try run("build", "Pack/", "-o", "out").errors.hasPrefix(
        "stickerpack: Pack/More is a separate pack and was not built\n"))
    try folder.write(good, to: "Outer/Inner/c.png")
    #expect(try run("build", "Outer", "-o", "out").output.contains("Built Inner"))
  }

  @Test("a folder of packs is built as one, with a manifest that names them")
  func collection() throws {
    try folder.write(good, to: "Two/a/a.png")
    try folder.write(good, to: "Two/b/b.png")
    let result = try run("build", "Two", "-o", "out")
    #expect(result.status == 0)
    #expect(result.output.contains("Built a: 1 sticker, grid size regular\n  out/a/Stickers.xcst"))
    #expect(result.output.contains("Built b: 1 sticker, grid size regular\n  out/b/Stickers.xcst"))
    // A bundle is not art, and is replaced by the next build.
    #expect(try run("lint", "out").status == 2)
    #expect(try run("build", "Two", "-o", "out").status == 0)
  }

  @Test("--dry-run lists names, order and renamed stickers, and writes nothing")
  func dryRun() throws {
    try folder.write(good, to: "Pack/b?.png")
    try folder.write(PNGBytes.still(408, 408, [0, 90, 0, 128]), to: "Pack/a.png")
    try folder.write(
      """
      { "name": "Dry", "gridSize": "regular", "stickers": [
        { "file": "b?.png", "label": "B", "translations": { "de": "Be" } },
        { "file": "a.png", "label": "A" } ] }
      """, to: "Pack/stickerpack.json")
    let before = try folder.snapshot()
    let result = try run("build", "Pack", "-o", "out", "--dry-run")
    #expect(result.status == 0)
    #expect(
      result.output.hasSuffix(
        """
        Dry: 2 stickers, grid size regular
          1  b?.png  →  b-.sticker/b-.png
          2  a.png   →  a.sticker/a.png

          out/Stickers.xcstickers/Dry.stickerpack
          out/Stickers.xcstickers/iMessage App Icon.stickersiconset: 13 icons
          out/images: 6 files
          out/de.lproj/Dry.strings
          out/manifest.json

        Icons
          the pack "Dry" has no icon: its icons are made from the sticker Pack/b?.png, enlarged for the App Store; set "icon" in its stickerpack.json to an image of 1,024 px or more

        Names that change
          Pack/b?.png becomes "b-": Windows does not allow "?" in a name

        Nothing was written.

        """))
    #expect(try folder.snapshot() == before)
  }

  @Test("missing icons are made from a sticker, which is reported")
  func icons() throws {
    try folder.write(good, to: "Pack/a.png")
    let without = try run("build", "Pack", "-o", "out")
    #expect(without.status == 0)
    #expect(
      without.errors
        == "stickerpack: the pack \"Pack\" has no icon: its icons are made from the sticker Pack/a.png,"
        + " enlarged for the App Store; set \"icon\" in its stickerpack.json to an image of 1,024 px or"
        + " more\n")
    try folder.write(PNGBytes.still(1024, 1024, [0, 90, 200, 255]), to: "Pack/icon.png")
    try folder.write(#"{ "icon": "icon.png" }"#, to: "Pack/stickerpack.json")
    let with = try run("build", "Pack", "-o", "out")
    #expect(with.status == 0)
    #expect(with.errors == "")
    let plan = try run("build", "Pack", "-o", "out", "--dry-run").output
    #expect(plan.contains("iMessage App Icon.stickersiconset: 13 icons\n"))
    #expect(!plan.contains("\nIcons\n"))
    #expect(try run("verify", "out").status == 0)
    // Built from its own catalog again, the pack keeps its icons.
    let again = try run("build", "out/Stickers.xcstickers", "-o", "again")
    #expect(again.status == 0)
    #expect(again.errors == "")
    #expect(try run("verify", "again").status == 0)
  }

  @Test(
    "lint refuses an icon set whose icons are missing or not in their slots, and build completes it"
  )
  func incompleteIconSet() throws {
    try folder.write(good, to: "Pack/a.png")
    #expect(try run("build", "Pack", "-o", "out").status == 0)
    let contents = "out/Stickers.xcstickers/iMessage App Icon.stickersiconset/Contents.json"
    let whole = String(decoding: try folder.bytes(contents), as: UTF8.self)
    for (text, rule) in [
      (#"{ "images": [], "info": { "author": "xcode", "version": 1 } }"#, "icon-missing"),
      (whole.replacing(#""platform" : "ios","#, with: ""), "icon-wrong-slot"),
    ] {
      try folder.write(text, to: contents)
      let lint = try run("lint", "out/Stickers.xcstickers", "--select", "icon-")
      #expect(lint.status == 1 && lint.output.contains(rule))
      #expect(try run("build", "out/Stickers.xcstickers", "-o", rule).status == 0)
      let set = "\(rule)/Stickers.xcstickers/iMessage App Icon.stickersiconset/Contents.json"
      #expect(String(decoding: try folder.bytes(set), as: UTF8.self) == whole)
    }
  }

  @Test("a bundle inside the folder of art is not linted as art")
  func outputInside() throws {
    try folder.write(good, to: "Pack/a.png")
    #expect(try run("build", "Pack", "-o", "Pack/Built").status == 0)
    let before = try run("lint", "Pack", "--format", "json").output
    #expect(before.contains("\"stickers\" : 1"))
    #expect(try run("build", "Pack", "-o", "Pack/Built").status == 0)
  }
}
