package import Basics

/// Known findings that do not fail a run, so only new ones do.
///
/// Findings are matched by rule and by a hash of their subject, or by their file if it has changed.
package struct Baseline: Sendable, Equatable {
  /// The format with its version, which changes when readers break.
  package static let schema = "stickerpack.baseline/1"

  /// The largest file that is read, in bytes: about 50,000 entries.
  private static let maximumBytes = 1 << 24
  // More than a run can find, and small enough that sums of all entries cannot overflow.
  private static let maximumCount = 1_000_000

  /// Findings of one rule about the same subject.
  package struct Entry: Sendable, Equatable, JSONObject {
    package var rule: String
    /// The hash of the subject, in hexadecimal.
    package var hash: String
    package var count: Int
    /// The file of the first finding.
    package var file: String
    /// The measured value of the first finding; nil if it has none. A changed file with a worse value is new.
    package var measured: Double?

    var key: Key { Key(rule: rule, hash: hash) }

    package func addMembers(to json: inout JSONStream) {
      json.add("count", count)
      json.add("file", file)
      json.add("hash", hash)
      json.add("measured", measured)
      json.add("rule", rule)
    }
  }

  /// The identity of an entry.
  struct Key: Hashable {
    var rule: String
    var hash: String
  }

  /// The entries, sorted by file, then by rule; one per key.
  package let entries: [Entry]

  /// Creates a baseline. Entries with the same key are merged.
  package init(_ entries: [Entry]) {
    var indices: [Key: Int] = [:]
    var joined: [Entry] = []
    for entry in entries {
      if let index = indices[entry.key] {
        joined[index].count += entry.count
      } else {
        indices[entry.key] = joined.count
        joined.append(entry)
      }
    }
    self.entries = joined.sorted {
      ($0.file, $0.rule, $0.hash) < ($1.file, $1.rule, $1.hash)
    }
  }

  /// Reads a baseline in linear time and memory, even if the file is malformed.
  package init(at path: FilePath) throws(ConfigurationError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: path, limit: Self.maximumBytes)
    } catch {
      throw ConfigurationError("cannot read the file: \(error)")
    }
    try self.init(parsing: bytes)
  }

  /// Reads a baseline from the bytes of a file.
  package init(parsing bytes: [UInt8]) throws(ConfigurationError) {
    let document = try RelaxedJSON(parsing: bytes)
    var schema: String?
    var entries: [Entry]?
    let members = try document.members(of: "the baseline")
    guard members.contains(where: { $0.key == "schema" }) else {
      throw ConfigurationError("the file is not a baseline: \"schema\" is missing")
    }
    for member in members {
      switch member.key {
      case "$schema": continue
      case "schema": schema = try member.value.text(of: "schema")
      case "entries": entries = try Self.entries(member.value)
      default:
        throw .unknownKey(member.key, known: ["schema", "entries"], member.place)
      }
    }
    guard schema == Self.schema, let entries else {
      throw ConfigurationError(
        schema == Self.schema
          ? "\"entries\" is missing"
          : "unsupported schema \((schema ?? "").quoted); expected \(Self.schema.quoted)")
    }
    self.init(entries)
  }

  private static func entries(_ value: RelaxedJSON) throws(ConfigurationError) -> [Entry] {
    var entries: [Entry] = []
    for value in try value.elements(of: "entries") { entries.append(try entry(value)) }
    return entries
  }

  private static func entry(_ value: RelaxedJSON) throws(ConfigurationError) -> Entry {
    var entry = Entry(rule: "", hash: "", count: 0, file: "")
    for member in try value.members(of: "an entry") {
      switch member.key {
      case "rule": entry.rule = try member.value.text(of: "rule")
      case "hash": entry.hash = try member.value.text(of: "hash")
      case "file": entry.file = try member.value.text(of: "file")
      case "measured":
        entry.measured = try member.value.number(
          of: "measured", in: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude)
      case "count":
        guard case .number(let number) = member.value.content, let count = Int(exactly: number),
          (1...maximumCount).contains(count)
        else {
          throw ConfigurationError(
            "count must be a whole number from 1 to \(maximumCount)", at: member.value.place)
        }
        entry.count = count
      default:
        throw .unknownKey(
          member.key, known: ["rule", "hash", "count", "file", "measured"], member.place)
      }
    }
    guard !entry.rule.isEmpty, !entry.hash.isEmpty, entry.count > 0 else {
      throw ConfigurationError(
        "the entry requires \"rule\", \"hash\" and \"count\"", at: value.place)
    }
    return entry
  }

  /// The bytes of the file. Equal baselines have equal bytes.
  package func bytes() -> [UInt8] {
    JSONStream.object { json in
      json.add("entries", entries)
      json.add("schema", Self.schema)
    }
  }
}
