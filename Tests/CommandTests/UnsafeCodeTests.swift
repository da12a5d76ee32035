import Foundation
import TestSupport
import Testing

@Suite("Unsafe code")
struct UnsafeCodeTests {
  /// The modules that may have some, as CONTRIBUTING says.
  static let modules = [
    "Basics", "ImageCodecs", "Pixels", "StickerBundles", "StickerFiles", "StickerManifest",
    "StickerPacks", "StickerPages", "stickerpack",
  ]

  @Test("is in a few modules only, and each file with some states why it is safe")
  func policy() throws {
    let sources = Repository.root.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      let code = text.split(separator: "\n").filter {
        !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
      }
      // An expression, a declaration, or `nonisolated(unsafe)`; not the word in a text.
      guard code.contains(where: { $0.contains(/\bunsafe [A-Za-z(\[-]|@unsafe|\(unsafe\)/) }),
        !code.allSatisfy({ $0.contains("\"") || !$0.contains("unsafe") })
      else { continue }
      count += 1
      let path = file.path.dropFirst(sources.path.count + 1)
      #expect(Self.modules.contains(String(path.prefix { $0 != "/" })), "\(path)")
      #expect(text.contains(/\/\/ Unsafe: [A-Za-z`]/), "\(path) does not say why it is safe")
    }
    #expect(count > 20)
  }

  @Test("no file is opened for reading such that a pipe in its place blocks")
  func blocking() throws {
    let sources = Repository.root.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(!text.contains(/(Data|String)\(contentsOf/) || text.contains("///"), "\(file)")
      for call in text.matches(of: /[^a-zA-Z.]open\([^)]*O_RD(?:ONLY|WR)[^)]*\)/) {
        count += 1
        // Lists of paths come from pipes, too: `--files-from <(git ls-files)`.
        let isList = file.lastPathComponent == "FileStream.swift"
        #expect(isList || call.output.contains("O_NONBLOCK"), "\(file.path): \(call.output)")
      }
    }
    #expect(count > 4)
  }
}
