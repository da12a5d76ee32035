internal import Basics

/// Reads what git lists about a commit and about the index.
enum GitListing {
  struct Entry {
    /// The path below the root of the work tree.
    var path: FilePath
    /// The content when it was added.
    var object: GitObject
    /// Whether a merge left several versions.
    var isUnmerged: Bool
    /// The status of the file when it was added; nil if git does not list it.
    fileprivate var stamp: Stamp?

    /// Whether a sparse checkout leaves the file out.
    var isSkipped: Bool { (stamp?.flags ?? 0) & 1 << 30 != 0 }

    /// Whether a file with this status has the content of the index.
    ///
    /// A file that changed in the second in which the index was written can have changed again
    /// (https://git-scm.com/docs/racy-git).
    func isUnchanged(_ status: FileStatus, _ indexTime: Int) -> Bool {
      stamp?.numbers == Stamp.numbers(of: status) && status.modified / 1_000_000_000 < indexTime
    }
  }

  /// What `git ls-files --debug` lists about an entry.
  fileprivate struct Stamp {
    /// The numbers that change with the content.
    var numbers: [UInt32]
    var flags: UInt32

    /// The times of the last change and modification in seconds and nanoseconds, the inode and the size.
    /// Git stores the lowest 32 bits of each.
    static func numbers(of status: FileStatus) -> [UInt32] {
      let times = [status.changed, status.modified].flatMap {
        [$0 / 1_000_000_000, $0 % 1_000_000_000]
      }
      return times.map { UInt32(truncatingIfNeeded: $0) }
        + [
          UInt32(truncatingIfNeeded: status.identity.inode),
          UInt32(truncatingIfNeeded: status.size),
        ]
    }
  }

  /// The objects in the output of `git ls-tree -r -z` by their path.
  static func objects(inTree output: [UInt8]) -> [FilePath: GitObject] {
    var objects: [FilePath: GitObject] = [:]
    for line in output.split(separator: 0) {
      // Mode, type and ID, then the path.
      guard let (words, path) = wordsAndPath(line), words.count == 3,
        let object = GitObject(mode: words[0], id: words[2])
      else { continue }
      objects[path] = object
    }
    return objects
  }

  /// The entries in the output of `git ls-files --stage --debug -z`.
  static func entries(ofIndex output: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    var rest = output[...]
    while let end = rest.firstIndex(of: 0) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      let stamp = Stamp(removingFrom: &rest)
      // Mode, ID and stage, then the path.
      guard let (words, path) = wordsAndPath(line), words.count == 3,
        let object = GitObject(mode: words[0], id: words[1])
      else { continue }
      entries.append(
        Entry(
          path: path, object: object, isUnmerged: !words[2].elementsEqual("0".utf8), stamp: stamp))
    }
    return entries
  }

  private static func wordsAndPath(
    _ line: ArraySlice<UInt8>
  ) -> (words: [ArraySlice<UInt8>], path: FilePath)? {
    guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    return (line[..<tab].split(separator: UInt8(ascii: " ")), FilePath(bytes: line[(tab + 1)...]))
  }
}

extension GitListing.Stamp {
  /// Reads the lines about an entry, which are not documented; nil if there are others:
  ///
  ///       ctime: 1795393962:596086220
  ///       mtime: 1795393962:596086220
  ///       dev: 65024  ino: 16288407
  ///       uid: 0  gid: 0
  ///       size: 2  flags: 0
  fileprivate init?(removingFrom rest: inout ArraySlice<UInt8>) {
    guard rest.starts(with: "  ctime: ".utf8) else { return nil }
    var words: [Substring] = []
    for _ in 0..<5 {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...].dropFirst()
      words += line.split { " \t:".contains($0) }
    }
    guard words.count == 18, let flags = UInt32(words[17], radix: 16) else { return nil }
    numbers = [1, 2, 4, 5, 9, 15].compactMap { UInt32(words[$0]) }
    guard numbers.count == 6 else { return nil }
    self.flags = flags
  }
}
