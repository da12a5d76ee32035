internal import Basics

/// A failure of git.
package enum GitError: Error, Sendable, Equatable, CustomStringConvertible {
  case notInstalled
  /// The system cannot start git. `reason` is its message.
  case notStarted(reason: String)
  /// A folder is not in a work tree. `reason` is git's message.
  case notInRepository(folder: String, reason: String)
  case unknownCommit(name: String, isShallow: Bool)
  case noCommonAncestor(name: String, isShallow: Bool)
  /// The folders of a commit, or other objects, are not in the repository. `reason` is git's message.
  case missingObjects(commit: String, reason: String)
  case timeout(seconds: Int)
  /// Git failed. `reason` is its message.
  case failed(reason: String)

  /// One sentence without a full stop, and often what to do.
  package var description: String {
    switch self {
    case .notInstalled: "git is not installed"
    case .notStarted(let reason): "cannot start git: \(reason)"
    case .notInRepository(let folder, let reason):
      "\(folder) is not in the work tree of a git repository; git reports: \(reason.quoted)"
    case .unknownCommit(let name, let isShallow):
      "git does not know the commit \(name.quoted); "
        + (isShallow ? Self.fullHistory : "fetch it: git fetch origin")
    case .noCommonAncestor(let name, let isShallow):
      "\(name.quoted) and HEAD have no common ancestor; "
        + (isShallow ? Self.fullHistory : "choose a branch that this one was created from")
    case .missingObjects(let commit, let reason):
      "objects of the commit \(commit) are missing, as in a partial clone; fetch them: "
        + "git ls-tree -r \(commit) (git reports: \(reason.quoted))"
    case .timeout(let seconds):
      "git did not end within \(seconds) seconds and was stopped; run git status to see why"
    case .failed(let reason): "git failed: \(reason.quoted)"
    }
  }

  private static let fullHistory =
    "the clone is shallow: fetch the full history (fetch-depth: 0 for actions/checkout,"
    + " GIT_DEPTH: 0 in GitLab, or git fetch --unshallow)"
}
