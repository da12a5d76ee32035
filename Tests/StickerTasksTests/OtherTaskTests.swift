import Basics
import Foundation
import ImageCodecs
import Pixels
import StickerTasks
import TestSupport
import Testing

@Suite("The other tasks")
struct OtherTaskTests {
  let folder: TemporaryFolder

  /// A pack of two stickers; the first one has 600,000 bytes of text, which is a finding that can be fixed.
  init() throws {
    folder = try TemporaryFolder()
    let still = PNGBytes.still(300, 300, [200, 30, 30, 160])
    let text = PNGBytes.chunk("tEXt", [UInt8](repeating: 32, count: 600_000))
    try folder.write(Array(still.dropLast(12) + text + still.suffix(12)), to: "Art/a.png")
    try folder.write(still, to: "Art/b.png")
  }

  private var art: URL { folder.url.appending(path: "Art") }

  @Test("the localized description of an error is its sentence")
  func localizedErrors() async throws {
    await #expect(throws: LintError.self) { try await LintTask(folder.path + "/none").run() }
    do {
      _ = try await LintTask(folder.path + "/none").run()
    } catch {
      let any: any Error = error
      #expect(any.localizedDescription == "\(folder.path)/none: no such file or folder")
    }
    let errors: [any Error & CustomStringConvertible] = [
      TaskError.invalid(reason: "no"), TaskError.failed(reason: "full"),
      ImageError.codecFailed("broken"),
      OutputError.unwritable(action: "write a", reason: "full"),
    ]
    for error in errors { #expect(error.localizedDescription == error.description) }
  }

  @Test("a report in a watched folder is a change after which reports are the same")
  func watchReport() async throws {
    let pack = FilePath(folder.path + "/Art")
    var task = try WatchTask(pack, options: LintOptions())
    task.drawsPages = true
    var pages: [[UInt8]] = []
    await #expect(throws: CancellationError.self) {
      try await task.run({ _ in }) { update in
        let update = try update.get()
        let page = try #require(update.shown.page)
        pages.append(page.bytes())
        if pages.count == 2 { throw CancellationError() }
        try folder.write(pages[0], to: "Art/r.html")
      }
    }
    #expect(pages.count == 2 && pages[0] == pages[1])
  }

  @Test("FitTask writes a copy with smaller files, and only reads the folder")
  func fit() async throws {
    let before = try folder.snapshot()
    let result = try await FitTask(art, to: folder.url.appending(path: "Fitted")).run()
    #expect(try folder.snapshot(without: ["Fitted"]) == before)
    #expect(result.isComplete && result.changes.map(\.isChanged) == [true, false])
    let change = result.changes[0]
    #expect(change.file.hasSuffix("Art/a.png") && change.score == 100 && change.steps.isEmpty)
    #expect(try folder.bytes("Fitted/a.png").count == change.after?.bytes)
    #expect(try folder.bytes("Fitted/a.png").count < 500_000)
    #expect(try folder.bytes("Fitted/b.png") == folder.bytes("Art/b.png"))
  }

  @Test(
    "A side of one's own is that of larger canvases, and with enlarges of all",
    arguments: [(false, [40, 40, 20]), (true, [40, 40, 40])])
  func ownSide(enlarges: Bool, expected: [Int]) async throws {
    for side in [60, 40, 20] {
      try folder.write(PNGBytes.still(side, side, [200, 30, 30, 160]), to: "Own/\(side).png")
    }
    var options = FitOptions()
    options.maximumSide = 40
    options.art.enlarges = enlarges
    let output = "\(folder.path)/Out"
    let result = try await FitTask(folder.path + "/Own", to: output, options: options).run()
    #expect(result.isComplete && result.sizes.isEmpty)
    let sides = try [60, 40, 20].map { side in
      try ImageDecoder(folder.bytes("Out/\(side).png")).container.canvas?.width
    }
    #expect(sides == expected)
  }

