import Foundation
import TestSupport
import Testing

@Suite("Unsafe code")
struct UnsafeCodeTests {
  /// The modules that may have some, as CONTRIBUTING says.
  static let modules = [
    "Basics", "ImageCodecs", "Pixels", "StickerBundles", "StickerFiles", "StickerPacks",
    "StickerPages", "stickerpack",
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
}
