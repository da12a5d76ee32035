import Foundation
import TestSupport
import Testing

@Suite("The options for what is run and printed")
struct OutputOptionsTests {
  let folder: TemporaryFolder

  /// A pack with an error, two warnings and an info.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]), to: "Pack/small.png")
    try folder.write(PNGBytes.still(300, 300, [0, 9, 200, 255]), to: "Pack/box.png")
    try folder.write(
      PNGBytes.animation(300, 300, [[200, 60, 0, 160], [200, 60, 0, 168]], plays: 3),
      to: "Pack/stops.png")
    try folder.write(
      #"""
      { "rules": { "mixed-sizes": "off", "grid-size-mismatch": "off" }, "stickers": [
        { "file": "small.png", "label": "A red square" },
        { "file": "box.png", "label": "A blue box" }, { "file": "stops.png" } ] }
      """#, to: "Pack/stickerpack.json")
  }

  func lint(_ arguments: String..., variables: [String: String] = [:]) throws -> Program.Run {
    try Program.stickerpack.run(
      ["lint", "Pack"] + arguments, in: folder.url, variables: variables)
  }

  /// The rules of the findings in the JSON report.
  func rules(_ arguments: String...) throws -> [String] {
    struct Report: Decodable {
      struct Finding: Decodable { var rule: String }
      var findings: [Finding]
    }
    let run = try Program.stickerpack.run(
      ["lint", "Pack", "--format", "json"] + arguments, in: folder.url)
    #expect(run.status < 2, "\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).findings.map(\.rule)
      .sorted()
  }

  @Test("without a path, the current folder is linted")
  func currentFolder() throws {
    let run = try Program.stickerpack.run(
      ["lint"], in: folder.url.appending(path: "Pack"))
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("  warning  label-missing     stops.png\n"))
    #expect(run.output.contains("3 stickers in 1 pack: 1 error, 2 warnings, 1 info"))
  }

  @Test("--select and --ignore take rules, categories and prefixes, in every format")
  func selection() throws {
    let all = ["canvas-too-small", "finite-loop", "label-missing", "no-transparency"]
    #expect(try rules() == all)
    #expect(try rules("--select", "canvas-too-small") == ["canvas-too-small"])
    #expect(try rules("--select", "animation") == ["finite-loop"])
    #expect(try rules("--select", "label-") == ["label-missing"])
    #expect(
      try rules("--select", "pack", "--select", "canvas") == ["canvas-too-small", "label-missing"])
    #expect(
      try rules("--select", "pack,canvas-too-small") == ["canvas-too-small", "label-missing"])
    #expect(try rules("--ignore", "label-", "--ignore", "animation") == [all[0], all[3]])
    #expect(try rules("--ignore", "label-,animation") == [all[0], all[3]])
    #expect(try rules("--select", "canvas", "--ignore", "canvas-too-small") == [])
    // The configuration turns it off.
    #expect(try rules("--select", "mixed-sizes") == [])
    let sarif = try lint("--select", "animation", "--format", "sarif").output
    #expect(sarif.contains("\"ruleId\" : \"finite-loop\"") && !sarif.contains("small.png"))
    #expect(try lint("--ignore", "canvas").status == 0)
  }

  @Test("unknown names are rejected with a suggestion")
  func unknown() throws {
    for (name, suggestion) in [
      ("canvas-to-small", "canvas-too-small"), ("animatoin", "animation"), ("icon", "icon-"),
    ] {
      for option in ["--select", "--ignore"] {
        let run = try lint(option, "label-," + name)
        #expect(run.status == 2)
        #expect(
          run.errors.contains(
            "unknown rule or category \"\(name)\"; did you mean \"\(suggestion)\"?"),
          "\(run.errors)")
      }
    }
    #expect(try lint("--min-severity", "bad").errors.contains("expected info, warning or error"))
    #expect(try lint("--quiet", "--verbose").status == 2)
    #expect(try lint("--max-warnings=-1").status == 2)
  }

  @Test("a baseline is not written for some rules, and entries of other rules are not stale")
  func baseline() throws {
    let refused = try lint("--select", "canvas", "--write-baseline", "known.json")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("the baseline would lose the findings of other rules"))
    #expect(try lint("--write-baseline", "known.json").status == 0)
    let run = try lint("--select", "canvas", "--baseline", "known.json")
    #expect(run.output == "✓ 3 stickers in 1 pack: no new findings, 1 in the baseline\n")
  }

  @Test("infos are counted, and printed with --verbose")
  func verbose() throws {
    let normal = try lint().output
    #expect(!normal.contains("finite-loop"))
    let fixes =
      "Next: stickerpack fix Pack --dry-run --unsafe (shows fixes for 1 of 4 findings,"
      + " which change the art or its timing)\n"
    #expect(normal.hasSuffix("1 error, 2 warnings, 1 info (--verbose shows them)\n" + fixes))
    let verbose = try lint("-v").output
    #expect(verbose.contains("finite-loop"))
    #expect(verbose.hasSuffix("2 warnings, 1 info\n" + fixes))
  }

  @Test("--quiet prints errors, or nothing")
  func quiet() throws {
    let run = try lint("-q")
    #expect(run.status == 1)
    #expect(
      run.output == """
        Pack
          error    canvas-too-small  small.png
                   The canvas is 100 × 100 px (minimum: 300 px per side).
                   → Export the art at 300, 408 or 618 px; fit --enlarge makes a softer picture.

        3 stickers in 1 pack: 1 error, 2 warnings, 1 info

        """)
    let clean = try lint("--quiet", "--ignore", "canvas")
    #expect(clean.status == 0 && clean.output == "" && clean.errors == "")
  }

  @Test("a quiet build prints nothing unless it stops")
  func quietBuild() throws {
    let stopped = try Program.stickerpack.run(["build", "Pack", "-o", "out", "-q"], in: folder.url)
    #expect(stopped.status == 1 && stopped.output.contains("canvas-too-small"))
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/small.png")
    let built = try Program.stickerpack.run(["build", "Pack", "-o", "out", "-q"], in: folder.url)
    #expect(built.status == 0 && built.output == "")
    // The build changes the name, which is a note and not an error.
    try folder.write(PNGBytes.still(300, 300, [0, 200, 0, 128]), to: "Pack/a:b.png")
    let renamed = try Program.stickerpack.run(["build", "Pack", "-o", "out", "-q"], in: folder.url)
    #expect(renamed.status == 0 && renamed.errors == "")
  }

  @Test("--min-severity applies to every format and not to the exit status")
  func minimum() throws {
    #expect(try rules("--min-severity", "error") == ["canvas-too-small"])
    #expect(try rules("--min-severity", "warning").count == 3)
    #expect(
      try lint("--min-severity", "warning").output.hasSuffix("1 pack: 1 error, 2 warnings\n"))
    #expect(try lint("--min-severity", "error").status == 1)
  }

  @Test("--max-warnings fails a run with more warnings, even with a minimum severity")
  func warnings() throws {
    let passed = try lint("--ignore", "canvas", "--max-warnings", "2")
    #expect(passed.status == 0)
    for more in [[], ["--min-severity", "error"], ["--quiet"]] {
      let run = try Program.stickerpack.run(
        ["lint", "Pack", "--ignore", "canvas", "--max-warnings", "1"] + more, in: folder.url)
      #expect(run.status == 1)
      #expect(run.errors == "stickerpack: 2 warnings (limit: 1)\n")
    }
    #expect(try lint("--max-warnings", "0", "--exit-zero").status == 0)
  }

  @Test("color follows --color, then the environment, then the terminal")
  func color() throws {
    func isColored(_ arguments: String..., variables: [String: String]) throws -> Bool {
      try Program.stickerpack.run(
        ["lint", "Pack"] + arguments, in: folder.url, variables: variables
      ).output.contains("\u{1B}[31m")
    }
    #expect(try isColored("--color", "always", variables: ["NO_COLOR": "1", "TERM": "dumb"]))
    #expect(try !isColored("--color", "never", variables: ["FORCE_COLOR": "1"]))
    #expect(try isColored(variables: ["FORCE_COLOR": "1"]))
    #expect(try isColored("--color=auto", variables: ["CLICOLOR_FORCE": "1", "TERM": "dumb"]))
    #expect(try !isColored(variables: ["FORCE_COLOR": "0"]))
    #expect(try !isColored(variables: ["FORCE_COLOR": "1", "NO_COLOR": "1"]))
    #expect(try !isColored(variables: [:]))
    let rules = try Program.stickerpack.run(["rules", "--color", "always"])
    #expect(rules.output.contains("\u{1B}["))
    // A report to a file has no color.
    _ = try lint("--color", "always", "--output", "report.txt")
    #expect(try !folder.bytes("report.txt").contains(0x1B))
  }

  @Test("a build prints errors and counts the rest")
  func build() throws {
    let stopped = try Program.stickerpack.run(["build", "Pack", "-o", "out"], in: folder.url)
    #expect(stopped.status == 1)
    #expect(stopped.output.contains("canvas-too-small") && !stopped.output.contains("no-transp"))
    #expect(stopped.output.hasSuffix("1 error, 2 warnings, 1 info (--verbose shows them)\n"))
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/small.png")
    let built = try Program.stickerpack.run(["build", "Pack", "-o", "out"], in: folder.url)
    #expect(
      built.output.hasPrefix(
        "3 stickers in 1 pack: 2 warnings, 1 info (--verbose shows them)\nBuilt Pack: 3 stickers"))
  }
}
