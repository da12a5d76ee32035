internal import Basics
internal import StickerLint
internal import StickerPacks

extension ReportContents {
  private typealias Part = (name: String, shard: ShardEntry, document: JSONReport.Document)

  /// Joins the JSON reports of all shards of a tree, in any order, to the contents of a single run's
  /// report. Throws ``ReportError`` if they are not all shards of one tree.
  ///
  /// - Parameter reports: each report with its name in messages.
  package init(joining reports: [(name: String, bytes: [UInt8])]) throws {
    let parts = try reports.map { try Self.part($0.name, $0.bytes) }
    try Self.checkConsistency(of: parts)
    var packs: [(position: Int, pack: Pack)] = []
    for part in parts {
      var rest = part.document.findings[...]
      for (index, pack) in part.document.packs.enumerated() {
        let own = rest.prefix(part.shard.findings[index])
        rest = rest.dropFirst(own.count)
        packs.append((part.shard.positions[index], Pack(pack, own.map(Finding.init))))
      }
    }
    packs.sort { $0.position < $1.position }
    // The positions come from the reports, so they may be wrong.
    guard packs.map(\.position) == Array(packs.indices), packs.count == parts[0].shard.packCount
    else { throw ReportError.inconsistentShards }
    self.init(
      packs: packs.map(\.pack),
      stickerCount: parts.reduce(0) { $0 + $1.document.summary.stickers },
      version: parts[0].shard.version)
  }

  /// Reads the report of a shard and checks its numbers.
  private static func part(_ name: String, _ bytes: [UInt8]) throws(ReportError) -> Part {
    struct Header: Decodable { var schema: String }
    guard let header = try? CanonicalJSON.value(Header.self, from: bytes) else {
      throw .invalidReport(name: name)
    }
    guard header.schema == JSONReport.schema else {
      throw .unsupportedSchema(name: name, schema: header.schema)
    }
    guard let document = try? CanonicalJSON.value(JSONReport.Document.self, from: bytes) else {
      throw .invalidReport(name: name)
    }
    guard let shard = document.shard else { throw .notAShard(name: name) }
    var rest = document.findings.count
    for count in shard.findings where (0...rest).contains(count) { rest -= count }
    // The limit of stickers is far above any tree, and the sum of all shards does not overflow.
    guard (1...max(1, shard.count)).contains(shard.index), rest == 0,
      (0...1_000_000_000).contains(document.summary.stickers),
      shard.findings.allSatisfy({ $0 >= 0 }), shard.findings.count == document.packs.count,
      shard.positions.count == document.packs.count,
      // Reports print both as they are.
      document.findings.allSatisfy({ $0.rule.isRuleID && $0.fix == $0.fix.withoutControls })
    else { throw .invalidReport(name: name) }
    return (name, shard, document)
  }

  /// Checks that the parts are all shards of one tree, written by one version of the program.
  private static func checkConsistency(of parts: [Part]) throws(ReportError) {
    guard let first = parts.first else { throw .noReports }
    for other in parts.dropFirst() {
      let names = [first.name, other.name]
      guard other.shard.version == first.shard.version else {
        throw .versionMismatch(names: names, versions: [first.shard.version, other.shard.version])
      }
      guard other.shard.count == first.shard.count else {
        throw .shardCountMismatch(names: names, counts: [first.shard.count, other.shard.count])
      }
      guard other.shard.tree == first.shard.tree, other.shard.packCount == first.shard.packCount
      else { throw .treeMismatch(names: names) }
    }
    let count = first.shard.count
    var names: [Int: String] = [:]
    for part in parts {
      if let name = names.updateValue(part.name, forKey: part.shard.index) {
        throw .duplicateShard(names: [name, part.name], index: part.shard.index, count: count)
      }
    }
    guard parts.count < count else { return }
    let missing = (1...count).lazy.filter { names[$0] == nil }.prefix(10)
    throw .missingShards(indices: Array(missing), missing: count - parts.count, count: count)
  }
}

extension ReportContents.Pack {
  fileprivate init(_ entry: JSONReport.Pack, _ findings: [Finding]) {
    self.init(
      path: entry.path, name: entry.name, kind: entry.kind ?? .folder, gridSize: entry.gridSize,
      stickers: entry.stickers, findings: findings)
  }
}

extension String {
  fileprivate var isRuleID: Bool {
    utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
    }
  }
}
