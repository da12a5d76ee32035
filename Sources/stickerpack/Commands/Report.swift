internal import ArgumentParser
internal import Basics
internal import StickerPacks
internal import StickerReports

/// `stickerpack report`
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work with reports that were written before.", subcommands: [Merge.self])

  /// `stickerpack report merge`
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Join the JSON reports of all parts of a tree into that of a single run.",
      discussion: """
        Takes the reports of lint --shard 1/N … N/N, in any order, and exits as a single run \
        would have.

        EXAMPLES
          stickerpack report merge part-*.json --output report.json
        """)

    @Argument(help: "The report of each part.", completion: .file(extensions: ["json"]))
    var reports: [String]

    @Option(
      name: .shortAndLong,
      help: .init("Write the report to a file; - is standard output.", valueName: "file"),
      completion: .file())
    var output = "-"

    @Flag(help: "Exit with 0 whatever was found.")
    var exitZero = false

    func run() throws {
      var read: [(name: String, bytes: [UInt8])] = []
      for file in reports {
        do {
          read.append((file, try FileReading.bytes(ofFileAt: file)))
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
