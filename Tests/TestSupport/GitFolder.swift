import Foundation

/// A folder with git repositories, without the settings of the machine.
package final class GitFolder: Sendable {
  /// Whether git is installed.
  package static let isHere = OtherProgram.git.isHere
  private static let settings = [
    "user.name=T", "user.email=t@example.org", "init.defaultBranch=main", "commit.gpgSign=false",
    "protocol.file.allow=always", "advice.detachedHead=false",
  ]

  /// The folder.
  package let folder: TemporaryFolder
  /// Its path.
  package var path: String { folder.path }

  /// Creates an empty folder.
  package init() throws { folder = try TemporaryFolder() }

  /// The process for a run of git in a subfolder, without hooks of its caller.
  ///
  /// - Parameter variables: added to the environment.
  package func process(
    _ arguments: [String], in place: String, variables: [String: String] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + Self.settings.flatMap { ["-c", $0] } + arguments
    process.currentDirectoryURL = folder.url.appending(path: place)
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("GIT_") }
      .merging(["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]) { $1 }
      .merging(variables) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// Runs git in a subfolder. Returns its exit status.
  @discardableResult
  package func git(
    _ arguments: String..., in place: String, variables: [String: String] = [:]
  ) throws -> Int32 {
    let process = process(arguments, in: place, variables: variables)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Creates a repository with a first commit of all files in a subfolder.
  package func commit(_ place: String, _ options: String...) throws {
    let process = process(["init"] + options, in: place)
    try process.run()
    process.waitUntilExit()
    try git("add", ".", in: place)
    try git("commit", "-m", "First", in: place)
  }

  /// Writes a program. Returns its path.
  package func script(_ text: String, to name: String) throws -> String {
    let draft = try folder.write("#!/bin/sh\n" + text + "\n", to: name + ".draft")
    // A program that this process has written cannot be started while another test starts one: that one
    // has the file open for a moment.
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"cp "$1.draft" "$1" && chmod 755 "$1" && rm "$1.draft""#, "sh", path + "/" + name,
    ]
    try process.run()
    process.waitUntilExit()
    return String(draft.dropLast(".draft".count))
  }

  /// Makes files look changed, so a stored status does not decide.
  package func touch(_ names: String...) throws {
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
        ofItemAtPath: path + "/" + name)
    }
  }

  /// Writes a program that hangs, as does one that it starts. Both write their IDs into files: `parent` and
  /// `child`. Returns its path.
  package func hangingScript(to name: String) throws -> String {
    try script(
      """
      sh -c 'echo $$ > "\(path)/child.new"; mv "\(path)/child.new" "\(path)/child"; sleep 600; echo > "\(path)/survivor"' &
      echo $$ > "\(path)/parent.new"; mv "\(path)/parent.new" "\(path)/parent"
      wait
      """, to: name)
  }

  /// Waits for the end of the process whose ID is in a file. The process that adopts it may not have waited for it.
  ///
  /// - Returns: whether it was ended, and not by itself.
  package func hasEnded(_ file: String) throws -> Bool {
    let text = String(decoding: try folder.bytes(file), as: UTF8.self)
    guard let process = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      return false
    }
    while kill(process, 0) == 0 {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if state?.contains(") Z ") == true { break }
      sched_yield()
    }
    return try !folder.files().contains("survivor")
  }
}
