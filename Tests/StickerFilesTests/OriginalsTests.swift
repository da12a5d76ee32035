import Basics
import Foundation
import StickerFiles
import TestSupport
import Testing

/// Replacing files in place, and `undo`, when a system call fails or the program is killed at it.
@Suite("Replacing and restoring files")
struct OriginalsTests {
  /// A pack whose files are replaced: one in a subfolder, and one that also gets a new name, which two lists have.
  private struct Pack {
    let folder: TemporaryFolder
    let before: [String: String]

    var root: FilePath { FilePath(folder.path) }

    init() throws {
      folder = try TemporaryFolder()
      try folder.write(Pack.image(1), to: "a.png")
      try folder.write(Pack.image(2), to: "Sub/b.png")
      try folder.write(Pack.image(3), to: "wave.apng")
      try folder.write(#"["wave.apng"]"#, to: "stickerpack.json")
      try folder.write(#"{"filename":"wave.apng"}"#, to: "Contents.json")
      before = try folder.snapshot()
    }

    static func image(_ value: UInt8) -> [UInt8] { PNGBytes.still(1, 1, [value, 0, 0, 255]) }

    // Not by another program: it would hold the locks of the tests beside this one until it has started.
    static func hash(_ value: UInt8) -> String { HashedBytes(image(value)).sha256 }

    /// Replaces what is not replaced yet.
    func fix() {
      let replacement = FileReplacement(in: [root])
      func write(_ value: UInt8, _ name: String, _ newName: FilePath?, _ lists: [FilePath]) {
        _ = replacement.write(
          Pack.image(10 + value), to: root.appending(name), named: newName, in: lists,
          ifUnchanged: Pack.hash(value))
      }
      write(1, "a.png", nil, [])
      write(
        3, "wave.apng", "wave.png",
        [root.appending("stickerpack.json"), root.appending("Contents.json")])
      write(2, "Sub/b.png", nil, [])
    }

    /// Restores all backups, the newest first.
    func undo() throws {
      BackupFolder.recover(in: root)
      for backup in try BackupFolder.all(in: root) { _ = try backup.restore() }
    }

    static let fixed = ["a.png": image(11), "Sub/b.png": image(12), "wave.png": image(13)]

    /// Whether everything is replaced.
    func isFixed() throws -> Bool {
      let files = try folder.files().filter { !$0.hasPrefix(".") }
      return try files == ["Contents.json", "Sub/b.png", "a.png", "stickerpack.json", "wave.png"]
        && Self.fixed.allSatisfy { try folder.bytes($0.key) == $0.value }
        && text("stickerpack.json") == #"["wave.png"]"#
        && text("Contents.json") == #"{"filename":"wave.png"}"#
    }

    private func text(_ name: String) throws -> String {
      String(decoding: try folder.bytes(name), as: UTF8.self)
    }

    /// Each file is the old or the new one, each original is in its place or kept, each list names a file, and nothing
    /// is beside the art.
    func expectWhole(_ comment: Comment) throws {
      let files = try folder.files()
      let contents = try Dictionary(uniqueKeysWithValues: files.map { ($0, try folder.bytes($0)) })
      for (name, old) in [("a.png", 1), ("Sub/b.png", 2), ("wave.apng", 3)] as [(String, UInt8)] {
        let kept = files.contains { name in
          name.hasPrefix(".stickerpack-backup-") && contents[name] == Pack.image(old)
        }
        #expect(contents[name] == Pack.image(old) || kept, "\(comment): \(name) is lost")
        let results = [contents[name], contents["wave.png"]].compactMap(\.self)
        #expect(results.contains { [Pack.image(old), Pack.image(old + 10)].contains($0) })
      }
      for (name, bytes) in contents where !name.hasPrefix(".stickerpack-backup-") {
        #expect(!name.contains("draft"), "\(comment): \(name) is beside the art")
        if let fixed = Pack.fixed[name] {
          #expect(
            bytes == fixed || before[name]?.contains(Data(bytes).base64EncodedString()) == true)
        }
      }
      for list in ["stickerpack.json", "Contents.json"] {
        let name = try text(list).contains("wave.apng") ? "wave.apng" : "wave.png"
        #expect(contents[name] != nil, "\(comment): \(list) names \(name)")
      }
    }
  }

