/// A pattern for file names, as in `.gitignore`: `*` and `?` within a name, `**` for any number of
/// folders, `[a-z]`, `[!a-z]` and `{a,b}`. `\` escapes the next character.
///
/// A pattern without a slash matches names at any depth, one with a slash matches paths relative to
/// the folder. A pattern that matches a folder covers everything in it. Matching is case-sensitive and
/// ignores how Unicode spells accents. It takes time proportional to the product of both lengths,
/// whatever the pattern.
package struct Glob: Sendable, Equatable {
  /// The maximum number of characters in a pattern.
  package static let maximumLength = 256

  /// The source text of the pattern.
  package let text: String

  private var steps = [Step.end]
  private var start = Self.end
  // `seasonal/` and `seasonal/**` match only folders, and so the files in them.
  private let isForFolders: Bool
  /// Whether the pattern of a `.gitignore` has no slash, so git compares it with names only.
  package private(set) var isForNames = false

  // Steps are added from the last to the first.
  private static let end = 0

  /// A state of the automaton that matches a pattern; numbers are indices of steps.
  private enum Step: Sendable, Equatable {
    /// Matches one character of a name.
    case take(Test, next: Int)
    /// `*`
    case run(next: Int)
    /// `{a,b}`
    case fork([Int])
    /// Matches a slash.
    case slash(next: Int)
    /// `**/`, at the start of a name.
    case folders(next: Int)
    /// `**/`, inside a name.
    case folder(again: Int)
    /// The pattern matched.
    case end
  }

  private enum Test: Sendable, Equatable {
    case any
    case exactly(Character)
    case set([ClosedRange<Character>], isNegated: Bool)

    func matches(_ character: Character) -> Bool {
      switch self {
      case .any: true
      case .exactly(let wanted): character == wanted
      case .set(let ranges, let isNegated):
        ranges.contains { $0.contains(character) } != isNegated
      }
    }
  }

  private enum Element {
    case one(Test)
    case run
    case choice([[Element]])
  }

  /// Reads a pattern.
  package init(_ text: String, at place: RelaxedJSON.Place? = nil) throws(ConfigurationError) {
    func failure(_ reason: String) -> ConfigurationError {
      ConfigurationError("invalid glob \(text.quoted): \(reason)", at: place)
    }
    self.text = text
    guard text.count <= Self.maximumLength else {
      throw failure("\(text.count) characters (limit: \(Self.maximumLength))")
    }
    guard !text.hasPrefix("!") else {
      throw failure("negated patterns (\"!...\") are not supported; write \\! for a literal \"!\"")
    }
    let path = FilePath(text)
    var names = path == .currentFolder ? [] : Self.names(in: path)
    guard !names.contains("..") else { throw failure("\"..\" is not supported") }
    guard !names.isEmpty else { throw failure("the pattern is empty") }
    let isAnchored = text.utf8.first == UInt8(ascii: "/") || names.count > 1
    var isForFolders = text.utf8.last == UInt8(ascii: "/")
    while names.count > 1, names.last == "**" {
      names.removeLast()
      isForFolders = true
    }
    self.isForFolders = isForFolders

    do throws(Reader.Failure) {
      let start = try compile(names.map(Array.init), hasBraces: true)
      self.start = isAnchored ? start : addFolders(before: start)
    } catch {
      throw failure(error.reason)
    }
  }

  /// Reads a pattern of a `.gitignore`, without the `!` of a negated one. Match it with `matches`, as
  /// git does: byte by byte, with braces as literals and POSIX classes. Nil if it matches nothing.
  package init?(gitIgnore pattern: some Collection<UInt8>) {
    let characters = Self.characters(of: pattern)
    text = String(characters)
    isForFolders = characters.last == "/"
    let path = characters.dropLast(isForFolders ? 1 : 0)
    isForNames = !path.contains("/")
    var names = path.dropFirst(path.first == "/" ? 1 : 0)
      .split(separator: "/", omittingEmptySubsequences: false).map(Array.init)
    guard !names.contains([]) else { return nil }
    if !isForNames {
      // More stars mean the same, and the last ones match only what is in the folder.
      for index in names.indices where names[index].allSatisfy({ $0 == "*" }) {
        if names[index].count > 1 { names[index] = ["*", "*"] }
      }
      if names.last == ["*", "*"] { names.append(["*"]) }
    }
    do throws(Reader.Failure) {
      start = try compile(names, hasBraces: false)
    } catch {
      return nil
    }
  }

  /// Each byte as a character.
  private static func characters(of bytes: some Collection<UInt8>) -> [Character] {
    bytes.map { Character(Unicode.Scalar($0)) }
  }

  private mutating func compile(
    _ names: [[Character]], hasBraces: Bool
  ) throws(Reader.Failure) -> Int {
    var next = Self.end
    for (index, name) in names.enumerated().reversed() {
      if name == ["*", "*"], names.count > 1 {
        next = addFolders(before: next)
        continue
      }
      if index < names.count - 1 { next = add(.slash(next: next)) }
      var reader = Reader(name, hasBraces: hasBraces)
      next = add(try reader.elements(), before: next)
    }
    return next
  }

  private mutating func add(_ step: Step) -> Int {
    steps.append(step)
    return steps.count - 1
  }

  private mutating func addFolders(before next: Int) -> Int {
    let folders = add(.folders(next: next))
    _ = add(.folder(again: folders))
    return folders
  }

  private mutating func add(_ elements: [Element], before next: Int) -> Int {
    elements.reversed().reduce(next) { next, element in
      switch element {
      case .one(let test): add(.take(test, next: next))
      case .run: add(.run(next: next))
      case .choice(let choices): add(.fork(choices.map { add($0, before: next) }))
      }
    }
  }

  // MARK: Reading

  /// Reads one name of a pattern.
  private struct Reader {
    struct Failure: Error {
      var reason: String
    }

    private var rest: ArraySlice<Character>
    /// Whether the syntax is that of a configuration, and not that of a `.gitignore`.
    private let hasBraces: Bool

    init(_ name: [Character], hasBraces: Bool) {
      rest = name[...]
      self.hasBraces = hasBraces
    }

    mutating func elements(isChoice: Bool = false) throws(Failure) -> [Element] {
      var elements: [Element] = []
      while let next = rest.first, !(isChoice && (next == "," || next == "}")) {
        rest.removeFirst()
        switch next {
        case "*":
          // Consecutive stars are equivalent to one.
          if case .run = elements.last { continue }
          elements.append(.run)
        case "?": elements.append(.one(.any))
        case "[": elements.append(.one(try set()))
        case "{" where hasBraces:
          guard !isChoice else { throw Failure(reason: "nested braces are not supported") }
          elements.append(try choice())
        case "\\": elements.append(.one(.exactly(try escaped())))
        default: elements.append(.one(.exactly(next)))
        }
      }
      return elements
    }

    private mutating func escaped() throws(Failure) -> Character {
      guard let next = rest.popFirst() else {
        throw Failure(reason: "expected a character after \"\\\"")
      }
      return next
    }

    private mutating func choice() throws(Failure) -> Element {
      var choices: [[Element]] = []
      while true {
        choices.append(try elements(isChoice: true))
        switch rest.popFirst() {
        case ",": continue
        case "}": return .choice(choices)
        default: throw Failure(reason: "expected \"}\" before the end of the name")
        }
      }
    }

    private mutating func set() throws(Failure) -> Test {
      let isNegated = rest.first == "!" || rest.first == "^"
      if isNegated { rest.removeFirst() }
      var ranges: [ClosedRange<Character>] = []
      while true {
        guard var first = rest.popFirst() else {
          throw Failure(reason: "expected \"]\" before the end of the name")
        }
        // As in .gitignore, a bracket at the start is a member of the set.
        if first == "]", !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
        if first == "[", rest.first == ":", !hasBraces {
          ranges += try namedClass()
          continue
        }
        if first == "\\" { first = try escaped() }
        var last = first
        if rest.first == "-", rest.dropFirst().first.map({ $0 != "]" }) == true {
          rest.removeFirst()
          last = try escaped()
          if last == "\\" { last = try escaped() }
        }
        guard first <= last || !hasBraces else {
          throw Failure(reason: "the range \"\(first)-\(last)\" is reversed")
        }
        // Git compares the start of a reversed range, and nothing else of it.
        ranges.append(first...max(first, last))
      }
    }

    /// The characters of a POSIX class, after its first bracket: `:digit:]`.
    private mutating func namedClass() throws(Failure) -> [ClosedRange<Character>] {
      guard let end = rest.firstIndex(of: "]"),
        let ranges = Self.classes[String(rest[..<end])]
      else { throw Failure(reason: "unknown character class") }
      rest = rest[rest.index(after: end)...]
      return ranges
    }

    private static let classes: [String: [ClosedRange<Character>]] = [
      ":alnum:": ["0"..."9", "A"..."Z", "a"..."z"], ":alpha:": ["A"..."Z", "a"..."z"],
      ":blank:": ["\t"..."\t", " "..." "], ":cntrl:": ["\0"..."\u{1F}", "\u{7F}"..."\u{7F}"],
      ":digit:": ["0"..."9"], ":graph:": ["!"..."~"], ":lower:": ["a"..."z"],
      ":print:": [" "..."~"], ":punct:": ["!"..."/", ":"..."@", "["..."`", "{"..."~"],
      ":space:": ["\t"..."\r", " "..." "], ":upper:": ["A"..."Z"],
      ":xdigit:": ["0"..."9", "A"..."F", "a"..."f"],
    ]
  }

  // MARK: Matching

  /// A path, prepared for matching many patterns.
  package struct Path {
    /// The characters of all names, with nil for each slash between them.
    fileprivate var units: [Character?]

    package init(_ path: FilePath) {
      self.init(path == .currentFolder ? [] : Glob.names(in: path).map(Array.init))
    }

    /// A path whose bytes are compared, for patterns of a `.gitignore`.
    package init(bytesOf path: FilePath) { self.init(path.components.map(Glob.characters)) }

    private init(_ names: [[Character]]) {
      units = Array(names.map { $0.map(Optional.some) }.joined(separator: [nil]))
    }
  }

  private static func names(in path: FilePath) -> [String] {
    path.components.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the pattern matches a path or one of the folders above it.
  package func covers(_ path: Path, isFolder: Bool = false) -> Bool {
    matches(path, isFolder: isFolder, orFolderAbove: true)
  }

  /// Whether the pattern matches a path itself.
  package func matches(_ path: Path, isFolder: Bool) -> Bool {
    matches(path, isFolder: isFolder, orFolderAbove: false)
  }

  private func matches(_ path: Path, isFolder: Bool, orFolderAbove isCovered: Bool) -> Bool {
    var states = States(count: steps.count)
    enter(start, &states)
    for unit in path.units {
      if isCovered, unit == nil, states.contains(Self.end) { return true }
      var following = States(count: steps.count)
      for state in states.all {
        switch (steps[state], unit) {
        case (.take(let test, let next), let character?):
          if test.matches(character) { enter(next, &following) }
        case (.run, _?), (.folder, _?): enter(state, &following)
        case (.slash(let next), nil): enter(next, &following)
        case (.folder(let again), nil): enter(again, &following)
        default: continue
        }
      }
      guard !following.all.isEmpty else { return false }
      states = following
    }
    return states.contains(Self.end) && (isFolder || !isForFolders)
  }

  private struct States {
    private(set) var all: [Int] = []
    private var isIn: [Bool]

    init(count: Int) { isIn = Array(repeating: false, count: count) }

    func contains(_ state: Int) -> Bool { isIn[state] }

    mutating func insert(_ state: Int) -> Bool {
      guard !isIn[state] else { return false }
      isIn[state] = true
      all.append(state)
      return true
    }
  }

  /// Enters a state and all states that are reachable from it without consuming a character.
  private func enter(_ state: Int, _ states: inout States) {
    guard states.insert(state) else { return }
    switch steps[state] {
    case .run(let next): enter(next, &states)
    case .fork(let choices): for choice in choices { enter(choice, &states) }
    case .folders(let next):
      enter(next, &states)
      enter(state + 1, &states)
    case .take, .slash, .folder, .end: return
    }
  }
}
