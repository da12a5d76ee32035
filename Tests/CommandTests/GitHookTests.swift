import Foundation
import TestSupport
import Testing

/// `lint --changed-since` where git starts it or is not what it seems.
@Suite("Lint in git hooks", .enabled(if: GitFolder.isHere, "git is not installed"))
struct GitHookTests {
  let test: GitFolder
  var folder: TemporaryFolder { test.folder }
  static let program = Program.buildFolder.appending(path: "stickerpack").path
  static let small = PNGBytes.still(90, 90, [1, 2, 3, 128])

  /// A repository with two stickers in a folder below its root.
  init() throws {
    test = try GitFolder()
    try folder.write("{}", to: "Repo/Art/stickerpack.json")
    for (index, name) in ["a", "b"].enumerated() {
      let bytes = PNGBytes.still(100, 100, [UInt8(index * 90), 0, 0, 128])
      try folder.write(bytes, to: "Repo/Art/\(name).png")
    }
    try test.commit("Repo")
  }

  static func lint(_ output: String) -> String {
    "'\(program)' lint Art --changed-since HEAD --format json --exit-zero > '\(output)'"
  }

  /// Adds a pre-commit hook that lints what differs from `HEAD`, into `report`.
  func addHook(to hooks: String) throws {
    _ = try test.script(Self.lint(test.path + "/report"), to: hooks + "/pre-commit")
  }

  /// The stickers with findings in a report.
  func stickers(_ report: String = "report") throws -> [String] {
    struct Report: Decodable {
      struct Finding: Decodable { var file: String }
      var findings: [Finding]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(try folder.bytes(report)))
    try FileManager.default.removeItem(atPath: test.path + "/report")
    return Set(report.findings.map(\.file)).filter { $0.hasSuffix(".png") }.sorted()
  }

  @Test(
    "a pre-commit hook lints what is committed, however it is", arguments: ["add", "-a", "path"])
  func commit(_ way: String) throws {
    try addHook(to: "Repo/.git/hooks")
    try folder.write(Self.small, to: "Repo/Art/a.png")
    switch way {
    case "add":
      try test.git("add", ".", in: "Repo")
      #expect(try test.git("commit", "-m", "Second", in: "Repo") == 0)
    case "-a": #expect(try test.git("commit", "-a", "-m", "Second", in: "Repo/Art") == 0)
    default: #expect(try test.git("commit", "-m", "Second", "Art/a.png", in: "Repo") == 0)
    }
    #expect(try stickers() == ["Art/a.png"])
  }

  @Test("hooks of a worktree and of a submodule are about their own files")
  func nested() throws {
    try addHook(to: "Repo/.git/hooks")
    try test.git("worktree", "add", "../Tree", "-b", "tree", in: "Repo")
    try folder.write(Self.small, to: "Tree/Art/b.png")
    #expect(try test.git("commit", "-a", "-m", "Second", in: "Tree") == 0)
    #expect(try stickers() == ["Art/b.png"])
    try folder.write("", to: "Outer/empty")
    try test.commit("Outer")
    #expect(try test.git("submodule", "add", test.path + "/Repo", "Inner", in: "Outer") == 0)
    try addHook(to: "Outer/.git/modules/Inner/hooks")
    try folder.write(Self.small, to: "Outer/Inner/Art/a.png")
    #expect(try test.git("commit", "-a", "-m", "Second", in: "Outer/Inner") == 0)
    #expect(try stickers() == ["Art/a.png"])
  }

  @Test("a command of git rebase lints each commit")
  func rebase() throws {
    try test.git("checkout", "-b", "branch", in: "Repo")
    for name in ["a", "b"] {
      try folder.write(Self.small, to: "Repo/Art/\(name).png")
      try test.git("commit", "-am", name, in: "Repo")
    }
    let command = Self.lint(test.path + "/report").replacingOccurrences(of: "HEAD", with: "main")
    #expect(try test.git("rebase", "--exec", command, "main", in: "Repo") == 0)
    #expect(try stickers() == ["Art/a.png", "Art/b.png"])
  }

  @Test("a repository beside its work tree is the one that the environment names")
  func named() throws {
    try FileManager.default.moveItem(
      atPath: test.path + "/Repo/.git", toPath: test.path + "/repository")
    try folder.write(Self.small, to: "Repo/Art/b.png")
    let arguments = ["lint", "Art", "--changed-since", "main", "--format", "json"]
    for variables in [
      ["GIT_DIR": "../repository"], ["GIT_DIR": test.path + "/repository", "GIT_WORK_TREE": "."],
    ] {
      let run = try Program.stickerpack.run(
        arguments, in: folder.url.appending(path: "Repo"), variables: variables)
      try folder.write(run.output, to: "report")
      #expect(try stickers() == ["Art/b.png"])
    }
  }

  @Test("Ctrl-C ends git and what it started")
  func interrupt() throws {
    _ = try test.hangingScript(to: "bin/git")
    let process = Program.stickerpack.process(
      ["lint", "Art", "--changed-since", "main"], in: folder.url.appending(path: "Repo"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = ["PATH": "\(test.path)/bin:\(path)"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    let files = ["parent", "child"]
    while process.isRunning, try !Set(folder.files()).isSuperset(of: files) {}
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
    for file in files { #expect(try test.hasEnded(file), "\(file)") }
  }
}
