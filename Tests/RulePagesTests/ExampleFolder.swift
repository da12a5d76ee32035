import Basics
import Foundation
import StickerLint
import StickerPacks
import TestSupport
import Testing

extension Rule.Example {
  /// What a lint of the example says and nobody allowed, in a folder of its own that is named Stickers.
  func findings() async throws -> [Finding] {
    let folder = try TemporaryFolder()
    let files = try files + configurations
    for file in files { try write(file, into: folder) }
    let packs = try PackDiscovery(at: [FilePath(folder.path + "/" + Self.folder)]).packs
    return await Linter(jobs: 1).lint(packs).findings.filter(\.isOpen).map {
      var finding = $0
      finding.file = finding.file.replacing(Self.folder + "/", with: "")
      finding.message = finding.message.replacing(Self.folder + "/", with: "")
      return finding
    }
  }

  private static let folder = "Stickers"

  private func write(_ file: File, into folder: TemporaryFolder) throws {
    let path = Self.folder + "/" + file.path
    switch file.content {
    case .sticker(let sketch): try folder.write(sketch.bytes(), to: path)
    case .text(let text), .usualText(let text): try folder.write(text, to: path)
    case .bytes(let bytes): try folder.write(bytes, to: path)
    case .sample(let name):
      let sample = Repository.root.appending(path: "SampleStickers/Broken/\(name)")
      try folder.write(Repository.bytes(sample), to: path)
    case .link(let target): try folder.link(path, to: target)
    case .pipe: try #require(mkfifo(folder.path + "/" + path, 0o600) == 0)
    }
  }

  /// A `stickerpack.json` with labels for a folder of stickers that has none.
  private var configurations: [File] {
    get throws {
      let name = PackConfiguration.fileName
      let own = files.filter { !$0.isOfCatalog && !$0.isBelow }
      guard !own.isEmpty, !own.contains(where: { $0.path == name }) else { return [] }
      return [.text(name, try configuration(of: own))]
    }
  }

  private func configuration(of files: [File]) throws -> String {
    var members: [String: Any] = [:]
    members["stickers"] = files.filter(\.isListed).map {
      ["file": $0.path, "label": $0.label ?? "Biscuit says \(FilePath($0.path).stem)"]
    }
    members["gridSize"] = gridSize?.rawValue
    if !rules.isEmpty { members["rules"] = ruleMembers }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys]),
      as: UTF8.self)
  }

  private var ruleMembers: [String: Any] {
    rules.mapValues { setting in
      guard !setting.options.isEmpty else { return setting.level?.rawValue ?? "off" }
      var members: [String: Any] = setting.options
      members["severity"] = setting.level?.rawValue
      return members
    }
  }
}

extension Rule.Example.File {
  static func text(_ path: String, _ text: String) -> Self {
    Self(path: path, content: .text(text), label: nil)
  }

  var isOfCatalog: Bool {
    [".xcstickers/", ".stickerpack/"].contains { path.contains($0) }
  }
  /// Whether it lies in a folder of the pack's folder.
  var isBelow: Bool { !isOfCatalog && path.contains("/") }

  var isListed: Bool {
    switch content {
    case .link, .pipe: false
    case .sticker, .text, .usualText, .bytes, .sample: true
    }
  }
}
