import Foundation
import TestSupport
import Testing

@Suite("Commands and options that have another name here")
struct MistakeTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Stickers/a.png")
  }

  func run(_ line: String) throws -> Program.Run {
    try Program.stickerpack.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  /// Lines as they are typed, and what their errors suggest.
  static let mistakes = [
    ("lint Stickers --diff", "\"stickerpack fix --dry-run\""),
    ("lint Stickers --dry-run", "\"stickerpack fix --dry-run\""),
    ("lint Stickers --unsafe", "\"stickerpack fix --unsafe\""),
    ("lint Stickers --json", "\"--format json\""),
    ("lint Stickers --html", "\"--format html\""),
    ("lint Stickers --exclude drafts", "the key exclude of stickerpack.json"),
    ("lint Stickers --disable loop-jump", "\"--ignore\""),
    ("lint Stickers --enable loop-jump", "\"--select\""),
    ("lint Stickers --fail-on warning", "\"--strict\""),
    ("lint Stickers --error-on-warnings", "\"--strict\""),
    ("lint Stickers --warnings-as-errors", "\"--strict\""),
    ("lint Stickers --formt json", "\"--format\""),
    ("lint Stickers --base b.json", "\"--baseline\""),
    ("lint Stickers --platform signal", "\"--target\""),
    ("lint Stickers --target sginal", "\"signal\""),
    ("lint Stickers --format jsno", "\"json\""),
    ("lint Stickers --select animatoin", "\"animation\""),
    ("fix Stickers --diff", "\"--dry-run\""),
    ("fix Stickers --unsafe-fixes", "\"--unsafe\""),
    ("fix Stickers --in-place", "\"stickerpack fix\""),
    ("fit Stickers --out Fitted", "\"--output\""),
    ("fit Stickers --json", "\"--format json\""),
    ("fit Stickers --max-size 300000", "\"--max-bytes\""),
    ("build Stickers --out Build", "\"--output\""),
    ("build Stickers --dryrun", "\"--dry-run\""),
    ("undo Stickers --dry-run", "\"stickerpack undo --help\" lists all"),
    ("verify Stickers --strict", "\"stickerpack verify --help\" lists all"),
    ("version", "\"stickerpack --version\""),
    ("stores", "\"stickerpack targets\""),
    ("completion", "\"stickerpack --generate-completion-script zsh\""),
    ("check Stickers", "\"stickerpack lint\""),
    ("optimize Stickers", "\"stickerpack fit\""),
    ("format Stickers", "\"stickerpack fix\""),
    ("restore Stickers", "\"stickerpack undo\""),
    ("explian loop-jump", "\"stickerpack explain\""),
    ("build Stickers -o Build/report.html", "is the name of a report as html; expected a folder"),
    ("preview Stickers -o page.json", "expected a page such as preview.html"),
  ]

  @Test("each mistake is answered by the right command", arguments: mistakes)
  func suggestion(_ line: String, _ suggestion: String) throws {
    let run = try run(line)
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.contains(suggestion), "\(run.errors)")
    // A missing option is not blamed for one that is misspelled.
    #expect(!run.errors.contains("Missing expected argument"), "\(run.errors)")
  }

  @Test(
    "a path means lint, config a path's configuration, and rules those of Messages or a category")
  func shortcuts() throws {
    let lint = try run("lint Stickers")
    #expect(try run("Stickers").output == lint.output)
    #expect(try run("Stickers --strict").status == 1)
    #expect(try run("help Stickers").output == run("--help").output)
    #expect(try run("config Stickers").output == run("config show Stickers").output)
    let all = try run("rules").output
    #expect(all.contains("file-too-large") && !all.contains("store-count"))
    #expect(all.hasSuffix("13 more are about other destinations: stickerpack rules store\n"))
    #expect(try run("rules store").output.contains("store-count"))
    let rules = try run("rules animation")
    #expect(rules.output.hasPrefix("Animation\n") && !rules.output.contains("file-too-large"))
    #expect(try run("rules animatoin").errors.contains("\"animation\""))
  }

  @Test(
    "-h has at most ten options and three examples, and --help more",
    arguments: ["lint", "fix", "fit", "build", "undo", "preview", "watch", "check-upload"])
  func shortHelp(_ command: String) throws {
    let short = try run("\(command) -h")
    let lines = short.output.split(separator: "\n")
    #expect(short.status == 0)
    #expect((1...10).contains(lines.count { $0.hasPrefix("  -") }))
    #expect((1...3).contains(lines.count { $0.hasPrefix("  stickerpack ") }))
    #expect(lines.last == "All options: stickerpack \(command) --help")
    let long = try run("\(command) --help").output
    #expect(!long.contains("--max-pixels"))
    #expect(long.split(separator: "\n").count { $0.hasPrefix("  stickerpack ") } <= 10)
  }

  @Test("lint --help has eight examples, and the program's help what is rarely needed under More")
  func longHelp() throws {
    let help = try run("lint --help").output.split(separator: "\n")
    #expect(help.count { $0.hasPrefix("  stickerpack ") } == 8)
    let program = try run("--help").output
    let more = try #require(program.range(of: "MORE SUBCOMMANDS:"))
    for command in ["rules", "config", "targets", "schema", "manual"] {
      #expect(program[more.upperBound...].contains("\n  \(command) "))
    }
    #expect(!program[more.upperBound...].contains("\n  lint "))
    let commands = try #require(program.range(of: "\n  fix "))
    #expect(program[commands.upperBound...].contains("\n  undo "))
  }

  @Test("the help of fix lists its own options first")
  func fixHelp() throws {
    let lines = try run("fix --help").output.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "COMMON OPTIONS:"))
    #expect(lines[start + 1].hasPrefix("  --unsafe "))
  }

  @Test("shells complete destinations")
  func completion() throws {
    let run = try Program.stickerpack.run(
      ["---completion", "lint", "--", "--target", "2", "9", "stickerpack", "lint", "--target"],
      in: folder.url)
    #expect(run.output.split(separator: "\n").contains("signal"), "\(run.output)\(run.errors)")
  }
}
