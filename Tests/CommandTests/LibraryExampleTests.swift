import Foundation
import TestSupport
import Testing

/// The Swift examples of the documentation, compiled as another package compiles them: without a package
/// name, so only public declarations are visible.
@Suite("Library examples")
struct LibraryExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var page: String
    var number: Int
    var code: String

    var testDescription: String { "\(page), example \(number)" }
  }

  static let products = ["StickerTasks", "ImageCodecs", "StickerManifest"]

  static let pages =
    ["README.md", "Documentation/Library.md"]
    + products.flatMap { module in
      let folder = "Sources/\(module)/\(module).docc"
      let names = try? Repository.names(
        in: Repository.root.appending(path: folder), endingIn: ".md")
      return (names ?? []).map { "\(folder)/\($0)" }
    }

  static let examples = pages.flatMap { page in
    let text =
      (try? String(contentsOf: Repository.root.appending(path: page), encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```swift\n").dropFirst().enumerated().map {
      Example(page: page, number: $0 + 1, code: $1.components(separatedBy: "\n```")[0] + "\n")
    }
  }

  @Test("are on every page, and each product has three articles and an overview")
  func pagesHaveExamples() {
    #expect(Set(Self.examples.map(\.page)) == Set(Self.pages))
    for product in Self.products {
      #expect(Self.pages.count { $0.contains("/\(product).docc/") } >= 4, "\(product)")
    }
  }

  @Test(
    "compile", .enabled(if: OtherProgram.swiftc.isHere, "swiftc is not installed"),
    arguments: examples)
  func compile(_ example: Example) throws {
    #expect(try messages(of: example.code) == "")
  }

  @Test(
    "do not see package declarations",
    .enabled(if: OtherProgram.swiftc.isHere, "swiftc is not installed"))
  func packageAccess() throws {
    let messages = try messages(of: "import StickerTasks\nprint(PackDiscovery.self)\n")
    #expect(messages.contains("cannot find 'PackDiscovery' in scope"))
  }

  /// The messages that the compiler prints for a program.
  private func messages(of code: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(code, to: "main.swift")
    // A module is loaded with the C modules that it imports.
    let moduleMaps = ["CFolderSwap", "CImageShim", "CResources", "CSHA256"].flatMap { name in
      let map = Program.buildFolder.appending(path: "\(name).build/module.modulemap")
      return ["-Xcc", "-fmodule-map-file=\(map.path)"]
    }
    return try OtherProgram.swiftc.run(
      [
        "-typecheck", "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility",
        "-I", Program.buildFolder.appending(path: "Modules").path,
      ] + moduleMaps + ["main.swift"], in: folder.url)
  }
}
