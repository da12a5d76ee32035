internal import Basics

/// One key of an object in `stickerpack.json`. The parser, errors, precedence, the schema and `config show` follow from
/// its entry in a `KeyTable`.
struct ConfigurationKey<Owner: Sendable>: Sendable {
  typealias Change = @Sendable (inout Owner) -> Void

  let name: String
  /// The JSON Schema of its value.
  let schema: RelaxedJSON
  /// Reads its value. The result sets it, or merges it with that of a file that was applied before.
  let read: @Sendable (_ value: RelaxedJSON, _ file: FilePath) throws(ConfigurationError) -> Change
  /// Whether it applies to everything below the folder, too, and does not describe a pack.
  let isInherited: Bool
  /// Another key without which it is an error, and the end of that error's sentence.
  let requirement: (key: String, reason: String)?
  /// The value as `config show` prints it; nil for a key that it does not print.
  let shown: (@Sendable (Owner) -> String)?

  /// - Parameters:
  ///   - description: the text that editors show; nil if that of a definition suffices.
  ///   - set: sets the value, or merges it with that of a folder above.
  init<Value>(
    _ name: String, _ description: String?, _ kind: ValueKind<Value>, isInherited: Bool = false,
    requiring requirement: (key: String, reason: String)? = nil,
    shown: (@Sendable (Owner) -> String)? = nil,
    set: @escaping @Sendable (_ owner: inout Owner, _ value: Value) -> Void
  ) {
    self.name = name
    #if hasFeature(Embedded)
      // The engine of web pages prints neither, and is smaller without.
      (schema, self.shown) = ([:], nil)
    #else
      schema = description.map { kind.schema.described($0) } ?? kind.schema
      self.shown = shown
    #endif
    read = { (json, file) throws(ConfigurationError) in
      let value = try kind.read(json, name, file)
      return { set(&$0, value) }
    }
    (self.isInherited, self.requirement) = (isInherited, requirement)
  }
}

/// Two keys of which an object has only one.
struct KeyAlternatives: Sendable {
  let first: String
  let second: String
  /// Whether it must have one of them.
  var isRequired = false
}

/// The keys that an object in `stickerpack.json` can have.
struct KeyTable<Owner: Sendable>: Sendable {
  /// The object, as messages call it: "a sticker".
  let name: String
  /// The object without any key.
  let empty: Owner
  let keys: [ConfigurationKey<Owner>]
  let required: [String]
  private let rules: KeyRules
  /// Checks that an object has what it needs, and what an error says about another.
  let completeness: (message: String, holds: @Sendable (Owner) -> Bool)?

  init(
    _ name: String, _ empty: Owner, _ keys: [ConfigurationKey<Owner>], required: [String] = [],
    alternatives: [KeyAlternatives] = [],
    orElse message: String = "", if isComplete: (@Sendable (Owner) -> Bool)? = nil
  ) {
    (self.name, self.empty, self.keys, self.required) = (name, empty, keys, required)
    rules = KeyRules(
      keys: keys.map { ($0.name, $0.requirement) }, alternatives: alternatives)
    completeness = isComplete.map { (message, $0) }
  }

  /// Reads an object.
  ///
  /// - Parameter file: the display path of the configuration.
  func read(
    _ object: RelaxedJSON, in file: FilePath
  ) throws(ConfigurationError) -> (owner: Owner, values: KeyValues<Owner>) {
    var values = KeyValues<Owner>()
    for member in try object.members(of: name) {
      let index = try rules.index(of: member.key, at: member.place, after: values.indices)
      values.entries.append(
        .init(
          index: index, key: keys[index], place: member.place, valuePlace: member.value.place,
          change: try keys[index].read(member.value, file)))
    }
    try rules.checkRequirements(of: values.indices, at: values.entries.map { $0.place })
    // Some keys change what another one has set.
    values.entries.sort { $0.index < $1.index }
    var owner = empty
    values.apply(to: &owner)
    if let (message, holds) = completeness, !holds(owner) {
      throw ConfigurationError(message, at: object.place)
    }
    return (owner, values)
  }

