import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("The lint function")
struct LintTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "Pack/empty.png")
    try folder.write("notes", to: "Notes/a.txt")
  }

  private func lint(
    _ name: String, _ change: (inout LintOptions) -> Void = { _ in }
  ) async throws(LintError) -> LintResult {
    var options = LintOptions()
    options.jobs = 1
    change(&options)
    return try await StickerLint.lint(folder.path + "/" + name, options: options)
  }

  @Test("reports findings by pack, and progress")
  func findings() async throws {
    var progress: [Int] = []
    let result = try await StickerLint.lint([
      folder.path + "/Pack/empty.png", folder.path + "/Pack",
    ]) {
      progress += [$0, $1]
    }
    #expect(progress == [1, 1], "the file is named twice and read once")
    #expect(result.packs.map(\.name) == ["Pack", "Pack"])
    #expect(result.packs[0].findings.contains { $0.rule == "empty-file" })
    #expect(result.hasErrors && result.count(of: .error) >= 2)
  }

  @Test("applies rule settings and a baseline")
  func options() async throws {
    let off = try await lint("Pack") { $0.rules["empty-file"] = RuleSetting(level: .off) }
    #expect(!off.findings.contains { $0.rule == "empty-file" })
    let baseline = try await lint("Pack").baseline().baseline.bytes()
    try folder.write(baseline, to: "baseline.json")
    let known = try await lint("Pack") { $0.baseline = folder.path + "/baseline.json" }
    #expect(known.isClean && known.findings.allSatisfy(\.isInBaseline))
  }

  @Test("throws an error with the path or place")
  func errors() async throws {
    await #expect(throws: LintError.notFound(path: folder.path + "/none")) {
      try await lint("none")
    }
    await #expect(
      throws: LintError.noStickers(paths: [folder.path + "/Notes"], isExcluded: false)
    ) { try await lint("Notes") }
    let setting = await #expect(throws: LintError.self) {
      try await lint("Pack") { $0.rules["empty-fil"] = RuleSetting(level: .off) }
    }
    #expect(setting?.description == "unknown rule \"empty-fil\"; did you mean \"empty-file\"?")
    try folder.write("{\n  \"rules\": 3 }", to: "Pack/stickerpack.json")
    let error = await #expect(throws: LintError.self) { try await lint("Pack") }
    guard case .invalidFile(_, let line, let column, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(line == 2 && column == 12)
  }

  @Test("a rule that a configuration does not know is reported with its line")
  func unknownRule() async throws {
    try folder.write("{\n  \"rules\": { \"x\": \"off\" } }", to: "Pack/stickerpack.json")
    let error = await #expect(throws: LintError.self) { try await lint("Pack") }
    guard case .invalidFile(_, line: 2, column: nil, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("a cancelled task throws")
  func cancellation() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await lint("Pack")
    }
    await #expect(throws: LintError.cancelled) { try await task.value }
  }
}
