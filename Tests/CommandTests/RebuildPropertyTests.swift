import Foundation
import TestSupport
import Testing

/// Whatever a user does to an output folder between and during builds, and whenever builds are killed:
/// nothing of the user's is lost or changed, and the folder holds a whole bundle.
@Suite("Rebuilding, property")
struct RebuildPropertyTests {
  @Test(
    "random edits survive builds that are killed at random moments",
    arguments: Self.seeds)
  func survive(_ seed: UInt64) throws {
    var world = try EditedOutput(seed: seed)
    while world.editCount < 60 || world.killCount < 1 { try world.step() }
  }

  /// STICKERPACK_SEEDS is a number of further seeds.
  static var seeds: ClosedRange<UInt64> {
    1...1 + (ProcessInfo.processInfo.environment["STICKERPACK_SEEDS"].flatMap(UInt64.init) ?? 0)
  }
}

/// The output folder of two packs that are built in turn, and what a user has added to it.
private struct EditedOutput {
  private let world: TemporaryFolder
  private var random: SplitMix
  /// The files of each pack's bundle.
  private var bundles: [[String: String]] = []
  /// The entries of the user by their path in `out`, as in a snapshot.
  private var entries: [String: String] = [:]
  private var names = 0
  private(set) var editCount = 0
  private(set) var killCount = 0

  init(seed: UInt64) throws {
    world = try TemporaryFolder()
    random = SplitMix(state: seed)
    for (pack, stickers) in [("One", ["a", "b"]), ("Two", ["a", "c"])] {
      for name in stickers {
        let bytes = PNGBytes.still(300, 300, [UInt8(pack.utf8.count), 0, 0, 128])
        try world.write(bytes, to: "\(pack)/\(name).png")
      }
      try world.write(
        #"{ "name": "Pack", "project": { "bundleId": "com.example.pack" } }"#,
        to: "\(pack)/stickerpack.json")
      #expect(try build(pack, to: "Expected").terminationStatus == 0)
      bundles.append(try snapshot(of: "Expected"))
      try FileManager.default.removeItem(atPath: world.path + "/Expected")
    }
    #expect(try build("One", to: "out").terminationStatus == 0)
  }

