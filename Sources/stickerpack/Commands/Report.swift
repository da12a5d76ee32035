internal import ArgumentParser
internal import Basics
internal import StickerPacks
internal import StickerPages
internal import StickerReports

/// `stickerpack report`
struct Report: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Process existing reports.", subcommands: [Merge.self])

  /// `stickerpack report merge`
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge",
      abstract: "Merge the JSON reports of all shards into one report.",
      discussion: """
        Accepts the reports of lint --shard 1/N to N/N in any order. The merged report and the exit \
        status are those of a single run. Prints JSON unless --format selects another format.

        EXAMPLES
          stickerpack report merge part-*.json --output report.json
          stickerpack report merge part-*.json --format text --report sarif=report.sarif
        """)

    @Argument(help: "The JSON report of each shard.", completion: .file(extensions: ["json"]))
    var reports: [FilePath]

    @OptionGroup(title: "Reports")
    var reporting: ReportOptions

    @OptionGroup(title: "Output")
    var outputOptions: OutputOptions

    func run() throws {
      var read: [(name: String, bytes: [UInt8])] = []
      for file in reports {
        do {
          read.append((file.string, try FileReading.bytes(ofFileAt: file)))
        } catch {
          throw CommandError(message: "cannot read \(file): \(error)", status: .usage)
        }
      }
      let contents: ReportContents
      do {
        contents = try ReportContents(joining: read)
      } catch let failure as ReportError {
        throw CommandError(message: failure.description, status: .usage)
      }
      try reporting.write(LintPage(contents), outputOptions, main: .json, suggestion: .all)
    }
  }
}
