import Foundation
import ImageCodecs
import Pixels
import StickerManifest
import StickerTasks
import TestSupport
import Testing

@Suite("BuildTask")
struct BuildTaskTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.write(still(300, name == "a" ? 1 : 200), to: "Art/\(name).png")
    }
  }

  private func still(_ side: Int, _ shade: UInt8) -> [UInt8] {
    var bitmap = Bitmap(width: side, height: side)
    for y in side / 4..<side * 3 / 4 {
      for x in side / 4..<side * 3 / 4 {
        bitmap[x, y] = Pixel(red: shade, green: UInt8(x % 256), blue: UInt8(y % 256))
      }
    }
    return (try? ImageEncoder.png(bitmap)) ?? []
  }

  private func build(
    _ change: (inout BuildOptions) -> Void = { _ in }
  ) async throws(BuildError) -> BuildResult {
    var options = BuildOptions()
    options.lint.jobs = 1
    change(&options)
    return try await BuildTask(
      folder.path + "/Art", to: folder.path + "/out", options: options
    ).run()
  }

  @Test("returns the packs and files that it wrote")
  func result() async throws {
    let result = try await build { $0.isArchived = true }
    let pack = try #require(result.packs.first)
    #expect(pack.name == "Art" && pack.folder == "" && pack.stickers == ["a", "b"])
    #expect(result.packs.count == 1 && result.skipped.isEmpty)
    for file in pack.files + ["manifest.json", "../out.zip"] {
      #expect(FileManager.default.fileExists(atPath: folder.path + "/out/" + file), "\(file)")
    }
    let bundle = try StickerBundle(contentsOf: folder.url.appending(path: "out"))
    #expect(bundle.stickers.map(\.id) == pack.stickers)
  }

  @Test("stops at errors unless it is forced")
  func errors() async throws {
    try folder.write("", to: "Art/empty.png")
    let error = await #expect(throws: BuildError.self) { try await build() }
    guard case .errorsFound(let findings) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(findings.contains { $0.rule == "empty-file" })
    let forced = try await build { $0.isForced = true }
    #expect(forced.skipped.count == 1 && forced.packs[0].stickers == ["a", "b"])
  }

  @Test("throws an error for invalid arguments")
  func arguments() async throws {
    let art = folder.path + "/Art"
    await #expect(throws: BuildError.lint(.notFound(path: art + "s"))) {
      try await BuildTask(art + "s", to: folder.path + "/out").run()
    }
    await #expect(throws: BuildError.notAFolder(path: art + "/a.png")) {
      try await BuildTask(art + "/a.png", to: folder.path + "/out").run()
    }
    await #expect(throws: BuildError.project(.missingBundleIdentifier(pack: "Art"))) {
      try await build { $0.projects = [.xcodeproj] }
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
  }

  @Test("a cancelled task throws and writes nothing")
  func cancellation() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await build()
    }
    await #expect(throws: BuildError.cancelled) { try await task.value }
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
  }
}
