internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// One report of a lint: how it is written, and where.
struct LintReport {
  /// The ways in which findings are written.
  enum Format: String, CaseIterable {
    case text, json, jsonl, markdown, html, sarif, junit, checkstyle, github, gitlab, xcode

    /// All names, for help.
    static let names = allCases.map(\.rawValue)

    /// The format of a name, or a refusal with the nearest one.
    init(named name: String) throws {
      guard let format = Format(rawValue: name) else {
        let nearest = Spelling.nearest(to: name, in: Self.names)
        let advice =
          nearest.map { "did you mean \"\($0)\"?" }
          ?? "the formats are \(Self.names.joined(separator: ", "))"
        throw ValidationError("\(name.quoted) is no format; \(advice)")
      }
      self = format
    }
  }

  var format: Format
  /// The file that is written; nil for standard output.
  var file: FilePath?

  init(_ format: Format, to file: FilePath?) {
    self.format = format
    self.file = file == "-" ? nil : file
  }

  /// A report as it is asked for: `sarif=report.sarif`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let format = try Format(named: String(parts[0]))
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "it says no file; write \(format.rawValue)=FILE or \(format.rawValue)=-")
    }
    self.init(format, to: FilePath(String(parts[1])))
  }

  /// Writes the report.
  func write(_ result: LintResult) throws {
    let bytes = try bytes(of: result)
    if let file { try WholeFile.write(bytes, to: file) } else { try Terminal.write(bytes) }
  }

  private func bytes(of result: LintResult) throws -> [UInt8] {
    switch format {
    case .text:
      Array(TextReport(style: file == nil ? Terminal.style : .plain).text(of: result).utf8)
    case .json: try JSONReport.bytes(of: result, version: Stickerpack.version)
    case .jsonl: try JSONLinesReport.bytes(of: result)
    case .markdown: Array(MarkdownReport.text(of: result).utf8)
    case .html: Array(HTMLReport.text(of: result).utf8)
    case .sarif: try SARIFReport.bytes(of: result, version: Stickerpack.version)
    case .junit: Array(JUnitReport.text(of: result).utf8)
    case .checkstyle: Array(CheckstyleReport.text(of: result).utf8)
    case .github: Array(GitHubReport.text(of: result).utf8)
    case .gitlab: try GitLabReport.bytes(of: result)
    case .xcode:
      Array(
        XcodeReport.text(of: result, in: (FilePath.currentFolder.resolved ?? .currentFolder).string)
          .utf8)
    }
  }
}
