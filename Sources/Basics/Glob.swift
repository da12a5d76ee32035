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

  package let text: String

  private let steps: [Step]
  // `seasonal/` and `seasonal/**` match only folders, and so the files in them.
  private let isForFolders: Bool
  /// Whether the pattern of a `.gitignore` has no slash, so git compares it with names only.
  package let isForNames: Bool

  /// A state of the automaton that matches a pattern, which goes on with the next step.
  private enum Step: Sendable, Equatable {
    /// Matches one character of a name.
    case take(Test)
    /// `*`
    case run
    /// Goes on with other steps: those after `{`, `,` and `}`.
    case go(to: [Int])
    /// Matches a slash.
    case slash
    /// `**/`, at the start of a name; `folder` is the next step.
    case folders
    /// `**/`, inside a name.
    case folder
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

  package init(_ text: String, at place: RelaxedJSON.Place? = nil) throws(ConfigurationError) {
    func failure(_ reason: String) -> ConfigurationError {
      ConfigurationError("invalid glob \(text.quoted): \(reason)", at: place)
    }
    self.text = text
    isForNames = false
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

    do throws(Compiler.Failure) {
      steps = try Compiler(names.map(Array.init), isAnchored: isAnchored, hasBraces: true).steps
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
    guard let compiler = try? Compiler(names, isAnchored: true, hasBraces: false) else {
      return nil
    }
    steps = compiler.steps
  }

  /// Each byte as a character.
  private static func characters(of bytes: some Collection<UInt8>) -> [Character] {
    bytes.map { Character(Unicode.Scalar($0)) }
  }

  // MARK: Reading

  /// Translates the names of a pattern to steps.
  private struct Compiler {
    struct Failure: Error {
      var reason: String
    }

    private(set) var steps: [Step] = []
    /// The rest of a name.
    private var rest: ArraySlice<Character> = []
    private let hasBraces: Bool

    /// - Parameters:
    ///   - isAnchored: whether the names begin at the start of a path.
    ///   - hasBraces: whether the syntax is that of a configuration, and not that of a `.gitignore`.
    init(_ names: [[Character]], isAnchored: Bool, hasBraces: Bool) throws(Failure) {
      self.hasBraces = hasBraces
      if !isAnchored { steps = [.folders, .folder] }
      for (index, name) in names.enumerated() {
        if name == ["*", "*"], names.count > 1 {
          if steps.last != .folder { steps += [.folders, .folder] }
          continue
        }
        rest = name[...]
        try readName()
        if index < names.count - 1 { steps.append(.slash) }
      }
      steps.append(.end)
    }

    private mutating func readName(inBraces: Bool = false) throws(Failure) {
      while let next = rest.first, !(inBraces && (next == "," || next == "}")) {
        rest.removeFirst()
        switch next {
        case "*":
          // Consecutive stars are equivalent to one.
          rest = rest.drop { $0 == "*" }
          steps.append(.run)
        case "?": steps.append(.take(.any))
        case "[": steps.append(.take(try set()))
        case "{" where hasBraces:
          guard !inBraces else { throw Failure(reason: "nested braces are not supported") }
          try readBraces()
        case "\\": steps.append(.take(.exactly(try escaped())))
        default: steps.append(.take(.exactly(next)))
        }
      }
    }

    private mutating func readBraces() throws(Failure) {
      var starts: [Int] = []
      var delimiter: Character?
      repeat {
        // Where to go from "{" and "," is known after "}".
        steps.append(.go(to: []))
        starts.append(steps.count)
        try readName(inBraces: true)
        delimiter = rest.popFirst()
      } while delimiter == ","
      guard delimiter == "}" else {
        throw Failure(reason: "expected \"}\" before the end of the name")
      }
      for start in starts { steps[start - 1] = .go(to: [steps.count]) }
      steps[starts[0] - 1] = .go(to: starts)
    }

    private mutating func escaped() throws(Failure) -> Character {
      guard let next = rest.popFirst() else {
        throw Failure(reason: "expected a character after \"\\\"")
      }
      return next
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

  /// Whether the pattern matches a path itself or, on request, one of the folders above it.
  package func matches(
    _ path: Path, isFolder: Bool, orFolderAbove isCovered: Bool = false
  ) -> Bool {
    let end = steps.count - 1
    var states = States(count: steps.count)
    enter(0, &states)
    for unit in path.units {
      if isCovered, unit == nil, states.contains(end) { return true }
      var following = States(count: steps.count)
      for state in states.all {
        switch (steps[state], unit) {
        case (.take(let test), let character?):
          if test.matches(character) { enter(state + 1, &following) }
        case (.run, _?), (.folder, _?): enter(state, &following)
        case (.slash, nil): enter(state + 1, &following)
        case (.folder, nil): enter(state - 1, &following)
        default: continue
        }
      }
      guard !following.all.isEmpty else { return false }
      states = following
    }
    return states.contains(end) && (isFolder || !isForFolders)
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
    case .run: enter(state + 1, &states)
    case .go(let targets): for target in targets { enter(target, &states) }
    case .folders:
      enter(state + 1, &states)
      enter(state + 2, &states)
    case .take, .slash, .folder, .end: return
    }
  }
}
