internal import Basics
internal import StickerPacks

/// The JSON reports of all parts of a tree, joined into the one that a single run would have written,
/// byte for byte.
package struct JoinedReport {
  /// The report, with a newline at its end.
  package let bytes: [UInt8]
  /// Whether no finding is an error.
  package let passed: Bool

  /// Why reports cannot be joined, in one sentence without a full stop.
  package struct Failure: Error, CustomStringConvertible {
    /// The report and what is wrong with it.
    package var description: String
  }

  private typealias Part = (
    name: String, shard: JSONReport.ShardEntry, document: JSONReport.Document
  )

  /// Joins reports, in any order.
  ///
  /// - Parameter reports: each report with the name by which messages call it.
  package init(of reports: [(name: String, bytes: [UInt8])]) throws {
    let parts = try reports.map { try Self.part($0.name, $0.bytes) }
    try Self.checkTogether(parts)
    var packs: [(position: Int, pack: JSONReport.Pack, findings: ArraySlice<FindingEntry>)] = []
    for part in parts {
      var rest = part.document.findings[...]
      for (index, pack) in part.document.packs.enumerated() {
        let own = rest.prefix(part.shard.findings[index])
        rest = rest.dropFirst(own.count)
        packs.append((part.shard.positions[index], pack, own))
      }
    }
    packs.sort { $0.position < $1.position }
    // Every position once: what the parts say about themselves could be wrong.
    guard packs.map(\.position) == Array(packs.indices), packs.count == parts[0].shard.packCount
    else { throw Failure(description: "the reports do not make up the packs of one tree") }
    let joined = JSONReport.Document(
      packs: packs.map(\.pack), findings: packs.flatMap(\.findings),
      stickerCount: parts.reduce(0) { $0 + $1.document.summary.stickers })
    bytes = try CanonicalJSON.bytes(of: joined)
    passed = joined.summary.passed
  }

  /// Reads the report of one part and holds what it says about itself to what it has.
  private static func part(_ name: String, _ bytes: [UInt8]) throws(Failure) -> Part {
    struct Header: Decodable { var schema: String }
    guard let header = try? CanonicalJSON.value(Header.self, from: bytes) else {
      throw Failure(description: "\(name) is no JSON report of stickerpack lint")
    }
    guard header.schema == JSONReport.schema else {
      throw Failure(
        description: "\(name) has the form \(header.schema.quoted); this program joins"
          + " \(JSONReport.schema.quoted)")
    }
    let document: JSONReport.Document
    do {
      document = try CanonicalJSON.value(JSONReport.Document.self, from: bytes)
    } catch {
      throw Failure(description: "\(name) is damaged, or no JSON report of stickerpack lint")
    }
    guard let shard = document.shard else {
      throw Failure(
        description: "\(name) is the report of a whole run; only reports of shards can be joined")
    }
    var rest = document.findings.count
    for count in shard.findings where (0...rest).contains(count) { rest -= count }
    // Far more than a tree has, and far from overflow when all parts are added up.
    guard (1...max(1, shard.count)).contains(shard.index), rest == 0,
      (0...1_000_000_000).contains(document.summary.stickers),
      shard.findings.allSatisfy({ $0 >= 0 }), shard.findings.count == document.packs.count,
      shard.positions.count == document.packs.count
    else { throw Failure(description: "\(name) is damaged: its numbers do not fit together") }
    return (name, shard, document)
  }

  /// Holds the parts to one another: one program, one tree, each part once.
  private static func checkTogether(_ parts: [Part]) throws(Failure) {
    guard let first = parts.first else { throw Failure(description: "there is no report to join") }
    for other in parts.dropFirst() {
      let names = "\(first.name) and \(other.name)"
      guard other.shard.version == first.shard.version else {
        throw Failure(
          description: "\(names) were written by different versions of stickerpack, "
            + "\(first.shard.version.quoted) and \(other.shard.version.quoted)")
      }
      guard other.shard.count == first.shard.count else {
        throw Failure(
          description: "\(names) are parts of \(first.shard.count) and of \(other.shard.count)")
      }
      guard other.shard.tree == first.shard.tree, other.shard.packCount == first.shard.packCount
      else {
        throw Failure(
          description: "\(names) are of different trees: give every part the same paths in the same"
            + " checkout")
      }
    }
    var names: [Int: String] = [:]
    for part in parts {
      if let twin = names.updateValue(part.name, forKey: part.shard.index) {
        throw Failure(
          description: "\(twin) and \(part.name) are both part \(part.shard.index) of"
            + " \(part.shard.count)")
      }
    }
    guard parts.count < first.shard.count else { return }
    let missing = (1...first.shard.count).lazy.filter { names[$0] == nil }.prefix(10)
    let more = first.shard.count - parts.count - missing.count
    throw Failure(
      description:
        "of \(first.shard.count) parts \(missing.map(String.init).joined(separator: ", "))"
        + (more > 0 ? " and \(more) more are" : missing.count == 1 ? " is" : " are") + " missing")
  }
}
