internal import Basics

/// The patterns by which git ignores files of a work tree, read without running git.
///
/// The `.gitignore` files and `info/exclude` count. The user's own `core.excludesFile` does not, so
/// a lint has the same result on every machine. Git keeps a tracked file even if a pattern matches it;
/// its index is not read here.
///
/// Source: git, gitignore(5).
struct GitIgnore {
  private struct Pattern {
    var glob: Glob
    var isNegated: Bool

    /// - Parameter line: a line of a file, without its line feed.
    init?(_ line: ArraySlice<UInt8>) {
      var line = line
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.first != UInt8(ascii: "#") else { return nil }
      isNegated = line.first == UInt8(ascii: "!")
      if isNegated { line.removeFirst() }
      guard let glob = Glob(gitIgnore: Self.withoutTrailingSpaces(line)) else { return nil }
      self.glob = glob
    }

    /// Spaces at the end count only after a backslash.
    private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      var end = line.startIndex
      var index = line.startIndex
      while index < line.endIndex {
        if line[index] == UInt8(ascii: "\\") {
          index = min(index + 1, line.endIndex - 1)
        } else if line[index] == UInt8(ascii: " ") {
          index += 1
          continue
        }
        index += 1
        end = index
      }
      return line[..<end]
    }
  }

  /// The patterns of a file and the folder to which they are relative.
  private struct File {
    var folder: FilePath
    var patterns: [Pattern]

    init(_ path: FilePath, in folder: FilePath) {
      self.folder = folder
      // Git does not follow links to these files.
      let bytes =
        path.isLink
        ? nil : try? FileReading.bytes(ofFileAt: path, limit: FileReading.mostBytesOfJSON)
      var text = (bytes ?? [])[...]
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
      patterns = text.split(separator: UInt8(ascii: "\n")).compactMap(Pattern.init)
    }
  }

  /// The files that apply, lowest precedence first.
  private var files: [File]

  /// The patterns that apply to the entries of a folder. Nil outside of a work tree, and for a folder
  /// that is ignored itself, because it was named on purpose.
  ///
  /// - Parameter folder: an absolute path without links.
  init?(of folder: FilePath) {
    guard let root = folder.workTree else { return nil }
    files = [File(Self.exclusions(of: root), in: root)]
    add(root)
    var current = root
    for name in folder.relative(to: root)?.components ?? [] where folder != root {
      current = current.appending(FilePath(bytes: name))
      if ignores(current, isFolder: true) { return nil }
      add(current)
    }
  }

  private mutating func add(_ folder: FilePath) {
    let file = File(folder.appending(".gitignore"), in: folder)
    if !file.patterns.isEmpty { files.append(file) }
  }

  /// The patterns that apply to the entries of a folder.
  ///
  /// - Parameter outer: those that apply to the folder itself; nil if there are none.
  init?(of folder: FilePath, below outer: GitIgnore?) {
    // A repository inside another one has its own patterns.
    if folder.appending(".git").exists {
      self.init(of: folder)
    } else if let outer {
      self = outer
      add(folder)
    } else {
      return nil
    }
  }

  /// Whether git ignores a file or folder. Ask for the folders above first: what is in an ignored
  /// folder is ignored, whatever the patterns say.
  func ignores(_ path: FilePath, isFolder: Bool) -> Bool {
    let name = Glob.Path(bytesOf: path.name)
    for file in files.reversed() {
      guard let relative = path.relative(to: file.folder) else { continue }
      let path = Glob.Path(bytesOf: relative)
      for pattern in file.patterns.reversed()
      where pattern.glob.matches(pattern.glob.isForNames ? name : path, isFolder: isFolder) {
        return !pattern.isNegated
      }
    }
    return false
  }

  /// The `info/exclude` of a work tree. In a linked work tree and a submodule, `.git` is a file with the
  /// path of the repository.
  private static func exclusions(of root: FilePath) -> FilePath {
    var repository = root.appending(".git")
    if let link = path(in: repository, after: "gitdir: ", relativeTo: root) {
      repository =
        path(in: link.appending("commondir"), after: "", relativeTo: link) ?? link
    }
    return repository.appending("info/exclude")
  }

  /// The path in the first line of a file.
  private static func path(
    in file: FilePath, after prefix: String, relativeTo folder: FilePath
  ) -> FilePath? {
    guard file.isFile, let bytes = try? FileReading.bytes(ofFileAt: file, limit: 4096),
      bytes.starts(with: prefix.utf8)
    else { return nil }
    let path = FilePath(
      bytes: bytes.dropFirst(prefix.utf8.count).prefix { $0 != UInt8(ascii: "\n") })
    return path.isAbsolute ? path : folder.appending(path)
  }
}

extension FilePath {
  /// The nearest folder that holds `.git`: this one or one above it.
  var workTree: FilePath? {
    var folder = self
    while !folder.appending(".git").exists {
      guard folder != "/" else { return nil }
      folder = folder.parent
    }
    return folder
  }
}
