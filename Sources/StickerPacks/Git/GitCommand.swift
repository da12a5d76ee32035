internal import Basics
internal import SystemLibraries

/// Runs git on a repository that is not trusted.
///
/// Git starts programs that a repository's configuration names: filters, hooks, monitors, pagers, diff
/// and transport commands. Only commands that list names and object IDs are run, and the programs that these
/// could start are turned off. Nothing is fetched and no index is written.
struct GitCommand: Sendable {
  /// The most bytes of output: names and IDs of about a million files.
  private static let mostBytes = 256 << 20

  // An empty value turns a monitor off in all versions: before 2.36, every other one was a program.
  private static let options = [
    "--no-pager", "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null",
    "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
    "-c", "core.fileMode=false",
  ]

  // A hook has these from the git that runs it. They are about its folder and its command, and a relative
  // path means another folder here. See `git rev-parse --local-env-vars`, without the configuration that
  // the user passes.
  private static let environmentOfHooks: [String: String?] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil, "GIT_COMMON_DIR": nil, "GIT_DIR": nil,
    "GIT_GRAFT_FILE": nil, "GIT_IMPLICIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil,
    "GIT_NAMESPACE": nil, "GIT_OBJECT_DIRECTORY": nil, "GIT_PREFIX": nil, "GIT_SHALLOW_FILE": nil,
    "GIT_WORK_TREE": nil,
  ]

  // Versions before 2.45 do not know GIT_NO_LAZY_FETCH and start a fetch of missing objects, which may
  // then use no protocol.
  private static let environment =
    environmentOfHooks.merging([
      "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0",
      "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
    ]) { $1 }

  struct Answer {
    var isSuccess: Bool
    var output: [UInt8]
    /// The line of standard error that says why git failed; warnings may come before it.
    var reason: String

    /// The output without the line feed at its end; nil if git failed.
    var line: [UInt8]? {
      guard isSuccess else { return nil }
      return output.last == UInt8(ascii: "\n") ? output.dropLast() : output
    }
  }

  private let program: String
  private var options = Self.options
  private let timeLimit: Duration
  private let deadline: ContinuousClock.Instant
  private var environment = Self.environment

  /// Creates a command whose runs end within a time, all together.
  ///
  /// - Parameter program: a name on the `PATH`, or a path.
  init(_ program: String, timeLimit: Duration) {
    (self.program, self.timeLimit) = (program, timeLimit)
    deadline = .now + timeLimit
  }

  /// The command with the repository and the work tree that the environment of this process names; nil if
  /// it names none.
  var withNamedRepository: GitCommand? {
    let variables = ProcessInfo.processInfo.environment
    guard let repository = variables["GIT_DIR"].flatMap({ FilePath($0).resolved }) else {
      return nil
    }
    // Git uses the working directory, too.
    let tree = FilePath(variables["GIT_WORK_TREE"] ?? ".").resolved
    var command = self
    command.environment["GIT_DIR"] = repository.string
    command.environment["GIT_WORK_TREE"] = tree?.string
    return command
  }

  /// The command without the filters that the configuration of a repository names.
  func withoutFilters(in folder: FilePath) throws(GitError) -> GitCommand {
    let keys = try run("config", "--name-only", "--null", "--get-regexp", #"^filter\."#, in: folder)
    var command = self
    for key in keys.output.split(separator: 0) {
      guard let end = key.lastIndex(of: UInt8(ascii: ".")) else { continue }
      let name = String(decoding: key[..<end], as: UTF8.self)
      // In an option, the key ends there.
      guard !name.contains("=") else {
        throw .failed(reason: "the configuration has a filter with \"=\" in its name")
      }
      for setting in ["clean=", "smudge=", "process=", "required=false"] {
        command.options += ["-c", "\(name).\(setting)"]
      }
    }
    return command
  }

  func run(_ arguments: String..., in folder: FilePath) throws(GitError) -> Answer {
    let end: Subprocess.End
    var output: [UInt8] = []
    do {
      end = try Subprocess.run(
        program, options + ["-C", folder.string] + arguments, environment: environment,
        timeLimit: max(.zero, deadline - .now)
      ) {
        output += $0
        return output.count <= Self.mostBytes
      }
    } catch {
      throw error.isMissing
        ? .notInstalled : .notStarted(reason: SystemError.reason(error.code))
    }
    guard !end.isTimeout else { throw .timeout(seconds: Int(timeLimit.components.seconds)) }
    guard output.count <= Self.mostBytes else {
      throw .failed(reason: "the repository has too many files")
    }
    let lines = end.errors.split(separator: UInt8(ascii: "\n"))
    let reason = lines.first { $0.starts(with: "fatal: ".utf8) } ?? lines.first ?? []
    return Answer(
      isSuccess: end.isSuccess, output: output, reason: String(decoding: reason, as: UTF8.self))
  }
}
