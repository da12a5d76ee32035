internal import StickerLint
internal import Basics
internal import StickerPacks
internal import StickerReports

/// The file of findings that `--baseline` reads and `--write-baseline` writes.
enum BaselineOptions {
  static func read(from path: FilePath) throws(CommandError) -> Baseline {
    guard path.exists else {
      throw CommandError(
        message: "\(path): there is no such baseline; --write-baseline \(path) writes one",
        status: .usage)
    }
    do {
      return try Baseline(reading: path)
    } catch {
      throw CommandError(error)
    }
  }

  /// Makes sure that a baseline that is written replaces nothing else, such as a configuration.
  static func checkPlace(_ path: FilePath) throws(CommandError) {
    guard path.isFile else { return }
    do {
      _ = try Baseline(at: path)
    } catch {
      throw CommandError(
        message: "\(path) is no baseline and is not overwritten; name another file, or remove it",
        status: .usage)
    }
  }

  /// Writes what was found, and says what no baseline can hold.
  static func write(_ result: LintResult, to path: FilePath) throws -> Baseline {
    let (baseline, unhashed) = result.baseline()
    try WholeFile.write(try baseline.bytes(), to: path)
    for finding in unhashed {
      let file = finding.file.withoutControls
      Terminal.complain(
        "stickerpack: \(finding.rule) of \(file) is not in the baseline: the file cannot be read,"
          + " so that nothing would tell it from another one")
    }
    return baseline
  }
}
