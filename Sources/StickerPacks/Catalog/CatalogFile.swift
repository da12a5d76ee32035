internal import Basics
internal import ImageContainers

/// One `Contents.json` of an asset catalog, read value by value.
struct CatalogFile {
  static let name = "Contents.json"

  /// A value of the file and its path from the top, such as `stickers[2].filename`.
  struct Value {
    fileprivate var path: String
    fileprivate var json: RelaxedJSON

    var place: Place { json.place.inFile(path) }
  }

  let location: Location
  /// The top-level value; nil when the file is missing or does not parse.
  private(set) var top: Value?
  private(set) var observations: [PackObservation] = []

  // A hostile file can hold a mistake every few bytes. More than this many add no information.
  private static let maximumObservations = 64

  /// Reads the file of a folder. Links are followed within `root`.
  ///
  /// - Parameter isRequired: whether a missing file is noted.
  init(in folder: Location, within root: FilePath, isRequired: Bool) {
    location = folder.appending(Self.name)
    let path = location.path
    guard isRequired || path.exists || path.isLink else { return }
    if path.isLink, path.resolved?.isInside(root) != true {
      note(.linkOutside)
      return
    }
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: path, limit: FileReading.mostBytesOfJSON)
    } catch {
      note(.unreadableFile(reason: "\(error)"))
      return
    }
    do { top = Value(path: "", json: try RelaxedJSON(parsing: bytes, isRelaxed: false)) } catch {
      note(.invalidJSON(error.message), error.place?.inFile(""))
    }
  }

  /// The members of the top-level object by key, without `info`, which is checked here.
  mutating func members(known: [String]) -> [String: Value] {
    var members = members(of: top, known: known + ["info"])
    let info = self.members(of: members.removeValue(forKey: "info"), known: ["author", "version"])
    _ = string(info["author"])
    _ = number(info["version"], .version(1)) { $0 == 1 }
    return members
  }

  /// The members of an object by key. Other keys than the `known` ones are noted.
  mutating func members(of value: Value?, known: [String]) -> [String: Value] {
    let members = take(value, .object) { json in
      if case .object(let members) = json { members } else { nil }
    }
    guard let value, let members else { return [:] }
    var values: [String: Value] = [:]
    for member in members {
      let path = (value.path.isEmpty ? "" : value.path + ".") + member.key.shortened
      if known.contains(member.key) {
        values[member.key] = Value(path: path, json: member.value)
      } else {
        note(.unknownKey(member.key, known: known), member.place.inFile(path))
      }
    }
    return values
  }

  mutating func array(_ value: Value?) -> [Value]? {
    guard let value else { return nil }
    let elements = take(value, .array) { json in
      if case .list(let elements) = json { elements } else { nil }
    }
    return elements?.enumerated().map {
      Value(path: "\(value.path)[\($0.offset)]", json: $0.element)
    }
  }

  mutating func string(_ value: Value?) -> String? {
    take(value, .string) { json in
      if case .text(let text) = json { text } else { nil }
    }
  }

  /// A number that `isValid`; nil without one.
  ///
  /// - Parameter expected: which numbers are valid.
  mutating func number(
    _ value: Value?, _ expected: PackObservation.Expected, where isValid: (Double) -> Bool
  ) -> Double? {
    take(value, expected) { json in
      if case .number(let number) = json, isValid(number) { number } else { nil }
    }
  }

  mutating func choice(_ value: Value?, of known: [String]) -> String? {
    take(value, .oneOf(known)) { json in
      if case .text(let text) = json, known.contains(text) { text } else { nil }
    }
  }

  /// A file's name without folders; nil without one.
  mutating func fileName(_ value: Value?) -> String? {
    guard let value, let name = string(value) else { return nil }
    if name.isEntryName { return name }
    note(.pathAsFilename(name), value.place)
    return nil
  }

  mutating func note(_ kind: PackObservation.Kind, _ place: Place? = nil) {
    guard observations.count < Self.maximumObservations else { return }
    observations.append(PackObservation(kind, in: location, at: place))
  }

  /// Returns the result of `read` for a value. If that is nil, the value is noted.
  private mutating func take<Result>(
    _ value: Value?, _ expected: PackObservation.Expected, read: (RelaxedJSON.Content) -> Result?
  ) -> Result? {
    guard let value else { return nil }
    if let result = read(value.json.content) { return result }
    note(
      .unexpectedValue(value.json.content.summary, key: value.path, expected: expected),
      value.place)
    return nil
  }
}

extension RelaxedJSON.Content {
  /// The value as JSON, or only its type where it has parts.
  fileprivate var summary: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): Int64(exactly: number).map { String($0) } ?? "\(number)"
    case .text(let text): text.quoted
    case .list: "an array"
    case .object: "an object"
    }
  }
}

extension RelaxedJSON.Place {
  func inFile(_ part: String) -> Place {
    Place(part, offset: offset, line: line, column: column)
  }
}

extension String {
  /// The first characters of a key: a hostile file may have one of a megabyte.
  fileprivate var shortened: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(64)))
  }
}
