#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
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
    let answer = try Self.run(["rev-parse", "--show-toplevel"], in: folder, withErrors: true)
    guard answer.status == 0, let path = Self.lines(answer.output).first else {
      let reason = Self.lines(answer.output).first.map { $0.quoted } ?? "nothing"
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
    let answer = try Self.run(arguments, in: folder, withErrors: false)
    return answer.status == 0 ? answer.output : nil
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func run(
    _ arguments: [String], in folder: FilePath, withErrors: Bool
  ) throws(CommandError) -> (status: Int32, output: [UInt8]) {
    // No program that the repository configures is started, and paths are relative to its root.
    let options = ["-C", folder.string, "-c", "core.fsmonitor=false", "-c", "diff.relative=false"]
    var environment = ProcessInfo.processInfo.environment
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["LC_ALL"] = "C"
    do {
      return try Subprocess.run(
        "git", options + arguments, environment, joiningErrors: withErrors)
    } catch {
      throw CommandError(
        message: error.code == ENOENT
          ? "--changed-since needs git, which is not installed"
          : "cannot start git: \(SystemError.reason(error.code))", status: .usage)
    }
  }
}

/// Runs another program to its end. Foundation's `Process` would link all of Foundation, and
/// swift-subprocess with swift-system adds 3.65 MB (18%) to the program.
private enum Subprocess {
  struct Failure: Error { var code: Int32 }

  /// Runs a program from the `PATH` without standard input. Its errors are appended to its output or
  /// discarded.
  static func run(
    _ name: String, _ arguments: [String], _ environment: [String: String], joiningErrors: Bool
  ) throws(Failure) -> (status: Int32, output: [UInt8]) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Failure(code: errno) }
    defer { close(ends[0]) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    if joiningErrors {
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    for end in ends { unsafe posix_spawn_file_actions_addclose(&actions, end) }
    var child = pid_t()
    let code = unsafe withCStrings([name] + arguments) { argv in
      unsafe withCStrings(environment.map { "\($0)=\($1)" }) { envp in
        unsafe posix_spawnp(&child, name, &actions, nil, argv, envp)
      }
    }
    close(ends[1])
    guard code == 0 else { throw Failure(code: code) }
    let output = try? FileStream.bytes(from: ends[0], limit: 1 << 30)
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 { guard errno == EINTR else { break } }
    guard let output else { throw Failure(code: EIO) }
    return (status, output)
  }

  /// Passes strings as a null-terminated array of C strings.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    defer { unsafe pointers.forEach { unsafe free($0) } }
    unsafe pointers.append(nil)
    return unsafe body(pointers)
  }
}
