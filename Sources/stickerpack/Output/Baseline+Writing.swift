internal import Basics
internal import StickerTasks

extension Baseline {
  /// Checks that writing a baseline cannot overwrite another file, such as a configuration.
  static func checkPlace(_ path: FilePath) throws {
    try WholeFile.checkPlace(path)
    guard path.isFile else { return }
    do { _ = try Baseline(at: path) } catch {
      throw CommandError(
        "\(path) is not a baseline and was not overwritten; choose another file or remove it")
    }
  }

  /// Writes a baseline, and names the findings that cannot be part of it.
  static func write(_ result: LintResult, to path: FilePath) throws -> Baseline {
    let (baseline, unhashed) = result.baseline()
    try WholeFile.write(baseline.bytes(), to: path)
    for finding in unhashed {
      Terminal.note(
        "\(finding.rule) of \(finding.file) cannot be part of the baseline: the"
          + " file is unreadable, so it has no hash")
    }
    return baseline
  }
}
