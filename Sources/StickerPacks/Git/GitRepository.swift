package import Basics

/// A git repository with a work tree.
///
/// Git only lists names, modes and object IDs here. Whether a file has the content of an object is decided
/// by ``GitObject``: git would run the filters that the repository's configuration names.
package struct GitRepository: Sendable {
  private let git: GitCommand
  /// The top folder of the work tree, without links.
  private let root: FilePath
  /// The folder in the work tree for which it was found.
  private let folder: FilePath

  /// Finds the repository that contains a folder.
  ///
  /// - Parameters:
  ///   - program: git, as a name on the `PATH` or a path.
  ///   - timeLimit: the most time for all runs of git together.
  package init(
    at folder: FilePath, program: String = "git", timeLimit: Duration = .seconds(60)
  ) throws(GitError) {
    try self.init(at: folder, GitCommand(program, timeLimit: timeLimit))
  }

  private init(at folder: FilePath, _ git: GitCommand) throws(GitError) {
    let found = try git.run("rev-parse", "--show-toplevel", in: folder)
    if let root = Self.root(found, above: folder) {
      (self.git, self.root, self.folder) = (git, root, folder.resolved ?? folder)
      return
    }
    // Such as a repository beside its work tree.
    guard let named = git.withNamedRepository,
      let root = Self.root(try named.run("rev-parse", "--show-toplevel", in: folder), above: folder)
    else { throw .notInRepository(folder: folder.string, reason: found.reason) }
    (self.git, self.root, self.folder) = (named, root, folder.resolved ?? folder)
  }

  /// The root in an answer; nil if git failed or a configuration puts the work tree elsewhere.
  private static func root(_ answer: GitCommand.Answer, above folder: FilePath) -> FilePath? {
    guard let root = answer.line.flatMap({ FilePath(bytes: $0).resolved }),
      folder.resolved?.isInside(root) == true
    else { return nil }
    return root
  }

  /// The absolute paths that differ from the merge base of `HEAD` and `reference`: committed,
  /// uncommitted, untracked but not ignored, or deleted.
  package func changes(since reference: String) throws(GitError) -> ChangedPaths {
    guard !reference.hasPrefix("-"),
      try git.run(
        "rev-parse", "--verify", "--quiet", reference + "^{commit}", in: root
      ).isSuccess
    else { throw .unknownCommit(name: reference, isShallow: try isShallow) }
    let base = try git.run("merge-base", reference, "HEAD", in: root)
    guard let line = base.line?.split(separator: UInt8(ascii: "\n")).first else {
      throw .noCommonAncestor(name: reference, isShallow: try isShallow)
    }
    return ChangedPaths(try changes(from: String(decoding: line, as: UTF8.self)))
  }

  private var isShallow: Bool {
    get throws(GitError) {
      try git.run("rev-parse", "--is-shallow-repository", in: root).line == Array("true".utf8)
    }
  }

  /// The absolute paths whose files differ from a commit.
  private func changes(from commit: String) throws(GitError) -> [FilePath] {
    let tree = try git.run("ls-tree", "-r", "-z", "--full-tree", commit, in: root)
    guard tree.isSuccess else { throw .missingObjects(commit: commit, reason: tree.reason) }
    let index = try git.run("ls-files", "--stage", "--debug", "-z", in: root)
    let others = try git.run("ls-files", "--others", "--exclude-standard", "-z", in: root)
    for answer in [index, others] where !answer.isSuccess {
      throw .missingObjects(commit: "HEAD", reason: answer.reason)
    }
    var changed = others.output.split(separator: 0).map { root.appending(FilePath(bytes: $0)) }
    var objects = GitListing.objects(inTree: tree.output)
    let indexTime = try indexTime
    for entry in GitListing.entries(ofIndex: index.output) {
      let old = objects.removeValue(forKey: entry.path)
      let path = root.appending(entry.path)
      if let old, old.kind == .repository, entry.object.kind == .repository {
        changed += try changes(inRepositoryAt: path, from: old, entry)
      } else if hasChanged(path, entry, since: old, indexTime) {
        changed.append(path)
      }
    }
    return changed + objects.keys.map { root.appending($0) }
  }

  /// When the index was written, in seconds since 1970.
  private var indexTime: Int {
    get throws(GitError) {
      let path = try git.run("rev-parse", "--git-path", "index", in: root).line.map {
        FilePath(bytes: $0)
      }
      let status = path.flatMap { FileStatus(of: $0.isAbsolute ? $0 : root.appending($0)) }
      return (status?.modified ?? 0) / 1_000_000_000
    }
  }

  private func hasChanged(
    _ path: FilePath, _ entry: GitListing.Entry, since old: GitObject?, _ indexTime: Int
  ) -> Bool {
    guard let old, old.kind == entry.object.kind, !entry.isUnmerged else { return true }
    guard let status = FileStatus(of: path, followingLinks: false) else {
      // A sparse checkout leaves files out.
      return !(entry.isSkipped && entry.object == old)
    }
    if entry.object == old, entry.isUnchanged(status, indexTime) { return false }
    return !old.isContent(of: path, status)
  }

  /// The changes in a repository inside of this one. All of it has changed if its commit is missing.
  private func changes(
    inRepositoryAt path: FilePath, from old: GitObject, _ entry: GitListing.Entry
  ) throws(GitError) -> [FilePath] {
    guard path.isInside(folder), !path.isLink, path.appending(".git").exists else {
      return old == entry.object ? [] : [path]
    }
    do {
      let repository = try GitRepository(at: path, git)
      guard repository.root == path else { return [path] }
      return try repository.changes(from: old.id)
    } catch {
      switch error {
      case .missingObjects, .notInRepository: return [path]
      default: throw error
      }
    }
  }
}
