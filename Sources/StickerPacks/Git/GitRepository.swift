package import Basics

/// A git repository with a work tree.
///
/// Git compares the files. Files that a filter of the repository converts are compared by their status only,
/// because no filter runs.
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
    let git = try git.withoutFilters(in: root)
    // Without renames no content of a commit is needed. A submodule may have filters of its own.
    let difference = try git.run(
      "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative", "--no-ext-diff",
      "--no-textconv", "--ignore-submodules=dirty", commit, "--", in: root)
    guard difference.isSuccess else {
      throw .missingObjects(commit: commit, reason: difference.reason)
    }
    let others = try git.run("ls-files", "--others", "--exclude-standard", "-z", in: root)
    let index = try git.run("ls-files", "--stage", "-z", in: root)
    for answer in [index, others] where !answer.isSuccess {
      throw .missingObjects(commit: "HEAD", reason: answer.reason)
    }
    var changed = others.output.split(separator: 0).map { root.appending(FilePath(bytes: $0)) }
    var repositories = Self.repositories(inIndex: index.output)
    // A colon, modes, IDs and a letter, then a path.
    let fields = difference.output.split(separator: 0)
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let words = String(decoding: fields[index].dropFirst(), as: UTF8.self).split(separator: " ")
        .map(String.init)
      guard words.count == 5 else { continue }
      let path = FilePath(bytes: fields[index + 1])
      if words[0] == words[1], words[0] == Self.repositoryMode {
        repositories[path] = (words[2], true)
      } else if try hasChanged(root.appending(path), modes: words[0...1], ids: words[2...3], git) {
        changed.append(root.appending(path))
        repositories[path] = nil
      }
    }
    for (name, (commit, isChanged)) in repositories {
      changed += try changes(inRepositoryAt: root.appending(name), from: commit, isChanged)
    }
    return changed
  }

  /// The mode of another repository in a commit.
  private static let repositoryMode = "160000"

  /// The commits of other repositories in the output of `git ls-files --stage -z`.
  private static func repositories(
    inIndex output: [UInt8]
  ) -> [FilePath: (commit: String, isChanged: Bool)] {
    var commits: [FilePath: (commit: String, isChanged: Bool)] = [:]
    for line in output.split(separator: 0) where line.starts(with: repositoryMode.utf8) {
      // Mode, ID and stage, then the path.
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = line[..<tab].split(separator: UInt8(ascii: " "))
      commits[FilePath(bytes: line[(tab + 1)...])] = (
        String(decoding: words[1], as: UTF8.self), false
      )
    }
    return commits
  }

  /// Whether a difference that git lists changes what a file shows.
  private func hasChanged(
    _ path: FilePath, modes: ArraySlice<String>, ids: ArraySlice<String>, _ git: GitCommand
  ) throws(GitError) -> Bool {
    let (old, new) = (ids[ids.startIndex], ids[ids.endIndex - 1])
    // Whether a file is executable does not matter.
    guard old != new else { return Set(modes.map { $0.prefix(3) }).count > 1 }
    // Git has compared the file with the pointer of Git LFS
    // (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
    guard new.allSatisfy({ $0 == "0" }),
      FileStatus(of: path, followingLinks: false)?.kind == .file,
      let file = try? FileReading.digest(ofFileAt: path)
    else { return true }
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(file.sha256)\nsize \(file.bytes)\n"
    let content = try git.run("cat-file", "blob", old, in: root)
    return !content.isSuccess || content.output != Array(pointer.utf8)
  }

  /// The changes in a repository inside of this one. All of it has changed if its commit is missing.
  private func changes(
    inRepositoryAt path: FilePath, from commit: String, _ isChanged: Bool
  ) throws(GitError) -> [FilePath] {
    guard path.isInside(folder), !path.isLink, path.appending(".git").exists else {
      return isChanged ? [path] : []
    }
    do {
      let repository = try GitRepository(at: path, git)
      guard repository.root == path else { return [path] }
      return try repository.changes(from: commit)
    } catch {
      switch error {
      case .missingObjects, .notInRepository: return [path]
      default: throw error
      }
    }
  }
}
