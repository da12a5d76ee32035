internal import Basics
internal import StickerTasks

/// The result of a build for other destinations, as JSON; `stickerpack schema stores` describes it.
enum DestinationBuildReport {
  /// The report. Ends in a newline.
  ///
  /// - Parameter output: the folder that was written; nil for a dry run.
  static func json(of outcomes: [DestinationBuilder.Outcome], in output: FilePath?) -> [UInt8] {
    JSONStream.object { report in
      if outcomes.contains(where: \.isTaken) { report.add("output", output?.string) }
      report.add("schema", "stickerpack.stores/1")
      report.add("stores", objects: outcomes) { json, outcome in
        json.add("files", outcome.files)
        let findings = outcome.lint.findings.filter { $0.isOpen && $0.severity != .info }
        json.add("findings", objects: findings) {
          $0.add("file", $1.file)
          $0.add("message", $1.message)
          $0.add("rule", $1.rule)
          $0.add("severity", $1.severity)
        }
        json.add("id", outcome.destination.id)
        json.add("leftOut", outcome.leftOut)
        json.add("name", outcome.destination.name)
        json.add("problem", outcome.problem)
        json.add("stickers", outcome.changes)
        json.add("taken", outcome.isTaken)
      }
    }
  }
}
