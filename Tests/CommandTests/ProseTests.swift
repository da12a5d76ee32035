import Foundation
import TestSupport
import Testing

/// Keeps phrases out of code, messages and documentation that need a second reading.
@Suite("Prose")
struct ProseTests {
  static let folders = [".agents", "Documentation", "Plugins", "Sources", "Tests", "Tools"]
  static let extensions = ["c", "h", "json", "md", "py", "sh", "swift", "yml"]

  /// Each phrase as a regular expression, with what to write instead.
  static let phrases = [
    (#"\b[Mm]end(s|ed|ing)?\b"#, "fix"),
    (#"\bfor ever\b"#, "forever"),
    (#"(^|[^s] )([Nn]obody|[Ww]hoever)\b"#, "name who or what, or use the passive"),
    (#"\bin vain\b"#, "stale"),
    (#"\bstands? in the way\b"#, "no errors"),
    (#"\bis due here\b"#, "expected X, found Y"),
    (
      #"[^e] (is|was) no (JSON|image|PNG|GIF|JPEG|sticker|archive|catalog|folder|file|rule)\b"#,
      "is not a"
    ),
    (#"\b(is|was) no (baseline|number|glob|commit|entry|pack|frame|link)\b"#, "is not a"),
    (#"\bby (their|its) square\b"#, "quadratic"),
    (#"\blies (at|in|below|beside)\b"#, "is"),
    (#"\b(goes|go) before\b"#, "overrides, takes precedence"),
    (#"\bwhat there is\b"#, "name it"),
    (
      #"\b([Cc]olour|[Cc]entre|[Gg]rey|[Bb]ehaviour|[Nn]eighbour|[Ll]icence|[Cc]atalogue|[Ll]abelled)"#,
      "American spelling"
    ),
    (
      #"\b[a-z]*(optimis|recognis|quantis|normalis|serialis|initialis|synchronis)(e|i|a)"#,
      "American spelling"
    ),
    ("[\u{201C}\u{201D}\u{2019}]", "straight quotes"),
    (#"\d %[,.;:)"]"#, "10%"),
  ]

  @Test("no tracked text has a phrase that the style guide replaces", arguments: phrases)
  func phrase(_ pattern: String, _ advice: String) throws {
    let expression = try Regex(pattern)
    for file in try Self.files() {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where line.contains(expression) {
        let place = "\(file.path.dropFirst(Repository.root.path.count + 1)):\(index + 1)"
        Issue.record("\(place): \(advice): \(line.trimmingCharacters(in: .whitespaces))")
      }
    }
  }

  /// The text files of the project, except for this one, the changelog, which names old ids, and
  /// test data.
  static func files() throws -> [URL] {
    let manager = FileManager.default
    let top = try manager.contentsOfDirectory(
      at: Repository.root, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    let nested = folders.compactMap {
      manager.enumerator(at: Repository.root.appending(path: $0), includingPropertiesForKeys: nil)
    }.flatMap { $0.compactMap { $0 as? URL } }
    let files = (top + nested).filter {
      (extensions.contains($0.pathExtension) || $0.lastPathComponent == "Makefile")
        && !$0.path.contains("/Regressions/")
        && !["CHANGELOG.md", "ProseTests.swift"].contains($0.lastPathComponent)
    }
    return try #require(files.count > 300 ? files : nil)
  }
}
