internal import Basics
internal import StickerPacks
internal import SystemLibraries

/// Replaces a bundle with its draft such that nothing of the user's is lost, whenever it is killed.
///
/// 1. `init`: all entries of the user are adopted by the draft, so both folders have them.
/// 2. `record`: what was adopted is written to the draft's lock file. Without a complete record nothing
///    has been exchanged.
/// 3. The folders are exchanged. The draft's path now is that of the old folder.
/// 4. `finish`: what the user did to the old folder after step 1 is adopted by the new one. Then the old
///    one is removed, except for what cannot be adopted.
///
/// If the program is killed, the next build does step 4, or removes the draft if it is still one: all
/// that it has of the user's is in the old folder, too.
struct Replacement: Sendable {
  /// The folder of the draft, wherever it is.
  let draft: FileIdentity
  /// The entries that step 4 need not adopt; see ``Adoption/settled``.
  private var settled: [FilePath: FileIdentity] = [:]

  init(by draft: FileIdentity) { self.draft = draft }

  /// Step 1.
  init(
    by draft: Draft, of path: FilePath, with contents: OutputContents
  ) throws(OutputError) {
    self.draft = draft.identity
    draft.path.copyAccess(of: path)
    var adoption = Adoption(
      source: path, target: draft.path,
      settled: Dictionary(
        uniqueKeysWithValues: contents.changedEntries.map { ($0.path, $0.identity) }))
    if let (entry, code) = adoption.adopt(contents.userEntries).first {
      let file = path.appending(entry.path)
      switch code {
      case EEXIST, ENOTDIR:
        throw .invalid(
          path: file.string,
          reason: "is not from stickerpack, and the build writes another file there: move or remove"
            + " it")
      default:
        throw .unwritable(
          action: "keep \(file)",
          reason: "\(SystemError.reason(code)); move it out of the folder, or build to another one")
      }
    }
    settled = adoption.settled
  }

  /// Step 4, with the old folder at `old` and the new one at `path`.
  ///
  /// - Parameter earlier: the contents of the old folder before.
  /// - Returns: whether the old folder is gone.
  func finish(
    _ old: FilePath, replacedAt path: FilePath, after earlier: OutputContents? = nil
  ) -> Bool {
    guard let contents = try? OutputContents(of: old, after: earlier) else { return false }
    let entries = contents.changedEntries + contents.userEntries
    var adoption = Adoption(source: old, target: path, settled: settled)
    let kept = Set(adoption.adopt(entries).map(\.entry.path))
    return FolderTree.remove(
      contents.toolEntries + entries.filter { !kept.contains($0.path) }, of: old)
  }
}

/// The record of step 2: lines that each end with a NUL, for the draft with the path `.`, and for each settled
/// entry. Each has a letter, a device, an inode and a path; another NUL ends the record.
extension Replacement {
  var record: [UInt8] {
    func line(_ letter: String, _ identity: FileIdentity, _ path: FilePath) -> [UInt8] {
      Array("\(letter) \(identity.device) \(identity.inode) ".utf8) + path.bytes + [0]
    }
    return line("d", draft, .currentFolder)
      + settled.flatMap { line("s", $0.value, $0.key) } + [0]
  }

  /// Reads a record; nil if it is incomplete.
  init?(record: [UInt8]) {
    var lines = record.split(separator: 0, omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, lines.popLast()?.isEmpty == true else { return nil }
    var draft: FileIdentity?
    for line in lines {
      let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
      guard fields.count == 4, let device = UInt64(String(decoding: fields[1], as: UTF8.self)),
        let inode = UInt64(String(decoding: fields[2], as: UTF8.self))
      else { return nil }
      let identity = FileIdentity(device: device, inode: inode)
      let path = FilePath(bytes: fields[3])
      switch String(decoding: fields[0], as: UTF8.self) {
      case "d": draft = identity
      case "s": settled[path] = identity
      default: return nil
      }
    }
    guard let draft else { return nil }
    self.draft = draft
  }
}
