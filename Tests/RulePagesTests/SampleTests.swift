import Basics
import Foundation
import RuleExamples
import StickerLint
import StickerPacks
import TestSupport
import Testing

/// `SampleStickers/Broken` is generated from the first failing example of each rule.
@Suite("Samples")
struct SampleTests {
  @Test("SampleStickers/Broken is the first failing example of each rule")
  func broken() throws {
    let committed = Repository.root.appending(path: "SampleStickers/Broken")
    if RulePageTests.isRecording {
      try? FileManager.default.removeItem(at: committed)
      try Self.write(to: committed)
      return
    }
    let folder = try TemporaryFolder()
    try Self.write(to: folder.url)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: committed.path).sorted() == names)
    for name in names {
      let (one, other) = (folder.url.appending(path: name), committed.appending(path: name))
      guard try one.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        continue
      }
      try compare(Repository.bytes(one), Repository.bytes(other), name)
    }
  }

  /// Compares bytes or, since versions of zlib and libjpeg write different bytes, what they decode to.
  private func compare(_ drawn: [UInt8], _ committed: [UInt8], _ name: String) throws {
    guard drawn != committed else { return }
    let (one, other) = (try Decoded(drawn), try Decoded(committed))
    let comment: Comment = "\(name) is stale; run `make samples`"
    if name.hasSuffix("png") {
      #expect(
        PNGFile(drawn).chunks.map(\.type) == PNGFile(committed).chunks.map(\.type), comment)
    }
    #expect(one.canvases.count == other.canvases.count, comment)
    for (first, second) in zip(one.canvases, other.canvases) {
      // Libraries round differently.
      let isEqual = zip(first.samples, second.samples).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
      #expect(isEqual, comment)
    }
  }

  /// Rules that compare stickers. They are off for the folder as a whole, because its stickers were
  /// not drawn to be in one pack; each of these rules has a pack of its own.
  private static let offRules = [
    "duplicate-sticker", "mixed-backgrounds", "mixed-sizes", "near-duplicate", "uneven-margins",
  ]

  /// Writes an example of one sticker as a file that is named after its rule, and any other example
  /// as a folder.
  private static func write(to folder: URL) throws {
    var names: [String] = []
    for rule in Rule.all {
      guard let example = rule.examples.first(where: { $0.verdict == .fails }), !example.hasPipe,
        example.bundle == nil, example.limits == nil
      else { continue }
      if let sticker = example.onlySticker {
        let name = "\(rule.id).\(FilePath(sticker.path).fileExtension)"
        try sticker.write(to: folder.appending(path: name))
        names.append(name)
      } else {
        for file in try example.packFiles {
          try file.write(to: folder.appending(path: "\(rule.id)/\(file.path)"))
        }
      }
    }
    try Data(configuration(of: names).utf8)
      .write(to: folder.appending(path: PackConfiguration.fileName))
  }

  private static func configuration(of names: [String]) -> String {
    let stickers = names.sorted().map {
      "    { \"file\": \"\($0)\", \"label\": \"Biscuit says \(FilePath($0).stem)\" },"
    }
    return """
      {
        // Each file and folder is an example of the rule that it is named after. `make samples` writes
        // all of them from the rules' examples.
        "name": "Broken",
        "rules": { \(offRules.map { "\"\($0)\": \"off\"" }.joined(separator: ", ")) },
        "stickers": [
      \(stickers.joined(separator: "\n"))
        ],
      }

      """
  }
}

extension Rule.Example {
  /// Git cannot store named pipes.
  fileprivate var hasPipe: Bool { files.contains { $0.content == .pipe } }

  /// The example's only file, if neither its name nor settings matter.
  fileprivate var onlySticker: File? {
    guard files.count == 1, rules.isEmpty, files[0].label == nil,
      files[0].path != PackConfiguration.fileName
    else { return nil }
    return files[0]
  }
}
