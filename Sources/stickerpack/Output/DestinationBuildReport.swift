internal import Basics
internal import StickerBuild
internal import StickerFit
internal import StickerLint
internal import StickerManifest

/// The result of a build for other destinations, as JSON; `stickerpack schema stores` describes it.
struct DestinationBuildReport: Encodable {
  private struct Destination: Encodable {
    var id: String
    var name: String
    var taken: Bool
    var problem: String?
    var findings: [Entry]
    var stickers: [StickerChange]
    var leftOut: [String]
    var files: [Manifest.File]
  }

  private struct Entry: Encodable {
    var rule: String
    var severity: Severity
    var file: String
    var message: String
  }

  private var schema = "stickerpack.stores/1"
  private var output: String?
  private var stores: [Destination]

  /// - Parameter output: the folder that was written; nil for a dry run.
  init(_ outcomes: [DestinationBuilder.Outcome], in output: FilePath?) {
    let isWritten = outcomes.contains(where: \.isTaken)
    self.output = isWritten ? output?.string : nil
    stores = outcomes.map { outcome in
      Destination(
        id: outcome.destination.id, name: outcome.destination.name, taken: outcome.isTaken,
        problem: outcome.problem,
        findings: outcome.lint.findings.filter { $0.isOpen && $0.severity != .info }.map {
          Entry(rule: $0.rule, severity: $0.severity, file: $0.file, message: $0.message)
        }, stickers: outcome.changes, leftOut: outcome.leftOut, files: outcome.files)
    }
  }
}
