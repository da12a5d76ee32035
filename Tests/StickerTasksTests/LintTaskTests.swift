import Foundation
import StickerTasks
import TestSupport
import Testing

/// The progress of a task.
private final class Progress: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [Int] = []

  var counts: [Int] { lock.withLock { all } }

  func add(_ event: TaskEvent) {
    guard case .progress(_, let done, let total) = event else { return }
    lock.withLock { all += [done, total] }
  }
}

@Suite("LintTask")
struct LintTaskTests {
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
    return try await LintTask(folder.path + "/" + name, options: options).run()
  }

  @Test("reports findings by pack, and progress")
  func findings() async throws {
    let progress = Progress()
    let result = try await LintTask([
      folder.path + "/Pack/empty.png", folder.path + "/Pack",
    ]).run { progress.add($0) }
    #expect(progress.counts == [1, 1], "the file is named twice and read once")
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

  @Test("reports the same about an image in memory and about its file")
  func image() async throws {
    let bytes = PNGBytes.still(100, 90, [200, 30, 30, 160])
    try folder.write(bytes, to: "One/love.gif")
    let path = folder.path + "/One/love.gif"
    let file = try await LintTask(URL(filePath: path)).run()
    let image = try await LintTask(bytes, named: "love.gif").run()
    let rules = image.findings.map(\.rule)
    #expect(rules.contains("wrong-extension") && rules.contains("canvas-not-square"))
    #expect(rules == file.findings.map(\.rule))
    #expect(image.findings.map(\.message) == file.findings.map(\.message))
    #expect(image.findings.allSatisfy { $0.file == "love.gif" })
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
