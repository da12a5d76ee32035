internal import Basics
internal import ImageContainers

/// One `Contents.json` of an asset catalog, taken value by value, and what is wrong with it.
struct CatalogFile {
  static let name = "Contents.json"

  /// A value of the file and its path from the top, such as `stickers[2].filename`.
  struct Value {
    fileprivate var path: String
    fileprivate var json: RelaxedJSON

    /// The path as messages name it.
    var name: String { path.isEmpty ? "the file" : path.quoted }
    /// Where it stands.
    var place: Place { json.place.inFile(path) }
  }

  /// The file as reports name it.
  let displayPath: String
  /// The whole of it; nil when it cannot be read.
  private(set) var top: Value?
  private(set) var problems: [PackProblem] = []

  // A hostile file can hold a mistake every few bytes; past this many they say nothing new.
  private static let mostProblems = 64

  /// Reads the file of a folder. A link may lead anywhere within `root`.
  ///
  /// - Parameter isNeeded: whether it is a problem when there is none.
  init(in folder: FilePath, _ display: String, within root: FilePath, isNeeded: Bool) {
    displayPath = display + "/" + Self.name
    let path = folder.appending(Self.name)
    guard isNeeded || path.exists || path.isLink else { return }
    if path.isLink, path.resolved?.isInside(root) != true {
      note(.linkLeadsOutside, "the link leads out of the folder, or nowhere")
      return
    }
    do {
      let bytes = try FileReading.bytes(ofFileAt: path, limit: FileReading.mostBytesOfJSON)
      parse(bytes)
    } catch {
      note(.unreadable, "the file cannot be read: \(error)")
    }
  }

  /// Takes bytes that were read elsewhere.
  init(parsing bytes: [UInt8], _ displayPath: String) {
    self.displayPath = displayPath
    parse(bytes)
  }

  private mutating func parse(_ bytes: [UInt8]) {
    do {
      top = Value(path: "", json: try RelaxedJSON(parsing: bytes, isRelaxed: false))
    } catch {
      note(.invalidContents, "the file is no JSON: \(error.message)", error.place?.inFile(""))
    }
  }

  /// The members of the file's top by their keys, `info` looked at and left out.
  mutating func members(known: [String]) -> [String: Value] {
    var members = members(of: top, known: known + ["info"])
    let info = self.members(of: members.removeValue(forKey: "info"), known: ["author", "version"])
    _ = text(info["author"])
    if let version = info["version"], let number = number(version), number != 1 {
      note(.badValue, "the version is \(version.shown); it is 1", version.place)
    }
    return members
  }

  /// The members of an object by their keys. A key that is not `known` is a problem.
  mutating func members(of value: Value?, known: [String]) -> [String: Value] {
    guard let value else { return [:] }
    guard case .object(let members) = value.json.content else {
      noteKind(of: value, "an object")
      return [:]
    }
    var values: [String: Value] = [:]
    for member in members {
      let path = (value.path.isEmpty ? "" : value.path + ".") + member.key.shortened
      if known.contains(member.key) {
        values[member.key] = Value(path: path, json: member.value)
      } else {
        let advice =
          Spelling.nearest(to: member.key, in: known).map { "the nearest known one is \"\($0)\"" }
          ?? "known are \(known.sorted().joined(separator: ", "))"
        note(
          .unknownKey, "the key \(member.key.quoted) is unknown; \(advice)",
          member.place.inFile(path))
      }
    }
    return values
  }

  /// The values of a list; nil where there is none.
  mutating func list(_ value: Value?) -> [Value]? {
    guard let value else { return nil }
    guard case .list(let values) = value.json.content else {
      noteKind(of: value, "a list")
      return nil
    }
    return values.enumerated().map { Value(path: "\(value.path)[\($0.offset)]", json: $0.element) }
  }

  /// A text; nil where there is none.
  mutating func text(_ value: Value?) -> String? {
    guard let value else { return nil }
    guard case .text(let text) = value.json.content else {
      noteKind(of: value, "a text")
      return nil
    }
    return text
  }

  /// A number; nil where there is none.
  mutating func number(_ value: Value?) -> Double? {
    guard let value else { return nil }
    guard case .number(let number) = value.json.content else {
      noteKind(of: value, "a number")
      return nil
    }
    return number
  }

  /// One of some texts; nil where there is none.
  mutating func choice(_ value: Value?, of known: [String]) -> String? {
    guard let value, let text = text(value) else { return nil }
    if known.contains(text) { return text }
    let list = known.dropLast().joined(separator: ", ") + " and " + (known.last ?? "")
    note(.badValue, "\(value.name) is \(text.quoted); it is one of \(list)", value.place)
    return nil
  }

  /// The bare name of a file; nil where there is none.
  mutating func fileName(_ value: Value?) -> String? {
    guard let value, let name = text(value) else { return nil }
    let isBare = !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    guard isBare, !["", ".", ".."].contains(name) else {
      note(
        .filenameIsPath, "the filename is \(name.quoted); it is a bare name without folders",
        value.place)
      return nil
    }
    return name
  }

  /// Notes what is wrong with the file, or with one place in it.
  mutating func note(_ kind: PackProblem.Kind, _ message: String, _ place: Place? = nil) {
    guard problems.count < Self.mostProblems else { return }
    problems.append(
      PackProblem(kind: kind, displayPath: displayPath, message: message, place: place))
  }

  private mutating func noteKind(of value: Value, _ wanted: String) {
    note(.badValue, "\(value.name) is \(value.json.kind); it must be \(wanted)", value.place)
  }
}

extension CatalogFile.Value {
  /// A number as a message shows it.
  var shown: String {
    guard case .number(let number) = json.content else { return json.kind }
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension RelaxedJSON.Place {
  /// The place in a report.
  fileprivate func inFile(_ part: String) -> Place {
    Place(part, offset: offset, line: line, column: column)
  }
}

extension String {
  /// The beginning of a key: a hostile file may make one of a megabyte.
  fileprivate var shortened: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(64)))
  }
}