  /// Edits the folder, begins a build, edits it again and possibly kills the build, and builds.
  mutating func step() throws {
    for _ in 0..<Int.random(in: 12...28, using: &random) { try edit() }
    let pack = Int.random(in: 0...1, using: &random)
    let process = try start(["One", "Two"][pack], to: "out")
    let kills = Int.random(in: 0..<4, using: &random) > 0
    // Near the exchange of the folders.
    while process.isRunning, try !isAlmostDone() {}
    // Added to the old folder or to the new one.
    let late = newName("late")
    editCount += 1
    try world.write("late", to: "out/" + late)
    if kills { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    if kills {
      killCount += 1
      if try snapshot(of: "out")[late] != nil { entries[late] = Self.lateEntry }
      try expectEverything("after a kill")
      let isVisible = entries[late] != nil
      // What a killed build left must not undo what the user does next.
      for _ in 0..<Int.random(in: 0...4, using: &random) { try edit() }
      #expect(try build(["One", "Two"][pack], to: "out").terminationStatus == 0)
      if !isVisible { entries[late] = Self.lateEntry }
    } else {
      #expect(process.terminationStatus == 0)
      entries[late] = Self.lateEntry
    }
    try expectEverything("after a build", of: pack)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: world.path).sorted() == [
        "One", "Two", "out",
      ])
    if Int.random(in: 0..<6, using: &random) == 0 { try editListedFile() }
  }

  private static let lateEntry = "NSFileTypeRegular " + Data("late".utf8).base64EncodedString()

  private func isAlmostDone() throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: world.path).contains {
      $0.hasPrefix(".out.draft-")
        && FileManager.default.fileExists(atPath: "\(world.path)/\($0)/manifest.json")
    }
  }

  /// Changes a file of the bundle, which stops the build, and restores it.
  private mutating func editListedFile() throws {
    let files = try bundle(in: snapshot(of: "out")).filter {
      $0.key != "manifest.json" && $0.value.hasPrefix("NSFileTypeRegular")
    }
    let name = try #require(files.keys.sorted().randomElement(using: &random))
    let file = "out/" + name
    let bytes = try world.bytes(file)
    try world.write(bytes + [0], to: file)
    let before = try snapshot(of: "out")
    #expect(try build("One", to: "out").terminationStatus == 2, "\(name) was changed")
    #expect(try snapshot(of: "out") == before)
    try world.write(bytes, to: file)
    editCount += 1
  }

  // MARK: Edits

  private mutating func edit() throws {
    editCount += 1
    let mine = entries.keys.sorted()
    let files = mine.filter { entries[$0]?.hasPrefix("NSFileTypeRegular") == true }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<3: try add(in: try folder())
    case 3:
      // Like a repository: several files in nested folders.
      let top = try folder() + newName(".git")
      for _ in 0..<3 { try add(in: "\(top)/objects/\(newName("ab"))/") }
    case 4:
      let name = try folder() + newName("link")
      try world.link("out/" + name, to: newName("target"))
    case 5:
      try FileManager.default.createDirectory(
        atPath: "\(world.path)/out/\(try folder())\(newName("empty"))",
        withIntermediateDirectories: false)
    case 6:
      guard let name = files.randomElement(using: &random) else { break }
      let handle = try #require(FileHandle(forUpdatingAtPath: "\(world.path)/out/\(name)"))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(newName("more").utf8))
    case 7:
      guard let name = files.randomElement(using: &random) else { break }
      // As most editors save: a new file takes the name.
      try Data(newName("replaced").utf8).write(
        to: world.url.appending(path: "out/" + name), options: .atomic)
    case 8, 9:
      guard let name = mine.randomElement(using: &random) else { break }
      let parent = name.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      try FileManager.default.moveItem(
        atPath: "\(world.path)/out/\(name)",
        toPath: "\(world.path)/out/\(parent)\(newName("moved"))")
    default:
      guard mine.count > 20, let name = mine.randomElement(using: &random) else { break }
      try FileManager.default.removeItem(atPath: "\(world.path)/out/\(name)")
    }
    let present = try snapshot(of: "out")
    let ours = bundle(in: present)
    entries = present.filter { ours[$0.key] == nil }
  }

  private mutating func newName(_ stem: String) -> String {
    names += 1
    return "\(stem)\(names)"
  }

  private mutating func add(in folder: String) throws {
    try world.write(newName("text "), to: "out/\(folder)\(newName("file"))")
  }

  /// A folder of the bundle, of the catalog, of the project or of the user's; "" or with a slash.
  private mutating func folder() throws -> String {
    let folders = try snapshot(of: "out").filter { $0.value.hasPrefix("NSFileTypeDirectory") }
    return try #require(
      (folders.keys.map { $0 + "/" } + [""]).sorted().randomElement(using: &random))
  }

  // MARK: Builds

  private func start(_ pack: String, to output: String) throws -> Process {
    let process = Program.stickerpack.process(
      ["build", pack, "-o", output, "--emit", "xcodeproj"], in: world.url)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func build(_ pack: String, to output: String) throws -> Process {
    let process = try start(pack, to: output)
    process.waitUntilExit()
    return process
  }

  private func snapshot(of folder: String) throws -> [String: String] {
    let all = try world.snapshot().filter { $0.key.hasPrefix(folder + "/") }
    return Dictionary(
      uniqueKeysWithValues: all.map { (String($0.key.dropFirst(folder.count + 1)), $0.value) })
  }

  /// The part of a snapshot that is one of the two bundles; empty if neither is complete.
  private func bundle(in snapshot: [String: String]) -> [String: String] {
    bundles.first { bundle in bundle.allSatisfy { snapshot[$0.key] == $0.value } } ?? [:]
  }

  private func expectEverything(_ moment: Comment, of pack: Int? = nil) throws {
    let present = try snapshot(of: "out")
    let ours = bundle(in: present)
    #expect(!ours.isEmpty, "\(moment): not a whole bundle")
    if let pack { #expect(ours == bundles[pack], "\(moment): not the new bundle") }
    // A folder of a sticker that the bundle no longer has stays as long as it has something of the user's.
    for (name, entry) in entries where present[name] != entry {
      Issue.record("\(moment): \(name) was lost or changed")
    }
    for name in present.keys where ours[name] == nil && entries[name] == nil {
      let holdsEntry = entries.keys.contains { $0.hasPrefix(name + "/") }
      #expect(holdsEntry, "\(moment): \(name) was not there before")
    }
  }
}
