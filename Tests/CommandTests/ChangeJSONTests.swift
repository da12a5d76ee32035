import Foundation
import TestSupport
import Testing

@Suite("JSON of commands that change files")
struct ChangeJSONTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func run(_ arguments: String...) throws -> Program.Run {
    try Program.stickerpack.run(arguments, in: folder.url)
  }

  /// The value of a run's output, which the schema describes.
  private func value<Value: Decodable>(
    of run: Program.Run, schema: String, as type: Value.Type = Value.self
  ) throws -> Value {
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: schema) == "")
    return try JSONDecoder().decode(Value.self, from: Data(run.output.utf8))
  }

  private struct Undone: Decodable {
    struct File: Decodable {
      var file, outcome: String
      var reason, removed: String?
      var bytesBefore, bytesAfter: Int?
    }
    struct Backup: Decodable { var number, files: Int }
    var backup: String?
    var complete: Bool?
    var files: [File]?
    var backups: [Backup]?
  }

  @Test("undo names each file with its outcome, and why one was left as it is")
  func undo() throws {
    let art = PNGBytes.still(408, 408, [200, 0, 0, 160])
    for name in ["a", "b"] { try folder.write(art + [1], to: "Pack/\(name).png") }
    #expect(try run("fix", "Pack", "--select", "trailing-bytes").status == 0)
    let list: Undone = try value(
      of: run("undo", "Pack", "--list", "--format", "json"), schema: "undo")
    #expect(list.backups?.map(\.number) == [1] && list.backups?.map(\.files) == [2])
    try folder.write(art + [2], to: "Pack/b.png")
    let undo = try run("undo", "Pack", "--format", "json")
    #expect(undo.status == 1)
    let undone: Undone = try value(of: undo, schema: "undo")
    #expect(undone.backup == "Pack/.stickerpack-backup-1" && undone.complete == false)
    #expect(undone.files?.map(\.file) == ["a.png", "b.png"])
    #expect(undone.files?.map(\.outcome) == ["restored", "refused"])
    #expect(undone.files?[1].reason?.contains("changed") == true)
    // The fix had removed one byte.
    #expect(undone.files?.map(\.bytesBefore) == [art.count, nil])
    #expect(undone.files?.map(\.bytesAfter) == [art.count + 1, nil])
  }

  private struct Begun: Decodable {
    struct File: Decodable {
      var file: String
      var icon: String?
      var stickers: Int
    }
    var files: [File]
    var schemaFile: String?
  }

  @Test("init names the files that it wrote")
  func begin() throws {
    let art = PNGBytes.still(408, 408, [200, 0, 0, 160])
    for name in ["a", "b", "icon"] { try folder.write(art, to: "Pack/\(name).png") }
    let begun: Begun = try value(of: run("init", "Pack", "--format", "json"), schema: "init")
    #expect(begun.files.map(\.file) == ["Pack/stickerpack.json"])
    #expect(begun.files[0].icon == "icon.png" && begun.files[0].stickers == 2)
    #expect(begun.schemaFile == "Pack/stickerpack.schema.json")
    #expect(try folder.files().contains("Pack/stickerpack.json"))
  }

  private struct Failure: Decodable {
    var error: String
    var exitStatus: Int32
  }

  @Test(
    "errors are JSON where JSON was asked for",
    arguments: [
      ["lint", "missing", "--format", "json"], ["fix", "missing", "-f", "json"],
      ["fit", "missing", "--dry-run", "--format=json"], ["undo", "missing", "--format", "json"],
      ["init", "missing", "--format", "json"], ["lint", "--nonsense", "--format", "json"],
      ["fit", "--format", "json"], ["verify", "missing", "--format", "json"],
    ])
  func errors(_ arguments: [String]) throws {
    let run = try Program.stickerpack.run(arguments, in: folder.url)
    let failure: Failure = try value(of: run, schema: "error")
    #expect(failure.exitStatus == run.status && run.status == 2)
    #expect(!failure.error.isEmpty && run.errors.contains(failure.error))
    let text = try Program.stickerpack.run([arguments[0], "missing", "--nonsense"], in: folder.url)
    #expect(text.status == 2 && text.output == "")
  }

  @Test("a report is not followed by an error")
  func single() throws {
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/a.png")
    let run = try run("lint", "Pack", "--format", "json", "--report", "missing/a.sarif")
    #expect(run.status == 3 && run.errors.contains("cannot write missing/a.sarif"))
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "report") == "")
  }

  // MARK: Trees

  @Test("an invalid configuration in a tree is a finding of its pack, and the others are linted")
  func invalidConfiguration() throws {
    let art = PNGBytes.still(408, 408, [200, 0, 0, 160])
    for pack in ["a", "b", "c"] { try folder.write(art, to: "Tree/\(pack)/1.png") }
    try folder.write("{}", to: "Tree/a/stickerpack.json")
    try folder.write("{ \"nmae\": 1 }", to: "Tree/b/stickerpack.json")
    try folder.write("{", to: "Tree/c/stickerpack.json")
    let lint = try run("lint", "Tree", "--select", "unreadable-file", "--format", "json")
    #expect(lint.status == 1)
    struct Report: Decodable {
      struct Finding: Decodable { var file, message: String }
      struct Summary: Decodable { var packs, stickers: Int }
      var findings: [Finding]
      var summary: Summary
    }
    let report: Report = try value(of: lint, schema: "report")
    #expect(report.summary.packs == 3 && report.summary.stickers == 1)
    #expect(report.findings.map(\.file) == ["Tree/b/stickerpack.json", "Tree/c/stickerpack.json"])
    #expect(
      report.findings[0].message
        == "The stickers of this folder were not checked: line 1, column 3: unknown key \"nmae\"; did you mean \"name\"?"
    )
    #expect(try run("check-upload", "Tree").status == 1)
    #expect(try run("lint", "Tree/b").status == 2)
    let build = try run("build", "Tree", "-o", "out")
    #expect(build.status == 2 && build.errors.contains("Tree/b/stickerpack.json: line 1"))
    #expect(try !folder.files().contains { $0.hasPrefix("out") })
  }

  @Test("stickerpack.json names the baseline of its folder; the option has precedence")
  func baseline() throws {
    try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]), to: "Pack/a.png")
    try folder.write("{ \"baseline\": \"../known.json\" }", to: "Pack/stickerpack.json")
    // A baseline that is not there has no entries.
    #expect(try run("lint", "Pack").status == 1)
    #expect(try run("lint", "Pack", "--write-baseline", "known.json").status == 0)
    let run1 = try run("lint", "Pack")
    #expect(run1.status == 0 && run1.output.contains("in the baseline"))
    try folder.write(#"{ "entries": [], "schema": "stickerpack.baseline/1" }"#, to: "none.json")
    #expect(try run("lint", "Pack", "--baseline", "none.json").status == 1)
    try folder.write("{", to: "known.json")
    #expect(try run("lint", "Pack").status == 2)
  }

  @Test("statistics have a line for each rule and each pack, errors last")
  func statistics() throws {
    for name in ["a", "b", "c"] {
      try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]) + [1], to: "T/x/\(name).png")
    }
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]) + [1], to: "T/y/a.png")
    let run = try run(
      "lint", "T", "--statistics", "--select", "trailing-bytes", "--select", "canvas-too-small")
    #expect(run.status == 1)
    let lines = run.output.components(separatedBy: "\n")
    #expect(lines[0].split(separator: " ") == ["stickers", "packs", "fixable"])
    #expect(lines[1].split(separator: " ").prefix(5) == ["info", "trailing-bytes", "4", "2", "4"])
    #expect(
      lines[2].split(separator: " ").prefix(5) == ["error", "canvas-too-small", "3", "1", "0"])
    #expect(lines[4...5] == ["T/y: 1 info", "T/x: 3 errors, 3 info"])
    #expect(lines[7] == "4 stickers in 2 packs: 3 errors, 4 info")
    #expect(try self.run("lint", "T", "--statistics", "--format", "json").status == 2)
  }
}
