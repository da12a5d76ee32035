import Basics
import Foundation
import TestSupport
import Testing

@Suite("File paths")
struct FilePathTests {
  @Test(
    "are kept in one form",
    arguments: [
      ("a/b", "a/b"), ("./a//b/", "a/b"), ("/", "/"), ("//a/.", "/a"), (".", "."), ("./", "."),
      ("a/../b", "a/../b"), ("", ""), ("..", ".."), ("a/./b", "a/b"), ("a/.", "a"), ("/.", "/"),
      (".a/b.", ".a/b."), ("...", "..."),
    ])
  func form(_ text: String, _ expected: String) {
    #expect(FilePath(text).string == expected)
  }

  @Test("are equal by bytes, however a name is spelled")
  func equality() {
    let (composed, decomposed): (FilePath, FilePath) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(FilePath("./a/") == "a")
  }

  @Test("split at every slash, even before a combining accent")
  func accents() {
    let path: FilePath = "a/\u{301}b"
    #expect(path.name == "\u{301}b")
    #expect(path.parent == "a")
    #expect(path.isInside("a"))
  }

  @Test("have parents up to the root or the working directory")
  func parents() {
    #expect(FilePath("a/b").parent == "a")
    #expect(FilePath("a").parent == ".")
    #expect(FilePath("/a").parent == "/")
    #expect(FilePath("/").parent == "/")
    #expect(FilePath("/").name == "")
  }

  @Test(
    "are relative to the folders that contain them",
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/a", "."), ("/a", "/", "a"), ("/ab", "/a", nil), ("a", ".", "a"),
      ("/a", ".", nil), ("/a", "/a/b", nil), ("/cafe\u{301}/a", "/caf\u{E9}", nil),
    ])
  func relative(_ path: String, _ folder: String, _ expected: String?) {
    #expect(FilePath(path).relative(to: FilePath(folder))?.string == expected)
    #expect(FilePath(path).isInside(FilePath(folder)) == (expected != nil))
  }

  @Test("join")
  func appending() {
    #expect(FilePath(".").appending("a") == "a")
    #expect(FilePath("/").appending("a") == "/a")
    #expect(FilePath("a").appending("b/c") == "a/b/c")
    #expect(FilePath("a").appending(FilePath(".")) == "a")
  }

  @Test(
    "have an extension and a stem",
    arguments: [
      ("a.PNG", "png", "a"), ("a.b.gif", "gif", "a.b"), ("noext", "", "noext"),
      (".png", "", ".png"), ("\u{600}.png", "png", "\u{600}"), ("a.\u{301}b", "\u{301}b", "a"),
      ("a.b/c", "", "c"), ("a/.png", "", ".png"), ("/", "", ""),
    ])
  func extensions(_ path: String, _ fileExtension: String, _ stem: String) {
    #expect(FilePath(path).fileExtension == fileExtension)
    #expect(FilePath(path).stem == stem)
  }

  @Test("keep bytes that are not UTF-8")
  func bytes() {
    let path = FilePath(bytes: [0x61, 0x2F, 0xFF])
    #expect(path.bytes == [0x61, 0x2F, 0xFF])
    #expect(path.string == "a/\u{FFFD}")
    #expect(!path.isUTF8)
  }

  #if os(Linux)
    @Test("name files whose names are not UTF-8")
    func invalidNames() throws {
      let folder = try TemporaryFolder()
      let root = try #require(FilePath(folder.path).resolved)
      let path = root.appending(FilePath(bytes: [0x61, 0xFF]))
      let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY, 0o644) }
      #expect(descriptor >= 0)
      close(descriptor)
      #expect(path.isFile)
      #expect(try FileReading.size(ofFileAt: path) == 0)
      #expect(try FolderListing.names(in: root) == [path.name])
      let entries = try FolderListing(of: root, within: root).entries
      #expect(entries.map(\.kind) == [.invalidName])
    }
  #endif
}
