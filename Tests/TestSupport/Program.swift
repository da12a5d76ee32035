import Foundation

/// A program of this package, run as a separate process.
package struct Program: Sendable {
  /// The result of a run.
  package struct Run: Sendable {
    /// The exit status.
    package var status: Int32
    /// All of standard output.
    package var output: String
    /// All of standard error.
    package var errors: String
  }

  private let url: URL
  /// The file of the program.
  package var path: String { url.path }

  /// The command-line tool.
  package static let stickerpack = Program("stickerpack")
  /// The program that runs the shim with each allocation failing in turn.
  package static let allocationFaults = Program("AllocationFaults")

  /// The folder into which the test bundle, the programs and the modules are built.
  package static let buildFolder: URL = {
    let bundle =
      CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle)
    repeat {
      folder.deleteLastPathComponent()
    } while folder.path.contains(".xctest")
    return folder
  }()

  private init(_ name: String) { url = Self.buildFolder.appending(path: name) }

  /// The process for a run in a folder, with empty standard input.
  package func process(_ arguments: [String], in folder: URL) -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs the program in a folder, without a terminal.
  ///
  /// - Parameters:
  ///   - variables: added to the environment, without variables about color.
  ///   - mostBlocks: the largest file that it can write, in blocks of 512 bytes (1,024 in some shells); nil for any.
  package func run(
    _ arguments: [String], in folder: URL = Repository.root, variables: [String: String] = [:],
    mostBlocks: Int? = nil
  ) throws -> Run {
    let process = process(arguments, in: folder)
    if let mostBlocks {
      process.executableURL = URL(filePath: "/bin/sh")
      // Without the signal, writing more fails.
      let script = "trap '' XFSZ; ulimit -f \(mostBlocks); exec \"$0\" \"$@\""
      process.arguments = ["-c", script, url.path] + arguments
    }
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasSuffix("COLOR") && $0.key != "CLICOLOR_FORCE" }
      .merging(variables, uniquingKeysWith: { $1 })
    let files = try TemporaryFolder()
    // Files, because a pipe blocks when its buffer is full.
    let names = ["out", "err"]
    for name in names { try files.write("", to: name) }
    let handles = try names.map { try FileHandle(forWritingTo: files.url.appending(path: $0)) }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    process.waitUntilExit()
    let texts = try names.map { String(decoding: try files.bytes($0), as: UTF8.self) }
    return Run(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}
