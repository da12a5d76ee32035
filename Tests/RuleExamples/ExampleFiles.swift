import Basics
import Foundation
import StickerLint
import StickerPacks

extension Rule.Example {
  /// All files of the pack: the example's own, and a `stickerpack.json` with labels and settings
  /// for a folder of stickers that has none. One that the example has gets its settings of rules.
  package var packFiles: [File] {
    get throws {
      let name = PackConfiguration.fileName
      let own = files.filter { !$0.path.contains("/") }
      guard !own.isEmpty else { return files }
      guard let index = files.firstIndex(where: { $0.path == name }) else {
        return files + [File(path: name, content: .text(try configuration(of: own)), label: nil)]
      }
      guard !rules.isEmpty, case .text(let text) = files[index].content,
        var members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      else { return files }
      members["rules"] = ruleMembers
      var files = files
      files[index] = File(path: name, content: .text(try Self.text(of: members)), label: nil)
      return files
    }
  }

  private func configuration(of files: [File]) throws -> String {
    // A sample must not depend on the pack in whose folder it is.
    var members: [String: Any] = ["root": true]
    members["stickers"] = files.filter(\.isSticker).map {
      ["file": $0.path, "label": $0.label ?? "Biscuit says \(FilePath($0.path).stem)"]
    }
    if !rules.isEmpty { members["rules"] = ruleMembers }
    return try Self.text(of: members)
  }

  private static func text(of members: [String: Any]) throws -> String {
    let json = try JSONSerialization.data(
      withJSONObject: members, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: json, as: UTF8.self) + "\n"
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
  fileprivate var isSticker: Bool {
    switch content {
    case .link, .pipe: false
    case .sticker, .text, .usualText, .bytes: true
    }
  }

  /// Writes the file to `url` and creates the folders above it.
  package func write(to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    switch content {
    case .sticker(let sketch): try Data(sketch.bytes()).write(to: url)
    case .text(let text), .usualText(let text): try Data(text.utf8).write(to: url)
    case .bytes(let bytes): try Data(bytes).write(to: url)
    case .link(let target):
      try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    case .pipe:
      guard mkfifo(url.path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }
}
