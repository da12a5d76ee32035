import Foundation
import TestSupport
import Testing

@Suite("Unsafe code")
struct UnsafeCodeTests {
  /// The modules that may have some, as ARCHITECTURE.md says.
  static let modules = [
    "Basics", "Browser", "ImageCodecs", "Pixels", "StickerFiles", "StickerManifest",
    "StickerPacks", "StickerReports", "SystemLibraries", "stickerpack",
  ]

  @Test("is in a few modules only, and each file with some states why it is safe")
  func policy() throws {
    var count = 0
    for (path, text) in try Repository.sources() {
      let code = text.split(separator: "\n").filter {
        $0.contains("unsafe") && !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
      }
      // An expression, a declaration, or `nonisolated(unsafe)`; not the word in a text.
      guard code.contains(where: { $0.contains(/\bunsafe [A-Za-z(\[-]|@unsafe|\(unsafe\)/) }),
        !code.allSatisfy({ $0.contains("\"") })
      else { continue }
      count += 1
      #expect(Self.modules.contains(String(path.prefix { $0 != "/" })), "\(path)")
      #expect(text.contains(/\/\/ Unsafe: [A-Za-z`]/), "\(path) does not say why it is safe")
    }
    #expect(count > 20)
  }

  @Test("no file is opened for reading such that a pipe in its place blocks")
  func blocking() throws {
    var count = 0
    for (path, text) in try Repository.sources() {
      if text.contains("(contentsOf") {
        #expect(!text.contains(/(Data|String)\(contentsOf/) || text.contains("///"), "\(path)")
      }
      guard text.contains("O_RD") else { continue }
      for call in text.matches(of: /[^a-zA-Z.]open\([^)]*O_RD(?:ONLY|WR)[^)]*\)/) {
        count += 1
        // Lists of paths come from pipes, too: `--files-from <(git ls-files)`.
        let isList = path.hasSuffix("/FileStream.swift")
        #expect(isList || call.output.contains("O_NONBLOCK"), "\(path): \(call.output)")
      }
    }
    #expect(count > 4)
  }
}
