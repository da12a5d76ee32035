import Foundation
import TestSupport

/// A folder as one fuzz input: entries separated by NUL, each a path, a line feed and the content.
///
/// A path that ends with a slash is a folder, and content that starts with `link:` is the target of a
/// symbolic link. A `.png` without content is a small valid one. Paths cannot leave the folder.
struct FolderInput {
  private struct Entry {
    var path: [[UInt8]]
    var isFolder: Bool
    var content: [UInt8]

    init(_ bytes: ArraySlice<UInt8>) {
      let parts = bytes.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      let names = parts[0].split(separator: UInt8(ascii: "/"))
      path = names.filter { ![[0x2E], [0x2E, 0x2E]].contains($0) }.prefix(8)
        .map { Array($0.prefix(64)) }
      isFolder = parts[0].last == UInt8(ascii: "/")
      content = parts.count > 1 ? Array(parts[1]) : []
    }

    var linkTarget: [UInt8]? {
      content.starts(with: "link:".utf8) ? Array(content.dropFirst(5)) : nil
    }
  }

  private static let image = PNGBytes.still(4, 3, [255, 0, 0, 128])
  private let entries: [Entry]

  init(_ bytes: [UInt8]) {
    entries = bytes.split(separator: 0).prefix(48).map(Entry.init).filter { !$0.path.isEmpty }
  }

  /// Writes the entries. What cannot be written, such as a name used twice, is left out.
  func write(to folder: TemporaryFolder) {
    // Links come last, or a file could be written through one.
    for entry in entries { makeFolders(of: entry, in: folder) }
    for entry in entries where !entry.isFolder && entry.linkTarget == nil {
      let isImage = entry.content.isEmpty && entry.path.last?.suffix(4) == Array(".png".utf8)[...]
      let content = isImage ? Self.image : entry.content
      let file = open(Self.path(entry.path, in: folder), O_WRONLY | O_CREAT | O_EXCL, 0o600)
      guard file >= 0 else { continue }
      _ = content.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    for entry in entries where !entry.isFolder {
      guard let target = entry.linkTarget else { continue }
      symlink(target.map { CChar(truncatingIfNeeded: $0) } + [0], Self.path(entry.path, in: folder))
    }
  }

  private func makeFolders(of entry: Entry, in folder: TemporaryFolder) {
    for count in 1..<max(1, entry.path.count + (entry.isFolder ? 1 : 0)) {
      mkdir(Self.path(entry.path.prefix(count), in: folder), 0o700)
    }
  }

  private static func path(
    _ names: some Sequence<[UInt8]>, in folder: TemporaryFolder
  ) -> [CChar] {
    let bytes = names.reduce(into: Array(folder.path.utf8)) { $0 += [UInt8(ascii: "/")] + $1 }
    return bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
  }
}