  @Test("a fix that fails or is killed anywhere is undone completely", arguments: Interruption.all)
  func fixThenUndo(_ interruption: Interruption) throws {
    let count = try interruption.atEachCall { fault in
      let pack = try Pack()
      fault.run { pack.fix() }
      try pack.expectWhole("call \(fault.number)")
      try fault.runNext { try pack.undo() }
      #expect(
        try pack.folder.snapshot() == pack.before,
        "call \(fault.number): \((try? pack.folder.files()) ?? [])")
    }
    #expect(count > 40)
  }

  @Test("the next fix does the rest, and leaves no drafts", arguments: Interruption.all)
  func fixAgain(_ interruption: Interruption) throws {
    try interruption.atEachCall { fault in
      let pack = try Pack()
      fault.run { pack.fix() }
      fault.runNext { pack.fix() }
      #expect(try pack.isFixed(), "call \(fault.number)")
      #expect(
        try !pack.folder.files().contains { $0.contains("draft") },
        "call \(fault.number): \((try? pack.folder.files()) ?? [])")
      try fault.runNext { try pack.undo() }
      #expect(
        try pack.folder.snapshot() == pack.before,
        "call \(fault.number): \((try? pack.folder.files()) ?? [])")
    }
  }

  @Test(
    "an undo that fails or is killed anywhere is ended by the next one", arguments: Interruption.all
  )
  func undo(_ interruption: Interruption) throws {
    try interruption.atEachCall { fault in
      let pack = try Pack()
      fault.runNext { pack.fix() }
      #expect(try pack.isFixed())
      try fault.run { try pack.undo() }
      try pack.expectWhole("call \(fault.number)")
      try fault.runNext { try pack.undo() }
      #expect(
        try pack.folder.snapshot() == pack.before,
        "call \(fault.number): \((try? pack.folder.files()) ?? [])")
    }
  }

  @Test("a file that was exchanged after it was read is neither replaced nor recorded as kept")
  func exchanged() throws {
    let pack = try Pack()
    let path = pack.root.appending("a.png")
    // Another process replaces the file between the check and the second name.
    let replacement = FileReplacement(in: [pack.root])
    let error = SystemCall.$fault.withValue({ call in
      if call == .link {
        SystemCall.$fault.withValue(nil) {
          try? Data(Pack.image(99)).write(to: URL(filePath: path.string), options: .atomic)
        }
      }
      return 0
    }) {
      replacement.write(
        Pack.image(11), to: path, named: nil, in: [],
        ifUnchanged: Pack.hash(1))
    }
    #expect(error == .refused("a.png has changed since it was read"))
    #expect(try pack.folder.bytes("a.png") == Pack.image(99))
    #expect(try BackupFolder.all(in: pack.root) == [])
  }

  @Test(
    "a file gets no name that Apple's file systems take for that of another one",
    arguments: ["WAVE.PNG", "wave.PNG"])
  func collision(_ other: String) throws {
    let pack = try Pack()
    try pack.folder.write(Pack.image(9), to: other)
    let before = try pack.folder.snapshot()
    let error = FileReplacement(in: [pack.root]).write(
      Pack.image(13), to: pack.root.appending("wave.apng"), named: "wave.png", in: [],
      ifUnchanged: Pack.hash(3))
    #expect(
      error == .refused("it would become wave.png, but \(other) exists; rename one of them"))
    #expect(try pack.folder.snapshot() == before)
  }

  @Test("an original whose name another file has in another spelling stays in the backup")
  func collisionAfterwards() throws {
    let folder = try TemporaryFolder()
    let root = FilePath(folder.path)
    // With the accent as a character of its own, and as a part of the letter.
    let (split, joined) = ("e\u{301}", "\u{E9}")
    try folder.write(Pack.image(1), to: "\(split).apng")
    let replacement = FileReplacement(in: [root])
    #expect(
      replacement.write(
        Pack.image(2), to: root.appending("\(split).apng"), named: FilePath("\(split).png"), in: [],
        ifUnchanged: Pack.hash(1)) == nil)
    try folder.write(Pack.image(9), to: "\(joined).apng")
    let backup = try #require(try BackupFolder.all(in: root).first)
    let file = try #require(try backup.restore().files.first)
    #expect(
      file.outcome
        == .notRestored(
          .refused(
            "it would become \(split).apng, but \(joined).apng exists; rename one of them and try again"
          )))
    #expect(try folder.bytes("\(split).png") == Pack.image(2))
  }
}
