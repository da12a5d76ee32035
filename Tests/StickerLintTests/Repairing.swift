import Basics
import Foundation
import ImageCodecs
import Pixels
import RuleExamples
import StickerFiles
import StickerLint
import StickerPacks
import TestSupport

/// A folder of stickers that is linted and repaired.
struct RepairedPack {
  let folder: TemporaryFolder
  static let name = "Stickers"

  init(_ files: [Rule.Example.File]) throws {
    folder = try TemporaryFolder()
    for file in files {
      try file.write(to: folder.url.appending(path: "\(Self.name)/\(file.path)"))
    }
  }

  /// A pack of one sticker with a label.
  init(_ sketch: Sketch, named name: String) throws {
    let labels = "{ \"stickers\": [ { \"file\": \"\(name)\", \"label\": \"Biscuit\" } ] }"
    try self.init([
      .init(path: name, content: .sticker(sketch), label: nil),
      .init(path: "stickerpack.json", content: .text(labels), label: nil),
    ])
  }

  var path: FilePath { FilePath(folder.path).appending(Self.name) }

  func lint() async throws -> LintResult {
    try await Linter(jobs: 1).lint(PackDiscovery(at: [path]).packs)
  }

  /// The rules with open findings.
  func rules() async throws -> Set<String> { try await lint().openRules }

  /// Lints, repairs and writes.
  @discardableResult
  func repair(allowsUnsafe: Bool = true) async throws -> [RepairedFile] {
    let result = try await lint()
    return repair(result.repairTasks(allowsUnsafe: allowsUnsafe), allowsUnsafe: allowsUnsafe)
  }

  func repair(_ tasks: [RepairTask], allowsUnsafe: Bool = true) -> [RepairedFile] {
    let repairer = FileRepairer(Linter(jobs: 1), allowsUnsafe: allowsUnsafe)
    let replacement = FileReplacement(in: [path])
    return tasks.map { task in
      var file = repairer.repair(task)
      guard let bytes = file.bytes,
        let error = replacement.write(
          bytes, to: file.source.path, named: file.newName, in: file.lists,
          ifUnchanged: file.originalHash)
      else { return file }
      let hasFailed = if case .failed = error { true } else { false }
      file.discardRepairs(because: "\(error)", hasFailed: hasFailed)
      return file
    }
  }

  func bytes(_ name: String) throws -> [UInt8] { try folder.bytes("\(Self.name)/\(name)") }
}

extension LintResult {
  /// The rules with open findings.
  var openRules: Set<String> { Set(findings.filter(\.isOpen).map(\.rule)) }
}
