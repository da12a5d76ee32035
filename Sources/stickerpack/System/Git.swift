internal import Basics
internal import StickerPacks

/// Runs git, without a shell.
struct Git {
  /// The top folder of the working tree, without links.
  private let root: FilePath
  private let folder: FilePath

  /// The repository that contains a folder.
  init(at folder: FilePath) throws(CommandError) {
    self.folder = folder
    let answer = try Self.run(["rev-parse", "--show-toplevel"], in: folder)
    guard answer.end.isSuccess, let path = Self.lines(answer.output).first else {
      let reason = Self.lines(answer.end.errors).first.map { $0.quoted } ?? "nothing"
      throw CommandError(
        message: "--changed-since needs a git repository; git reports for \(folder): \(reason)",
        status: .usage)
    }
    root = FilePath(path).resolved ?? FilePath(path)
  }

  /// The absolute paths that differ from the merge base of `HEAD` and `reference`: committed,
  /// uncommitted, untracked but not ignored, or deleted.
  func changes(since reference: String) throws(CommandError) -> ChangedPaths {
    guard try ask("rev-parse", "--verify", "--quiet", reference + "^{commit}") != nil else {
      throw CommandError(
        message:
          "git does not know the commit \(reference.quoted)\(try remedy("git fetch origin"))",
        status: .usage)
    }
    guard let base = try ask("merge-base", reference, "HEAD").flatMap({ Self.lines($0).first })
    else {
      throw CommandError(
        message: "\(reference.quoted) and HEAD have no common ancestor"
          + (try remedy("choose a branch that this one was created from")), status: .usage)
    }
    let tracked = try ask("diff", "--name-only", "-z", "--no-ext-diff", "--no-renames", base, "--")
    let others = try ask("ls-files", "-z", "--others", "--exclude-standard", "--full-name")
    guard let tracked, let others else {
      throw CommandError(
        message: "git cannot list the changes in \(folder)", status: .failed)
    }
    return ChangedPaths(
      (tracked + others).split(separator: 0).map {
        root.appending(FilePath(bytes: $0))
      })
  }

  private func remedy(_ other: String) throws(CommandError) -> String {
    let isShallow = try ask("rev-parse", "--is-shallow-repository").map(Self.lines) == ["true"]
    return isShallow
      ? "; the clone is shallow: fetch the full history (fetch-depth: 0 for actions/checkout,"
        + " GIT_DEPTH: 0 in GitLab, or git fetch --unshallow)"
      : "; \(other)"
  }

  /// The output of git; nil if it fails.
  private func ask(_ arguments: String...) throws(CommandError) -> [UInt8]? {
    let answer = try Self.run(arguments, in: folder)
    return answer.end.isSuccess ? answer.output : nil
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func run(
    _ arguments: [String], in folder: FilePath
  ) throws(CommandError) -> (end: Subprocess.End, output: [UInt8]) {
    // No program that the repository configures is started, and paths are relative to its root.
    let options = ["-C", folder.string, "-c", "core.fsmonitor=false", "-c", "diff.relative=false"]
    do {
      return try Subprocess.output(
        of: "git", options + arguments, environment: ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"])
    } catch {
      throw CommandError(
        message: error.isMissing
          ? "--changed-since needs git, which is not installed"
          : "cannot start git: \(SystemError.reason(error.code))", status: .usage)
    }
  }
}