  /// The JSON Schema of the object.
  var schema: RelaxedJSON {
    .object(
      of: keys.map { ($0.name, $0.schema, $0.requirement?.key) }, required: required,
      rules.alternatives)
  }
}

/// The names of an object's keys and how they depend on each other: the part of a table that is not about their values.
private struct KeyRules: Sendable {
  let keys: [(name: String, requirement: (key: String, reason: String)?)]
  let alternatives: [KeyAlternatives]

  /// Returns the place of a key in the table, after keys at other places.
  func index(
    of key: String, at place: RelaxedJSON.Place, after others: [Int]
  ) throws(ConfigurationError) -> Int {
    guard let index = keys.firstIndex(where: { $0.name == key }) else {
      let known = keys.map { $0.name }.filter { !$0.hasPrefix("$") }
      throw .unknownKey(key, known: known, place)
    }
    for pair in alternatives where [pair.first, pair.second].contains(key) {
      guard !others.contains(where: { [pair.first, pair.second].contains(keys[$0].name) }) else {
        throw ConfigurationError(
          "\(pair.first.quoted) cannot be combined with \(pair.second.quoted)", at: place)
      }
    }
    return index
  }

  /// Checks that an object with these keys has those that they require.
  func checkRequirements(
    of indices: [Int], at places: [RelaxedJSON.Place]
  ) throws(ConfigurationError) {
    for (index, place) in zip(indices, places) {
      guard let (key, reason) = keys[index].requirement,
        !indices.contains(where: { keys[$0].name == key })
      else { continue }
      throw ConfigurationError(
        "\(keys[index].name.quoted) requires \(key.quoted)\(reason)", at: place)
    }
  }
}

extension RelaxedJSON {
  /// The JSON Schema of an object.
  fileprivate static func object(
    of keys: [(name: String, schema: RelaxedJSON, requirement: String?)], required: [String],
    _ alternatives: [KeyAlternatives]
  ) -> RelaxedJSON {
    var members: [(String, RelaxedJSON)] = [("type", "object"), ("additionalProperties", false)]
    if !required.isEmpty { members.append(("required", .list(required))) }
    for pair in alternatives {
      // Validators in their strict mode want a property for each name.
      func having(_ names: [String]) -> RelaxedJSON {
        ["required": .list(names), "properties": RelaxedJSON(names.map { ($0, [:]) })]
      }
      members.append(
        pair.isRequired
          ? ("oneOf", [having([pair.first]), having([pair.second])])
          : ("not", having([pair.first, pair.second])))
    }
    let requirements = keys.compactMap { key in
      key.requirement.map { (key.name, RelaxedJSON.list([$0])) }
    }
    if !requirements.isEmpty { members.append(("dependencies", RelaxedJSON(requirements))) }
    members.append(("properties", RelaxedJSON(keys.map { ($0.name, $0.schema) })))
    return RelaxedJSON(members)
  }
}

/// The values that an object of a file has, each with its key.
struct KeyValues<Owner: Sendable>: Sendable {
  struct Entry: Sendable {
    /// Its place in the table.
    let index: Int
    let key: ConfigurationKey<Owner>
    let place: RelaxedJSON.Place
    let valuePlace: RelaxedJSON.Place
    fileprivate let change: ConfigurationKey<Owner>.Change
  }

  /// In the order of the table.
  fileprivate(set) var entries: [Entry] = []

  /// The places of the keys in the table.
  fileprivate var indices: [Int] { entries.map { $0.index } }

  subscript(_ key: String) -> Entry? { entries.first { $0.key.name == key } }

  /// Applies the values over those of another file, which they override.
  ///
  /// - Parameter onlyInherited: whether keys that describe a pack are left out.
  func apply(to owner: inout Owner, onlyInherited: Bool = false) {
    for entry in entries where entry.key.isInherited || !onlyInherited { entry.change(&owner) }
  }
}
