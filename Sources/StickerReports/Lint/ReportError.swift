internal import Basics

/// Why the reports of shards cannot be joined.
package enum ReportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no report.
  case noReports
  /// The file is not a JSON report of a lint, or it is corrupt.
  case invalidReport(name: String)
  /// The report has another version of the format.
  case unsupportedSchema(name: String, schema: String)
  /// The report is of a whole run, not of a shard.
  case notAShard(name: String)
  /// Two reports were written by different versions of the program.
  case versionMismatch(names: [String], versions: [String])
  /// Two reports are of different numbers of shards.
  case shardCountMismatch(names: [String], counts: [Int])
  /// Two reports are of different trees.
  case treeMismatch(names: [String])
  /// Two reports are of the same shard.
  case duplicateShard(names: [String], index: Int, count: Int)
  /// No report is of these shards. `indices` has the first ten.
  case missingShards(indices: [Int], missing: Int, count: Int)
  /// The shards are not the packs of one tree.
  case inconsistentShards

  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .noReports: "there are no reports to join"
    case .invalidReport(let name): "\(name) is not a JSON report of stickerpack lint, or is corrupt"
    case .unsupportedSchema(let name, let schema):
      "\(name) has the unsupported schema \(schema.quoted); expected \(JSONReport.schema.quoted)"
    case .notAShard(let name): "\(name) is the report of a whole run; expected that of a shard"
    case .versionMismatch(let names, let versions):
      "\(names.joined(separator: " and ")) were written by different versions of stickerpack:"
        + " \(versions.map(\.quoted).joined(separator: " and "))"
    case .shardCountMismatch(let names, let counts):
      "\(names.joined(separator: " and ")) are shards of"
        + " \(counts.map { "\($0)" }.joined(separator: " and of "))"
    case .treeMismatch(let names):
      "\(names.joined(separator: " and ")) are of different trees: lint the same paths in the same"
        + " checkout for every shard"
    case .duplicateShard(let names, let index, let count):
      "\(names.joined(separator: " and ")) are both shard \(index) of \(count)"
    case .missingShards(let indices, let missing, let count):
      "missing \(missing == 1 ? "shard" : "shards")"
        + " \(indices.map { "\($0)" }.joined(separator: ", "))"
        + (missing > indices.count ? " and \(missing - indices.count) more" : "") + " of \(count)"
    case .inconsistentShards: "the reports are not the shards of one tree"
    }
  }
}
