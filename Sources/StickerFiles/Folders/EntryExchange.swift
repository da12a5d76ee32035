internal import Basics
internal import StickerPacks
internal import SystemLibraries

/// Exchanges the top entries of an output folder with those of a draft in it, one by one: for a folder that
/// cannot be exchanged itself, such as a mount point.
///
/// Each entry is exchanged in one step, so it is the old one or the new one whenever the program is
/// killed. Running the exchange again does the rest.
struct EntryExchange {
  /// An entry that the old folder, the draft or both have.
  struct Entry: Sendable, Equatable {
    let name: FilePath
    /// The draft's entry; nil if it has none. Only the inode: the device of a mount has another number
    /// when it is mounted again.
    let inode: UInt64?
  }

  enum Result {
    case done
    /// It failed with an error number, and all entries are where they were.
    case undone(Int32)
    /// It failed with an error number after some entries.
    case stopped(Int32)
  }

  private let draft: FilePath
  private let path: FilePath
  private let entries: [Entry]
  private var aside: FilePath { draft.with(Draft.asideEnding) }

  init(_ draft: FilePath, _ path: FilePath, _ entries: [Entry]) {
    (self.draft, self.path, self.entries) = (draft, path, entries)
  }

  /// Exchanges the entries that have not been exchanged.
  func run() -> Result {
    for name in (try? FolderListing.names(in: aside)) ?? [] { restore(name) }
    defer { aside.removeFolder() }
    var exchanged: [Entry] = []
    for entry in entries where !isExchanged(entry) {
      let code = exchange(entry.name)
      guard code != 0 else {
        exchanged.append(entry)
        continue
      }
      let isUndone = exchanged.reversed().allSatisfy { exchange($0.name) == 0 }
      return isUndone ? .undone(code) : .stopped(code)
    }
    return .done
  }

  private func isExchanged(_ entry: Entry) -> Bool {
    let old = status(path.appending(entry.name))
    guard let inode = entry.inode else {
      return old == nil || status(draft.appending(entry.name)) != nil
    }
    return old?.identity.inode == inode
  }

  private func status(_ path: FilePath) -> FileStatus? {
    FileStatus(of: path, followingLinks: false)
  }

  /// Exchanges what the two folders have under a name, where one of them may have nothing. Returns the
  /// error number, or 0.
  private func exchange(_ name: FilePath) -> Int32 {
    let (new, old) = (draft.appending(name), path.appending(name))
    if status(new) == nil { return old.rename(to: new) }
    if status(old) == nil { return new.rename(to: old) }
    let code = new.swap(with: old)
    guard [EINVAL, ENOTSUP, ENOSYS].contains(code) else { return code }
    return exchangeInSteps(name)
  }

  /// For file systems that cannot swap.
  private func exchangeInSteps(_ name: FilePath) -> Int32 {
    let (new, old) = (draft.appending(name), path.appending(name))
    _ = aside.makeFolder()
    var code = old.rename(to: aside.appending(name))
    guard code == 0 else { return code }
    code = new.rename(to: old)
    restore(name)
    return code
  }

  /// Moves what was set aside to the place that has nothing.
  private func restore(_ name: FilePath) {
    let (new, old) = (draft.appending(name), path.appending(name))
    let place = status(old) == nil ? old : new
    if status(place) == nil { aside.appending(name).rename(to: place) }
  }
}