  @Test("ImportTask says how to convert a file that nothing here reads, as lint does")
  func unreadableFormat() async throws {
    let head: [UInt8] =
      [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    try folder.write(head, to: "a.heic")
    let input = folder.path + "/a.heic"
    await #expect(
      throws: TaskError.failed(
        reason: "\(input): unsupported format: expected PNG, GIF or JPEG, found HEIC."
          + " On a Mac, `sips -s format png art.heic --out art.png` converts it.")
    ) { try await ImportTask(input).run() }
  }

  @Test("FitTask writes nothing without an output, and compares the stickers on a page")
  func plan() async throws {
    var task = FitTask(art, to: nil)
    task.makesPage = true
    let before = try folder.snapshot()
    let result = try await task.run()
    #expect(try folder.snapshot() == before && result.output == nil)
    #expect(try #require(result.page).starts(with: Array("<!DOCTYPE html>".utf8)))
    await #expect(throws: TaskError.self) {
      try await FitTask(folder.path + "/none", to: nil).run()
    }
  }

  @Test("FixTask fixes files and returns the findings that are left")
  func fix() async throws {
    var options = LintOptions()
    options.jobs = 1
    let found = try await LintTask(art, options: options).run()
    #expect(found.findings.contains { $0.rule == "file-too-large" })
    let result = try await FixTask(art, options: options).run()
    let change = try #require(result.changes.first)
    #expect(change.isChanged && change.steps.contains(.fix(summary: "remove metadata")))
    #expect(try folder.bytes("Art/a.png").count == change.after?.bytes)
    #expect(!result.lint.findings.contains { $0.rule == "file-too-large" })
  }

  @Test("FixTask writes nothing in a dry run")
  func dryRun() async throws {
    let before = try folder.snapshot()
    var task = FixTask(art)
    task.isDryRun = true
    #expect(try await task.run().changes.contains { $0.isChanged })
    #expect(try folder.snapshot() == before)
  }

  @Test("UndoTask restores the originals that a fix kept, and names what it cannot find")
  func undo() async throws {
    let pack = FilePath(folder.path + "/Art")
    let before = try folder.snapshot()
    let fixed = try await FixTask(art).run()
    #expect(fixed.hasChanges)
    #expect(try UndoTask(pack).backups().map(\.number) == [1])
    var task = UndoTask(pack)
    task.backup = 7
    await #expect(
      throws: TaskError.invalid(
        reason: "\(pack) has no backup 7; --list shows those it has")
    ) { try await task.run() }
    task.backup = nil
    let restored = try await task.run()
    #expect(restored.backup.number == 1 && restored.files.isComplete)
    #expect(try folder.snapshot() == before)
    await #expect(throws: TaskError.self) { try await task.run() }
  }

  @Test("PreviewTask draws the page and the sheet, and writes nothing")
  func preview() async throws {
    let before = try folder.snapshot()
    var task = PreviewTask(art)
    task.parts = [.page, .sheet]
    let preview = try await task.run()
    #expect(preview.files.map(\.part) == [.page, .sheet] && preview.missingImages == 0)
    #expect(preview.files[1].bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try folder.snapshot() == before)
  }

  @Test("VerifyTask and DiffTask find what has changed in a bundle")
  func bundles() async throws {
    var options = BuildOptions()
    options.fit = FitOptions()
    for name in ["Old", "New"] {
      try await BuildTask(art.path, to: folder.path + "/" + name, options: options).run()
      try folder.write(PNGBytes.still(300, 300, [20, 30, 200, 160]), to: "Art/b.png")
    }
    let (old, new) = (folder.path + "/Old", folder.path + "/New")
    #expect(try await VerifyTask(new).run().problems.isEmpty)
    try folder.write([1], to: "New/images/a@2x.png")
    #expect(try await VerifyTask(new).run().problems.map(\.file) == ["images/a@2x.png"])
    #expect(try await DiffTask(from: old, to: old).run().isSame)
    let result = try await DiffTask(from: old, to: new).run()
    #expect(!result.isSame)
    #expect(result.report(as: .text).contains("changed"))
    await #expect(throws: TaskError.self) {
      try await DiffTask(from: old, to: folder.path + "/none").run()
    }
  }
}
