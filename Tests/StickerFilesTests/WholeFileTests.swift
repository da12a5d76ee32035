import Basics
import Foundation
import StickerFiles
import TestSupport
import Testing

@Suite("Whole files")
struct WholeFileTests {
  private func write(_ text: String, to names: [String], in folder: TemporaryFolder) throws {
    let files = names.map { (bytes: Array(text.utf8), path: FilePath("\(folder.path)/\($0)")) }
    try WholeFile.write(files) { $0() }
  }

  @Test(
    "a report is the old or the new one, and the next one leaves nothing beside it",
    arguments: Interruption.all)
  func report(_ interruption: Interruption) throws {
    try interruption.atEachCall { fault in
      let folder = try TemporaryFolder()
      try folder.write("old", to: "report")
      try? fault.run { try write("a new report", to: ["report"], in: folder) }
      let found = String(decoding: try folder.bytes("report"), as: UTF8.self)
      #expect(["old", "a new report"].contains(found))
      try fault.runNext { try write("the next", to: ["report"], in: folder) }
      #expect(try folder.files() == ["report"])
      #expect(try folder.bytes("report") == Array("the next".utf8))
    }
  }

  @Test("several new files are written completely, all or none")
  func several() throws {
    let names = ["Pack/stickerpack.json", "stickerpack.schema.json"]
    var (all, none) = (0, 0)
    try Interruption(effect: .failure).atEachCall { fault in
      let folder = try TemporaryFolder()
      try folder.write("art", to: "Pack/a.png")
      let isWritten: ()? = try? fault.run { try write("content", to: names, in: folder) }
      let new = try folder.files().filter { $0 != "Pack/a.png" && !$0.contains("-draft-") }
      if isWritten != nil {
        #expect(new == names)
        all += 1
      } else {
        #expect(new == [])
        none += 1
      }
      try fault.runNext { try write("content", to: names, in: folder) }
      #expect(try folder.files() == ["Pack/a.png"] + names)
    }
    #expect(all > 0 && none > 5)
    try Interruption(effect: .kill).atEachCall { fault in
      let folder = try TemporaryFolder()
      try folder.write("art", to: "Pack/a.png")
      try? fault.run { try write("content", to: names, in: folder) }
      for name in names where try folder.files().contains(name) {
        #expect(try folder.bytes(name) == Array("content".utf8))
      }
      try fault.runNext { try write("content", to: names, in: folder) }
      #expect(try folder.files() == ["Pack/a.png"] + names)
    }
  }

  @Test("nothing is written if one of several files would replace a link or an image")
  func places() throws {
    let folder = try TemporaryFolder()
    try folder.link("link", to: "nowhere")
    try folder.write(PNGBytes.still(1, 1, [1, 2, 3, 255]), to: "image")
    let before = try folder.snapshot()
    for name in ["link", "image"] {
      #expect(throws: OutputError.self) { try write("text", to: ["new", name], in: folder) }
      #expect(try folder.snapshot() == before)
    }
  }

  @Test("a file keeps its permissions, and a draft that another process writes stays")
  func surroundings() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "report")
    #expect(chmod(path, 0o640) == 0)
    let draft = try folder.write("half", to: ".stickerpack-draft-1")
    let descriptor = open(draft, O_RDONLY)
    #expect(flock(descriptor, LOCK_EX) == 0)
    try write("new", to: ["report"], in: folder)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try folder.files() == [".stickerpack-draft-1", "report"])
    close(descriptor)
    try write("new", to: ["report"], in: folder)
    #expect(try folder.files() == ["report"])
  }
}
