import Basics
import Foundation
import StickerFiles
import StickerManifest
import StickerPacks
import TestSupport
import Testing

/// Replacing the folder of a bundle, and copying a folder, when a system call fails or the program is killed at it.
@Suite("Replacing and copying folders")
struct FolderTests {
  /// The folders that a build writes and replaces.
  private struct Output {
    let folder: TemporaryFolder
    /// The user's entries of the output folder, with the numbers of the files.
    let entries: [String: String]

    static let old = ["images/a.png": "old a", "images/b.png": "old b", "gone/c.png": "old c"]
    static let new = ["images/a.png": "new a", "images/b.png": "old b", "more/d.png": "new d"]

    var path: FilePath { FilePath("\(folder.path)/out") }

    /// Builds the old folder and adds files, a link and an empty folder.
    init(hasEntries: Bool) throws {
      let folder = try TemporaryFolder()
      let output = Self(folder: folder, entries: [:])
      try output.build(Self.old)
      if hasEntries {
        try folder.write("notes", to: "out/notes.txt")
        try folder.write("sketch", to: "out/gone/sketch.txt")
        try folder.write("object", to: "out/.git/objects/ab")
        try folder.link("out/link", to: "nowhere")
        try FileManager.default.createDirectory(
          atPath: folder.path + "/out/empty", withIntermediateDirectories: false)
      }
      self = Self(folder: folder, entries: try output.state().user)
    }

    private init(folder: TemporaryFolder, entries: [String: String]) {
      (self.folder, self.entries) = (folder, entries)
    }

    func build(_ files: [String: String]) throws {
      let output = try OutputFolder(at: path, replacesChanges: false, archives: true)
      do {
        var entries: [Manifest.File] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
          entries.append(try output.write(Array(text.utf8), to: FilePath(name)))
        }
        let manifest = Manifest(
          toolVersion: "1.0", name: "Pack", version: "1.0", gridSize: .small, stickers: [],
          files: entries)
        _ = try output.write(
          Array(JSONEncoder().encode(manifest)), to: FilePath(Manifest.fileName))
        try output.writeArchive()
        try output.commit()
      } catch {
        output.discard()
        throw error
      }
    }

    /// The files of the bundle with their text, and the entries of the user with their type and number.
    func state() throws -> (bundle: [String: String], user: [String: String]) {
      var (bundle, user): ([String: String], [String: String]) = ([:], [:])
      let manager = FileManager.default
      for name in (try? manager.subpathsOfDirectory(atPath: path.string)) ?? [] {
        let attributes = try manager.attributesOfItem(atPath: "\(path)/\(name)")
        let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        if ["images", "gone", "more"].contains(name) || name == Manifest.fileName.description {
          continue
        }
        if ["images/", "gone/c", "more/"].contains(where: name.hasPrefix) {
          bundle[name] = String(decoding: try folder.bytes("out/\(name)"), as: UTF8.self)
        } else {
          let number = isFolder ? "" : "\(attributes[.systemFileNumber] ?? "")"
          user[name] = "\(attributes[.type] ?? "") \(number)"
        }
      }
      return (bundle, user)
    }

    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
  }

  private static let noSwap: [SystemCall: Int32] = [.swap: EINVAL]

  @Test(
    "a build leaves the old folder or the new one with all that the user has in it",
    arguments: [
      .init(effect: .failure), .init(effect: .kill), .init(effect: .failure, refusals: noSwap),
      .init(effect: .kill, refusals: noSwap),
    ] as [Interruption])
  func commit(_ interruption: Interruption) throws {
    var seen: Set<String> = []
    try interruption.atEachCall { fault in
      let output = try Output(hasEntries: true)
      try? fault.run { try output.build(Output.new) }
      var state = try output.state()
      // Without a swap there is no folder for a moment; it has another name.
      let isAbsent = interruption.effect == .kill && !interruption.refusals.isEmpty
      if !(isAbsent && state.bundle.isEmpty && state.user.isEmpty) {
        let isOld = state.bundle == Output.old
        #expect(isOld || state.bundle == Output.new, "call \(fault.number): \(state.bundle)")
        #expect(
          state.user == output.entries,
          "call \(fault.number): \(Set(state.user.keys).symmetricDifference(output.entries.keys))")
        seen.insert(isOld ? "old" : "new")
      } else {
        seen.insert("none")
      }
      // What could not be removed is set aside, which the next build says.
      do { try fault.runNext { try output.build(Output.new) } } catch OutputError.editsKept {
        try fault.runNext { try output.build(Output.new) }
      }
      state = try output.state()
      #expect(state.bundle == Output.new && state.user == output.entries, "call \(fault.number)")
      let names = try output.names().filter {
        !($0.hasPrefix("out.kept-") && interruption.effect == .failure)
      }
      #expect(names == ["out", "out.zip"], "call \(fault.number)")
    }
    #expect(seen.isSuperset(of: ["old", "new"]))
  }

  @Test("without hard links, a file of the user's stops a build, and a build without one succeeds")
  func noLinks() throws {
    try Interruption(effect: .kill, refusals: [.link: EPERM]).atEachCall { fault in
      let output = try Output(hasEntries: false)
      try? fault.run { try output.build(Output.new) }
      #expect([Output.old, Output.new].contains(try output.state().bundle))
      try fault.runNext { try output.build(Output.new) }
      #expect(try output.names() == ["out", "out.zip"], "call \(fault.number)")
    }
    let output = try Output(hasEntries: true)
    let fault = Fault(.init(effect: .kill, refusals: [.link: EPERM]), at: 5000)
    #expect(throws: OutputError.self) { try fault.run { try output.build(Output.new) } }
    let state = try output.state()
    #expect(state.bundle == Output.old && state.user == output.entries)
    #expect(try output.names() == ["out", "out.zip"])
  }

  @Test(
    "a first build and a copy of a folder are whole or missing",
    arguments: [.init(effect: .failure), .init(effect: .kill)] as [Interruption])
  func copy(_ interruption: Interruption) throws {
    try interruption.atEachCall { fault in
      let folder = try TemporaryFolder()
      try folder.write("a", to: "Pack/a.png")
      try folder.write("wave", to: "Pack/Sub/wave.gif")
      try folder.write(#"["wave.gif"]"#, to: "Pack/stickerpack.json")
      let root = FilePath(folder.path + "/Pack")
      func copy() throws {
        let copy = try FolderCopy(
          of: root, displayPath: "Pack", to: FilePath(folder.path + "/New/out"))
        try copy.write(replacing: [
          root.appending("Sub/wave.gif"): .init(
            bytes: Array("new".utf8), name: "wave.png",
            lists: [root.appending("stickerpack.json")])
        ])
      }
      func copied() throws -> [String: String] {
        let names = try folder.files().filter { $0.hasPrefix("New/") }
        return try Dictionary(
          uniqueKeysWithValues: names.map {
            ($0, String(decoding: try folder.bytes($0), as: UTF8.self))
          })
      }
      let whole = [
        "New/out/a.png": "a", "New/out/Sub/wave.png": "new",
        "New/out/stickerpack.json": #"["wave.png"]"#,
      ]
      try? fault.run { try copy() }
      let found = try copied().filter { $0.key.hasPrefix("New/out/") }
      #expect(found.isEmpty || found == whole, "call \(fault.number): \(found)")
      if found.isEmpty { try fault.runNext { try copy() } }
      #expect(try copied().filter { $0.key.hasPrefix("New/out/") } == whole)
      if found.isEmpty { #expect(try copied() == whole, "call \(fault.number)") }
    }
  }
}
