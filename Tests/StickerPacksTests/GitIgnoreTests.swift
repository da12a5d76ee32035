import Basics
import Foundation
import StickerPacks
import TestSupport
import Testing

@Suite("Files that git ignores")
struct GitIgnoreTests {
  let folder: TemporaryFolder
  let png = PNGBytes.still(2, 2, [1, 2, 3, 255])

  init() throws { folder = try TemporaryFolder() }

  /// The images that discovery finds in the folder `Repo`, relative to it.
  func found(in place: String = "Repo", respectsGitIgnore: Bool = true) throws -> [String] {
    let discovery = try PackDiscovery(
      at: [FilePath("\(folder.path)/\(place)")], respectsGitIgnore: respectsGitIgnore)
    let start = folder.path.utf8.count + "/Repo/".utf8.count
    return discovery.packs.flatMap(\.files).map { String($0.path.string.dropFirst(start)) }.sorted()
  }

  func write(_ files: String...) throws {
    try folder.write("ref: refs/heads/main\n", to: "Repo/.git/HEAD")
    for file in files { try folder.write(png, to: "Repo/" + file) }
  }

  @Test("patterns apply below their file, the last one wins, and nested files override outer ones")
  func nested() throws {
    try write("a.png", "b.png", "keep/a.png", "out/a.png", "deep/out/a.png", "root/only.png")
    try folder.write("a.png\nout/\n/only.png\n!keep/\n# b.png\n", to: "Repo/.gitignore")
    try folder.write("!a.png\n", to: "Repo/keep/.gitignore")
    #expect(try found() == ["b.png", "keep/a.png", "root/only.png"])
    #expect(
      try found(respectsGitIgnore: false)
        == ["a.png", "b.png", "deep/out/a.png", "keep/a.png", "out/a.png", "root/only.png"])
    try folder.write("b.png\n", to: "Repo/.git/info/exclude")
    #expect(try found() == ["keep/a.png", "root/only.png"])
  }

  @Test("a named path is linted although git ignores it, and outside of a work tree nothing is")
  func named() throws {
    try write("out/a.png", "out/deep/b.png")
    try folder.write("out\n*.png\n", to: "Repo/.gitignore")
    #expect(try found() == [])
    #expect(try found(in: "Repo/out") == ["out/a.png", "out/deep/b.png"])
    #expect(try found(in: "Repo/out/a.png") == ["out/a.png"])
    try FileManager.default.removeItem(atPath: folder.path + "/Repo/.git")
    #expect(try found() == ["out/a.png", "out/deep/b.png"])
  }

  @Test("what is left out is reported, and folders without images are not")
  func leftOut() throws {
    try write("a.png", "b.png", "out/deep/a.png")
    try folder.write("text", to: "Repo/logs/today.txt")
    try folder.write("b.png\nout\nlogs\n", to: "Repo/.gitignore")
    let discovery = try PackDiscovery(at: [FilePath(folder.path + "/Repo")])
    #expect(
      discovery.leftOut == [
        LeftOut(displayPath: "Repo/b.png", isFolder: false, reason: .ignoredByGit),
        LeftOut(displayPath: "Repo/out", isFolder: true, reason: .ignoredByGit),
      ])
  }

  @Test("files that the configuration lists are linted although git ignores them")
  func listed() throws {
    try write("a.png", "b.png", "icon.png")
    try folder.write("*.png\n", to: "Repo/.gitignore")
    try folder.write(
      #"{ "icon": "icon.png", "stickers": [{ "file": "a.png" }] }"#, to: "Repo/stickerpack.json")
    #expect(try found() == ["a.png", "icon.png"])
  }

  @Test("the frames of a listed folder are linted although git ignores them")
  func listedFrames() throws {
    try write("run/1.png", "run/2.png")
    try folder.write("run\n1.png\n", to: "Repo/.gitignore")
    try folder.write(#"{ "stickers": [{ "frames": "run" }] }"#, to: "Repo/stickerpack.json")
    let discovery = try PackDiscovery(at: [FilePath(folder.path + "/Repo")])
    #expect(discovery.packs.flatMap(\.stickers).map(\.sequence?.frames.count) == [2])
    #expect(discovery.leftOut == [])
  }

  @Test("a repository inside another has its own patterns, even if its .git is a file")
  func inner() throws {
    try write("a.png", "inner/a.png", "inner/b.png")
    try folder.write("a.png\n", to: "Repo/.gitignore")
    try folder.write("gitdir: ../.git/modules/inner\n", to: "Repo/inner/.git")
    try folder.write("b.png\n", to: "Repo/.git/modules/inner/info/exclude")
    #expect(try found() == ["inner/a.png"])
  }

  /// A generator with a seed, so a failure can be repeated.
  struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) << 32 | (state &* 0x9E37_79B9_7F4A_7C15) >> 32
    }
  }

  static let parts = [
    "a", "b", "ab", "c", "*", "?", "**", "***", "[ab]", "[!a]", "[^b]", "[b-a]", "[]a]", "[a-",
    "[[:alpha:]]", "[![:digit:]]", "[[:x:]]", "a*", "*b", "a**b", "\\a", "\\*", "{a,b}", " a", "é",
    "??", "b\\",
  ]

  static func pattern(_ random: inout Random) -> String {
    func chance(_ share: Int) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }
    let count = Int.random(in: 1...3, using: &random)
    let names = (0..<count).compactMap { _ in parts.randomElement(using: &random) }
    // git reads "\/" as a slash; no file has one in practice.
    let path = names.joined(separator: "/").replacing("\\/", with: "/")
    return (chance(4) ? "!" : "") + (chance(4) ? "/" : "") + path + (chance(4) ? "/" : "")
      + (chance(8) ? "  " : "") + (chance(16) ? "\\ " : "") + (chance(16) ? "\r" : "")
  }

  @Test(
    "git agrees about random patterns and files",
    .enabled(if: OtherProgram.git.isHere, "git is not installed"), arguments: 0..<120)
  func oracle(_ seed: Int) throws {
    var random = Random(state: UInt64(seed) &+ 77)
    _ = try OtherProgram.git.run(["init", "-q", folder.path + "/Repo"])
    let names = ["a", "b", "ab", "c", "é", "a b", "aab"]
    for _ in 0..<14 {
      let depth = Int.random(in: 1...3, using: &random)
      let path = (0..<depth).map { _ in names.randomElement(using: &random) ?? "a" }
      // A name that is a folder already stays one.
      _ = try? folder.write(png, to: "Repo/" + path.joined(separator: "/"))
    }
    for place in ["", "a/", "b/", "ab/a/", ".git/info/"]
    where place == "" || Bool.random(using: &random) {
      let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.pattern(&random) }
      let name = place.hasPrefix(".git") ? "exclude" : ".gitignore"
      _ = try? folder.write(lines.joined(separator: "\n") + "\n", to: "Repo/\(place)\(name)")
    }
    let answer = try OtherProgram.git.run(
      [
        "-c", "core.excludesFile=/dev/null", "-c", "core.quotePath=false", "ls-files", "--others",
        "--exclude-standard", "-z",
      ], in: folder.url.appending(path: "Repo"))
    let expected = answer.split(separator: "\0").map(String.init)
      .filter { !$0.hasSuffix(".gitignore") }.sorted()
    let patterns = try folder.files().filter { $0.hasSuffix("ignore") || $0.hasSuffix("exclude") }
      .map { "\($0): \(String(decoding: try folder.bytes($0), as: UTF8.self).debugDescription)" }
    #expect(try found() == expected, "\(patterns)")
  }
}
