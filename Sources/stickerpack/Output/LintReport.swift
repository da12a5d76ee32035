internal import ArgumentParser
internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// One report of a lint: how it is written, and where.
struct LintReport {
  var format: ReportFormat
  /// The file that is written; nil for standard output.
  var file: FilePath?

  init(_ format: ReportFormat, to file: FilePath?) {
    self.format = format
    self.file = file == "-" ? nil : file
  }

  /// A report as it is asked for: `sarif=report.sarif`.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let format = try ReportFormat(named: String(parts[0]))
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError(
        "it says no file; write \(format.rawValue)=FILE or \(format.rawValue)=-")
    }
    self.init(format, to: FilePath(String(parts[1])))
  }

  /// Writes the report.
  func write(_ result: LintResult) throws {
    let bytes = try result.reportBytes(
      as: format, style: file == nil ? Terminal.style : .plain)
    if let file { try WholeFile.write(bytes, to: file) } else { try Terminal.write(bytes) }
  }
}

extension ReportFormat {
  /// All names, for help.
  static let names = allCases.map(\.rawValue)

  /// The format of a name, or a refusal with the nearest one.
  init(named name: String) throws {
    guard let format = ReportFormat(rawValue: name) else {
      let nearest = Spelling.nearest(to: name, in: Self.names)
      let advice =
        nearest.map { "did you mean \"\($0)\"?" }
        ?? "the formats are \(Self.names.joined(separator: ", "))"
      throw ValidationError("\(name.quoted) is no format; \(advice)")
    }
    self = format
  }
}
