internal import ArgumentParser
internal import Basics
internal import StickerReports
internal import StickerTasks

/// A format of reports, by the name that options take.
protocol NamedFormat: Equatable, Sendable {
  /// All names, for help and messages.
  static var names: [String] { get }
  var name: String { get }
  init?(name: String)
}

extension NamedFormat where Self: CaseIterable & RawRepresentable<String> {
  static var names: [String] { allCases.map(\.rawValue) }
  var name: String { rawValue }
  init?(name: String) { self.init(rawValue: name) }
}

/// A report to write: its format and file.
struct ReportFile<Format: NamedFormat>: Sendable {
  let format: Format
  /// The file to write; nil for standard output.
  let file: FilePath?

  init(_ format: Format, to file: FilePath?) {
    self.format = format
    self.file = file == "-" ? nil : file
  }

  /// The names that complete the argument of an option for reports.
  static var completions: [String] { Format.names.map { $0 + "=" } }

  /// Parses an argument such as `sarif=report.sarif`, or `report.sarif`, whose name has the format.
  init(argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    if parts.count == 1, Format(name: name) == nil, let format = try Self.format(of: FilePath(name))
    {
      self.init(format, to: FilePath(name))
      return
    }
    let format = try Format(named: name)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ValidationError("missing file; write \(name)=FILE or \(name)=-")
    }
    let file = FilePath(String(parts[1]))
    try Self.check(format, for: file)
    self.init(format, to: file)
  }

  /// The report of `--format` and `--output`; the name of the file decides about a format that is not given.
  init(_ format: Format?, to output: FilePath?, or standard: Format) throws {
    if let format, let output { try Self.check(format, for: output) }
    self.init(
      try format ?? output.flatMap { try Self.format(of: $0) } ?? standard, to: output)
  }

  /// The reports of a command, files first: if the reader of standard output goes away, the program ends.
  ///
  /// - Parameters:
  ///   - format: that of `--format`.
  ///   - output: that of `--output`.
  ///   - reports: those of `--report`. One on standard output replaces the usual one.
  ///   - standard: the format that needs no option.
  static func all(
    _ format: Format?, _ output: FilePath? = nil, and reports: [Self], or standard: Format
  ) throws -> [Self] {
    var all = reports
    if format != nil || output != nil || !reports.contains(where: { $0.file == nil }) {
      all.append(try Self(format, to: output, or: standard))
    }
    return all.filter { $0.file != nil } + all.filter { $0.file == nil }
  }

  /// Refuses reports that would overwrite each other.
  static func check(_ reports: [Self]) throws {
    let files = reports.map(\.file)
    guard files.count(where: { $0 == nil }) <= 1 else {
      throw ValidationError(
        "Only one report can be written to standard output; name a file for the others.")
    }
    for (index, file) in files.enumerated() where files[..<index].contains(file) {
      throw ValidationError(
        "Two reports cannot be written to the same file \((file ?? "-").string.quoted).")
    }
  }

  /// Writes the report.
  func write(_ bytes: [UInt8]) throws {
    if let file { try WholeFile.write(bytes, to: file) } else { try Terminal.write(bytes) }
  }

  /// The format of a file by its name; nil if the name does not say.
  private static func format(of file: FilePath) throws -> Format? {
    guard let formats = file.reportFormats else { return nil }
    guard let format = formats.lazy.compactMap(Format.init(name:)).first else {
      throw ValidationError(
        "\(file.string.quoted) is the name of a report as \(formats[0]); this command has"
          + " \(Format.names.joined(separator: ", "))")
    }
    return format
  }

  private static func check(_ format: Format, for file: FilePath) throws {
    guard let formats = file.reportFormats, !formats.contains(format.name) else { return }
    throw ValidationError(
      "\(file.string.quoted) is the name of a report as \(formats[0]), not \(format.name)")
  }
}

extension NamedFormat {
  /// Finds a format by name. The error suggests the nearest one.
  init(named name: String) throws {
    guard let format = Self(name: name) else {
      let advice =
        Spelling.nearest(to: name, in: Self.names).map { "did you mean \"\($0)\"?" }
        ?? "the formats are \(Self.names.joined(separator: ", "))"
      throw ValidationError("unknown format \(name.quoted); \(advice)")
    }
    self = format
  }
}

extension FilePath {
  /// Refuses the name of a report for another output.
  ///
  /// - Parameters:
  ///   - output: what the option takes.
  ///   - format: a format that it takes, too.
  func checkIsNoReport(_ output: String, except format: String? = nil) throws {
    guard let formats = reportFormats, formats[0] != format else { return }
    throw ValidationError(
      "\(string.quoted) is the name of a report as \(formats[0]); expected \(output)")
  }

  /// The formats of reports whose files have such a name, the usual one first; nil if any can.
  var reportFormats: [String]? {
    switch fileExtension {
    case "html", "htm": ["html"]
    case "json": ["json", "sarif", "gitlab"]
    case "md", "markdown": ["markdown"]
    case "sarif": ["sarif"]
    case "xml": ["junit"]
    default: nil
    }
  }
}

extension DiffResult.Format: NamedFormat {}

typealias LintReport = ReportFile<LintFormat>

/// The format of the reports about changed files.
enum ChangeFormat: String, NamedFormat, ExpressibleByArgument, CaseIterable {
  case text, json, html
}
