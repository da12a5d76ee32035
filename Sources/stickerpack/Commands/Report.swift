internal import ArgumentParser
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack report`
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Process existing reports.", subcommands: [Merge.self])

  /// `stickerpack report merge`
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Merge the JSON reports of all shards into one report.",
      discussion: """
        Accepts the reports of lint --shard 1/N to N/N in any order. The merged report and the exit \
        status are those of a single run.

        EXAMPLES
          stickerpack report merge part-*.json --output report.json
        """)

    @Argument(help: "The JSON report of each shard.", completion: .file(extensions: ["json"]))
    var reports: [FilePath]

    @Option(
      name: .shortAndLong,
      help: .init("Write the report to a file (-: standard output).", valueName: "file"),
      completion: .file())
    var output: FilePath = "-"

    @Flag(help: "Exit with 0 even if there are errors.")
    var exitZero = false

    func run() throws {
      var read: [(name: String, bytes: [UInt8])] = []
      for file in reports {
        do {
          read.append((file.string, try FileReading.bytes(ofFileAt: file)))
        } catch {
          throw CommandError(message: "cannot read \(file): \(error)", status: .usage)
        }
      }
      let joined: JoinedReport
      do {
        joined = try JoinedReport(of: read)
      } catch let failure as ReportError {
        throw CommandError(message: failure.description, status: .usage)
      }
      if output == "-" {
        try Terminal.write(joined.bytes)
      } else {
        try WholeFile.write(joined.bytes, to: output)
      }
      if !joined.passed, !exitZero { throw ExitCode(ExitStatus.findings.rawValue) }
    }
  }
}
