package import Basics

/// Findings that were there when somebody began to check, so that only new ones fail.
///
/// A finding is known by its rule and the hash of what it is about, and not by a file's name.
package struct Baseline: Sendable, Equatable {
  /// The version of the format. A change that breaks a reader gets a new number.
  package static let schema = "stickerpack.baseline/1"

  /// The largest file that is read: room for some fifty thousand entries.
  private static let mostBytes = 1 << 24
  // Far more than a run can find, and far from overflow however many entries are added up.
  private static let mostFindings = 1_000_000

  /// Findings of one rule about the same thing.
  package struct Entry: Codable, Sendable, Equatable {
    /// The rule's id.
    package var rule: String
    /// The hash of what the findings are about, in hexadecimal.
    package var hash: String
    /// How many there are.
    package var count: Int
    /// Where the first was found, for people; nobody is looked up by it.
    package var file: String

    /// Creates an entry.
    package init(rule: String, hash: String, count: Int, file: String) {
      self.rule = rule
      self.hash = hash
      self.count = count
      self.file = file
    }
  }

  /// Whose findings an entry holds.
  package struct Key: Hashable, Sendable {
    /// The rule's id.
    package var rule: String
    /// The hash of what the findings are about.
    package var hash: String

    /// Creates a key.
    package init(rule: String, hash: String) {
      self.rule = rule
      self.hash = hash
    }
  }

  /// The entries, sorted by file, then by rule, one a key.
  package let entries: [Entry]

  /// Creates a baseline. Entries with the same key become one.
  package init(_ entries: [Entry]) {
    var indices: [Key: Int] = [:]
    var joined: [Entry] = []
    for entry in entries {
      let key = Key(rule: entry.rule, hash: entry.hash)
      if let index = indices[key] {
        joined[index].count += entry.count
      } else {
        indices[key] = joined.count
        joined.append(entry)
      }
    }
    self.entries = joined.sorted { first, second in
      for (one, other) in [(first.file, second.file), (first.rule, second.rule)] where one != other
      {
        return one < other
      }
      return first.hash < second.hash
    }
  }

  /// Reads a baseline. Whatever the file holds, this costs time and memory by its length alone.
  package init(at path: FilePath) throws(ConfigurationError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: path, limit: Self.mostBytes)
    } catch {
      throw ConfigurationError("the file cannot be read: \(error)")
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
      throw ConfigurationError("it is no baseline; --write-baseline writes one")
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
          ? "the baseline has no \"entries\""
          : "its schema is \((schema ?? "").quoted), and this version reads \(Self.schema)")
    }
    self.init(entries)
  }

  private static func entries(_ value: RelaxedJSON) throws(ConfigurationError) -> [Entry] {
    guard case .list(let list) = value.content else { throw value.isNot("a list", "entries") }
    var entries: [Entry] = []
    for value in list { entries.append(try entry(value)) }
    return entries
  }

  private static func entry(_ value: RelaxedJSON) throws(ConfigurationError) -> Entry {
    var entry = Entry(rule: "", hash: "", count: 0, file: "")
    for member in try value.members(of: "an entry") {
      switch member.key {
      case "rule": entry.rule = try member.value.text(of: "rule")
      case "hash": entry.hash = try member.value.text(of: "hash")
      case "file": entry.file = try member.value.text(of: "file")
      case "count":
        guard case .number(let number) = member.value.content, let count = Int(exactly: number),
          (1...mostFindings).contains(count)
        else {
          throw ConfigurationError(
            "count must be a whole number from 1 to \(mostFindings)", at: member.value.place)
        }
        entry.count = count
      default:
        throw .unknownKey(member.key, known: ["rule", "hash", "count", "file"], member.place)
      }
    }
    guard !entry.rule.isEmpty, !entry.hash.isEmpty, entry.count > 0 else {
      throw ConfigurationError(
        "the entry needs a \"rule\", a \"hash\" and a \"count\"", at: value.place)
    }
    return entry
  }

  /// The bytes of the file, which are the same for the same entries.
  package func bytes() throws -> [UInt8] {
    try CanonicalJSON.bytes(of: Document(schema: Self.schema, entries: entries))
  }

  private struct Document: Encodable {
    var schema: String
    var entries: [Entry]
  }
}
