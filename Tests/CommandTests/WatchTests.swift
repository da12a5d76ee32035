import Foundation
import TestSupport
import Testing

@Suite("Watching a folder")
struct WatchTests {
  let folder: TemporaryFolder
  let process: Process
  private let output = Output()

  /// The output of the process, as far as it was read.
  private final class Output: @unchecked Sendable {
    let pipe = Pipe()
    var bytes: [UInt8] = []
  }

  /// Starts with one sticker that is too small.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]), to: "Pack/a.png")
    process = Program.stickerpack.process(
      ["watch", "Pack", "--report", "html=Pack/r.html", "--report", "json=r.json"], in: folder.url)
    process.standardOutput = output.pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Reads until what was written after `start` bytes has `text`. Returns the number of bytes so far.
  func wait(for text: String, after start: Int = 0) throws -> Int {
    func hasText() -> Bool {
      String(decoding: output.bytes.dropFirst(start), as: UTF8.self).contains(text)
    }
    while !hasText() {
      let part = output.pipe.fileHandleForReading.availableData
      if part.isEmpty {
        Issue.record("it ended without \"\(text)\"")
        break
      }
      output.bytes += part
    }
    return output.bytes.count
  }

  func interrupt() {
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }

  @Test("lints changes again, survives broken and missing files, and exits with 0")
  func life() throws {
    var seen = try wait(for: "1 sticker in 1 pack: 1 error")
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/a.png")
    seen = try wait(for: "1 sticker in 1 pack: 1 warning", after: seen)
    try folder.write(PNGBytes.still(100, 100, [0, 0, 90, 128]), to: "Pack/Sub/b.png")
    seen = try wait(for: "2 stickers in 2 packs: 1 error", after: seen)
    try folder.write("{ oops", to: "Pack/stickerpack.json")
    seen = try wait(for: "Pack/stickerpack.json: line 1", after: seen)
    try FileManager.default.removeItem(atPath: folder.path + "/Pack")
    seen = try wait(for: "Pack: no such file or folder", after: seen)
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/c.png")
    seen = try wait(for: "1 sticker in 1 pack: 1 warning", after: seen)
    // An editor that writes a file beside its place and renames it.
    try folder.write(PNGBytes.still(100, 100, [200, 0, 0, 160]), to: "Pack/.c.png.new")
    #expect(rename(folder.path + "/Pack/.c.png.new", folder.path + "/Pack/c.png") == 0)
    seen = try wait(for: "c.png", after: seen)
    #expect(rename(folder.path + "/Pack/c.png", folder.path + "/Pack/d.png") == 0)
    seen = try wait(for: "d.png", after: seen)
    // No terminal, no control characters.
    #expect(!output.bytes.contains(0x1B))
    interrupt()
  }

  @Test("only new and fixed findings are printed again")
  func changes() throws {
    var seen = try wait(for: "label-missing")
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 255]), to: "Pack/b.png")
    let start = seen
    seen = try wait(for: "2 stickers in 1 pack", after: seen)
    let added = String(decoding: output.bytes[start...], as: UTF8.self)
    #expect(added.contains("no-transparency  b.png") && !added.contains("canvas-too-small"))
    // Between two runs is a line with the time.
    #expect(added.contains(try Regex("(^|\n)── [0-2][0-9]:[0-5][0-9]:[0-5][0-9] ──+\n")))
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/a.png")
    _ = try wait(for: "fixed    canvas-too-small  a.png", after: seen)
    interrupt()
  }

  @Test("a sequence is assembled again when one of its frames changes, or how it is played")
  func sequence() throws {
    for frame in 1...2 {
      let bytes = PNGBytes.still(300, 300, [UInt8(frame), 0, 0, 128])
      try folder.write(bytes, to: "Pack/wave/\(frame).png")
    }
    try folder.write(#"{ "stickers": [{ "frames": "wave" }] }"#, to: "Pack/stickerpack.json")
    var seen = try wait(for: "2 stickers in 1 pack: 1 error")
    try folder.write(PNGBytes.still(300, 301, [9, 0, 0, 128]), to: "Pack/wave/2.png")
    seen = try wait(for: "sequence-frames", after: seen)
    try folder.write(PNGBytes.still(300, 300, [9, 0, 0, 128]), to: "Pack/wave/2.png")
    seen = try wait(for: "2 stickers in 1 pack: 1 error", after: seen)
    try folder.write(
      #"{ "stickers": [{ "frames": "wave", "fps": 100 }] }"#, to: "Pack/stickerpack.json")
    _ = try wait(for: "delay-", after: seen)
    interrupt()
  }

  @Test("after many changes the report shows the last state")
  func burst() throws {
    let seen = try wait(for: "1 sticker in 1 pack")
    for index in 0..<40 {
      try folder.write(
        PNGBytes.still(300, 300, [UInt8(index), 0, 0, 128]), to: "Pack/\(index).png")
    }
    _ = try wait(for: "41 stickers in 1 pack", after: seen)
    interrupt()
  }

  @Test("reports are written again when they change, the page's stamp last")
  func reports() throws {
    func sizes() throws -> (page: Substring, stamp: Substring) {
      let page = String(decoding: try folder.bytes("Pack/r.html"), as: UTF8.self)
      let stamp = String(decoding: try folder.bytes("Pack/.r.html.stamp.svg"), as: UTF8.self)
      let inPage = try #require(
        page.firstMatch(of: /"stamp":{"file":".r.html.stamp.svg","height":(\d+),"width":(\d+)}/))
      let inStamp = try #require(stamp.firstMatch(of: /width="(\d+)" height="(\d+)"/))
      #expect(inPage.1 == inStamp.2)
      return (inPage.2, inStamp.1)
    }
    var seen = try wait(for: "1 sticker in 1 pack: 1 error")
    try folder.write(PNGBytes.still(300, 300, [200, 0, 0, 160]), to: "Pack/b.png")
    seen = try wait(for: "2 stickers in 1 pack", after: seen)
    // The reports are written before the next lint.
    try folder.write("{ oops", to: "Pack/stickerpack.json")
    _ = try wait(for: "Pack/stickerpack.json: line 1", after: seen)
    let last = try sizes()
    #expect(last.page == last.stamp)
    let report = String(decoding: try folder.bytes("r.json"), as: UTF8.self)
    #expect(report.contains("Pack/b.png"))
    interrupt()
    let run = try Program.stickerpack.run(["watch", "Pack", "--report", "html=-"], in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("--report requires a file name here"))
  }

  @Test("a path that is not a folder is refused at once")
  func noFolder() throws {
    _ = try wait(for: "1 sticker")
    interrupt()
    let run = try Program.stickerpack.run(["watch", "Pack/a.png"], in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors == "stickerpack: Pack/a.png is not a folder\n")
  }
}
