import Foundation
import StickerLint
import StickerModel
import TestSupport
import Testing

extension Rule.Example {
  /// What a lint of the example says, in a folder of its own.
  func findings() async throws -> [Finding] {
    let folder = try TemporaryFolder()
    let files = try files + configurations
    for file in files { try write(file, into: folder) }
    // Named by its parent, so that files are named as in a checkout.
    return await Linter(jobs: 1).lint(try PackDiscovery(at: [folder.path]).packs).findings.map {
      var finding = $0
      let prefix = folder.url.lastPathComponent
      finding.file = finding.file == prefix ? "." : finding.file.replacing(prefix + "/", with: "")
      finding.message = finding.message.replacing(prefix + "/", with: "")
      return finding
    }
  }

  private func write(_ file: File, into folder: TemporaryFolder) throws {
    switch file.content {
    case .sticker(let sketch): try folder.write(sketch.bytes(), to: file.path)
    case .text(let text), .usualText(let text): try folder.write(text, to: file.path)
    case .bytes(let bytes): try folder.write(bytes, to: file.path)
    case .sample(let name):
      let sample = Repository.root.appending(path: "SampleStickers/Broken/\(name)")
      try folder.write(Repository.bytes(sample), to: file.path)
    case .link(let target): try folder.link(file.path, to: target)
    case .pipe: try #require(mkfifo(folder.path + "/" + file.path, 0o600) == 0)
    }
  }

  /// A `stickerpack.json` with labels for each folder of stickers that has none.
  private var configurations: [File] {
    get throws {
      var folders: [String: [File]] = [:]
      for file in files where !file.isOfCatalog {
        folders[file.folder, default: []].append(file)
      }
      return try folders.filter { !$1.contains { $0.name == PackConfiguration.fileName } }
        .sorted { $0.key < $1.key }
        .map { folder, files in
          let name = PackConfiguration.fileName
          return File.text(
            folder.isEmpty ? name : "\(folder)/\(name)", try configuration(of: files))
        }
    }
  }

  private func configuration(of files: [File]) throws -> String {
    var members: [String: Any] = [:]
    members["stickers"] = files.filter(\.isListed).map {
      ["file": $0.name, "label": $0.label ?? "Biscuit says \($0.name.fileStem)"]
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

  var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var isOfCatalog: Bool {
    [".xcstickers/", ".stickerpack/"].contains { path.contains($0) }
  }

  var isListed: Bool {
    switch content {
    case .link, .pipe: false
    case .sticker, .text, .usualText, .bytes, .sample: true
    }
  }
}
