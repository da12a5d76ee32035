package import Basics
internal import ImageContainers

extension Destination {
  /// Reads the file of a destination.
  ///
  /// - Parameter fileName: without its extension: the id and the name of a destination that states none.
  package init(
    parsing bytes: [UInt8], named fileName: String
  ) throws(ConfigurationError) {
    try self.init(RelaxedJSON(parsing: bytes), named: fileName)
  }

  init(_ file: RelaxedJSON, named fileName: String) throws(ConfigurationError) {
    let words = fileName.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let id = words.isEmpty ? "own" : String(words.joined(separator: "-").prefix(Self.longestID))
    let members = try file.members(of: "the file")
    if let extends = members.first(where: { $0.key == "extends" })?.value {
      self = try Self.extended(by: extends)
    } else {
      self.init(id: id, name: id)
    }
    (self.id, name) = (id, fileName.hasControlCharacters || fileName.isEmpty ? id : fileName)
    json = file
    // Other members name limits.
    for member in members.filter({ $0.key == "limits" }) + members.filter({ $0.key != "limits" }) {
      try read(member.key, member.value, at: member.place)
    }
    guard !formats.isEmpty else {
      throw ConfigurationError(
        "expected \"extends\", or \"limits\" with \"formats\"", at: file.place)
    }
    try checkLimits(at: members.first { $0.key == "limits" }?.place ?? file.place)
  }

  /// The most letters of an id, which names a folder.
  private static let longestID = 60

  /// The destination whose keys apply where a file has none.
  private static func extended(by value: RelaxedJSON) throws(ConfigurationError) -> Destination {
    let id = try value.text(of: "extends")
    if let base = all.first(where: { $0.id == id }) { return base }
    let hint = Spelling.nearest(to: id, in: all.map { $0.id })
    throw ConfigurationError(
      "unknown destination \(id.quoted); "
        + (hint.map { "did you mean \"\($0)\"?" } ?? "see `stickerpack targets`"),
      at: value.place)
  }

  private static let keys = [
    "extends", "id", "name", "kind", "limits", "uncertain", "fileExtensions", "delays", "icons",
    "shown", "metadata", "container", "output", "notes", "checked", "sources",
  ]

  private mutating func read(
    _ key: String, _ value: RelaxedJSON, at place: RelaxedJSON.Place
  ) throws(ConfigurationError) {
    switch key {
    case "extends": break
    case "id":
      let rule = "it has up to \(Self.longestID) lower-case letters, digits and single hyphens"
      id = try value.text(of: key, rule) { id in
        id.count <= Self.longestID
          && id.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
            !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
          }
      }
    case "name": name = try value.line(of: key)
    case "kind": kind = try value.choice(of: key)
    case "limits":
      for member in try value.members(of: key) {
        guard let key = Limit.Key(rawValue: member.key), let limit = Limit.named(key) else {
          throw .unknownKey(member.key, known: Limit.Key.allCases.map { $0.rawValue }, member.place)
        }
        // The sources of an extended destination do not state the number of the file.
        uncertain[key] = nil
        for index in sources.indices { sources[index].of.removeAll { $0 == key.rawValue } }
        sources.removeAll { $0.of.isEmpty }
        limits[key] = member.value.isNull ? nil : try Limit.Value(member.value, of: limit)
      }
    case "uncertain":
      for member in try value.members(of: key) {
        guard let key = Limit.Key(rawValue: member.key), limits[key] != nil else {
          throw .unknownKey(
            member.key, known: limits.keys.map { $0.rawValue }.sorted(), member.place)
        }
        uncertain[key] = try member.value.line(of: "the reason")
      }
    case "fileExtensions":
      fileExtensions = try value.texts(of: key)
    case "delays": delays = try Delays(value)
    case "icons":
      icons = try value.elements(of: key).map { icon throws(ConfigurationError) in try Icon(icon) }
    case "shown":
      let members = try value.known(["side", "crop"], of: key)
      guard let side = members["side"] else {
        throw ConfigurationError("expected \"side\"", at: value.place)
      }
      shown = Shown(
        side: try side.whole(of: "side", in: 1...2000),
        crop: try members["crop"]?.whole(of: "crop", in: 1...100))
    case "metadata": metadata = try value.texts(of: key)
    case "container": container = try value.line(of: key)
    case "output": output = try Output(value, extending: output)
    case "notes": notes = try value.texts(of: key)
    case "checked": checked = try value.line(of: key)
    case "sources":
      sources = try value.elements(of: key).map { source throws(ConfigurationError) in
        try Source(source)
      }
    default: throw .unknownKey(key, known: Self.keys, place)
    }
  }

  /// Refuses limits that no sticker can meet.
  private func checkLimits(at place: RelaxedJSON.Place) throws(ConfigurationError) {
    func refuse(_ first: Limit.Key, _ second: Limit.Key) -> ConfigurationError {
      ConfigurationError(
        "no sticker can meet both \(first.rawValue.quoted) and \(second.rawValue.quoted)", at: place
      )
    }
    let pairs: [(Limit.Key, Limit.Key)] = [
      (.minimumBytes, .maximumBytes), (.minimumDuration, .maximumDuration),
      (.minimumFrames, .maximumFrames), (.minimumLoops, .maximumLoops),
      (.minimumEmoji, .maximumEmoji), (.minimumKeywords, .maximumKeywords),
      (.minimumStickers, .maximumStickers),
    ]
    for (least, most) in pairs {
      if let low = number(least), let high = number(most), low > high { throw refuse(least, most) }
    }
    if limits[.canvas] != nil, limits[.longerSide] != nil { throw refuse(.canvas, .longerSide) }
    if isTrue(.endless), limits[.maximumLoops] != nil { throw refuse(.endless, .maximumLoops) }
    if let most = numbers(.maximumCanvas) {
      for key in [Limit.Key.minimumSide, .minimumLongerSide] {
        let side = key == .minimumSide ? most.min() : most.max()
        if let least = number(key), least > side ?? least { throw refuse(key, .maximumCanvas) }
      }
    }
    if let ratio = number(.maximumRatio), ratio < 1 {
      throw ConfigurationError("expected a number from 1 for maximumRatio", at: place)
    }
  }
}

extension Limit.Value {
  /// The largest side that a file can ask for, in pixels.
  private static let largestSide = DecodingLimits.side
  private static let largestNumber = 1_000_000_000

  fileprivate init(_ value: RelaxedJSON, of limit: Limit) throws(ConfigurationError) {
    let name = limit.key.rawValue
    switch limit.kind {
    case .flag: self = .flag(try value.flag(of: name))
    case .whole:
      self = .number(Double(try value.whole(of: name, in: 0...Self.largestNumber)))
    case .number:
      self = .number(try value.number(of: name, in: 0.001...Double(Self.largestNumber)))
    case .formats:
      self = .formats(
        try value.filled(of: name).map { format throws(ConfigurationError) in
          try format.choice(of: "a format")
        })
    case .size:
      let sides = try value.elements(of: name)
      guard sides.count == 2 else {
        throw ConfigurationError("expected a width and a height for \(name)", at: value.place)
      }
      self = .numbers(
        try sides.map { side throws(ConfigurationError) in
          Double(try side.whole(of: "a side", in: 1...Self.largestSide))
        })
    case .numbers:
      self = .numbers(
        try value.filled(of: name).map { number throws(ConfigurationError) in
          Double(try number.whole(of: "a value of \(name)", in: 1...Self.largestNumber))
        })
    }
  }
}

// MARK: Parts

extension Destination.Delays {
  fileprivate init(_ value: RelaxedJSON) throws(ConfigurationError) {
    let members = try value.known(["longestMistake", "replacement", "shortest"], of: "delays")
    func time(_ value: RelaxedJSON?, _ name: String) throws(ConfigurationError) -> Double {
      try value?.number(of: name, in: 0...10_000) ?? 0
    }
    var shortest: [ImageFormat: Double] = [:]
    for member in try members["shortest"]?.members(of: "shortest") ?? [] {
      guard let format = ImageFormat(rawValue: member.key) else {
        throw .unknownKey(
          member.key, known: ImageFormat.allCases.map { $0.rawValue }, member.place)
      }
      shortest[format] = try time(member.value, member.key)
    }
    self.init(
      longestMistake: try time(members["longestMistake"], "longestMistake"),
      replacement: try time(members["replacement"], "replacement"), shortest: shortest)
  }
}

extension Destination.Icon {
  fileprivate init(_ value: RelaxedJSON) throws(ConfigurationError) {
    let members = try value.known(["name", "canvas", "bytes", "formats", "default"], of: "an icon")
    guard let name = members["name"], let canvas = members["canvas"] else {
      throw ConfigurationError("an icon has \"name\" and \"canvas\"", at: value.place)
    }
    let sides = try canvas.elements(of: "canvas").map { side throws(ConfigurationError) in
      try side.whole(of: "a side", in: 1...4096)
    }
    guard sides.count == 2, let size = CanvasSize(width: sides[0], height: sides[1]) else {
      throw ConfigurationError("expected a width and a height for canvas", at: canvas.place)
    }
    self.init(name: try name.line(of: "name"), canvas: size)
    bytes = try members["bytes"]?.whole(of: "bytes", in: 1...1_000_000_000)
    formats =
      try members["formats"]?.filled(of: "formats").map { format throws(ConfigurationError) in
        try format.choice(of: "a format")
      } ?? []
    `default` = try members["default"]?.line(of: "default")
  }
}

extension Destination.Source {
  fileprivate init(_ value: RelaxedJSON) throws(ConfigurationError) {
    let members = try value.known(["of", "url", "says", "seen"], of: "a source")
    func line(_ key: String) throws(ConfigurationError) -> String {
      guard let value = members[key] else {
        throw ConfigurationError("a source has \(key.quoted)", at: value.place)
      }
      return try value.line(of: key)
    }
    self.init(
      of: try members["of"]?.texts(of: "of") ?? [], url: try line("url"), says: try line("says"),
      seen: try line("seen"))
  }
}

extension Destination.Output {
  /// The most sizes of a sticker, and the longest side of one, in pixels.
  private static let (mostSides, longestSide) = (10, 4096)
  /// The most places for values in a list: each may have a text of any length, for each sticker.
  private static let mostValues = 100

  /// - Parameter base: the output of an extended destination, for the keys that the file does not have.
  fileprivate init(
    _ value: RelaxedJSON, extending base: Self?
  ) throws(ConfigurationError) {
    self = base ?? Self(name: .init(separator: "-", longest: 60))
    for member in try value.members(of: "output") {
      try read(member.key, member.value, at: member.place)
    }
    guard still != nil || animated != nil else {
      throw ConfigurationError("expected \"still\" or \"animated\"", at: value.place)
    }
  }

  private mutating func read(
    _ key: String, _ value: RelaxedJSON, at place: RelaxedJSON.Place
  ) throws(ConfigurationError) {
    switch key {
    case "still": still = try value.format(of: key, [.png, .jpeg, .webP])
    case "animated": animated = try value.format(of: key, [.apng, .gif, .animatedWebP])
    case "sides":
      sides = try value.filled(of: key).map { side throws(ConfigurationError) in
        try side.whole(of: "a side", in: 1...Self.longestSide)
      }.sorted(by: >)
      guard sides.count <= Self.mostSides, Set(sides).count == sides.count else {
        throw ConfigurationError("expected up to \(Self.mostSides) different sides", at: place)
      }
    case "file": file = try value.stickerName()
    case "name": try name.read(value)
    case "icons":
      icons = [:]
      for member in try value.members(of: key) {
        let name = try member.value.text(of: "the file of an icon")
        try member.value.checkFileName(name, of: "the file of an icon", [".png"])
        icons[member.key] = name
      }
    case "lists":
      lists = [:]
      for member in try value.members(of: key) {
        try member.value.checkFileName(member.key, of: "a list", [".json", ".txt"])
        guard try member.value.countValues() <= Self.mostValues else {
          throw ConfigurationError(
            "a list has at most \(Self.mostValues) values in braces", at: member.place)
        }
        lists[member.key] = member.value
      }
    case "listed": listed = try value.whole(of: key, in: 1...100_000)
    case "archive":
      archive = try value.text(of: key, "it has lower-case letters") {
        (1...20).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLowercase }
      }
    default:
      let known = [
        "still", "animated", "sides", "file", "name", "icons", "lists", "listed", "archive",
      ]
      throw .unknownKey(key, known: known, place)
    }
  }
}

extension Destination.NameRules {
  fileprivate mutating func read(_ value: RelaxedJSON) throws(ConfigurationError) {
    let members = try value.known(["separator", "shortest", "longest", "lowercase"], of: "name")
    if let text = members["separator"] {
      separator = try text.text(of: "separator", "expected \"\", \"-\" or \"_\"") {
        ["", "-", "_"].contains($0)
      }
    }
    if let least = members["shortest"] { shortest = try least.whole(of: "shortest", in: 1...100) }
    if let most = members["longest"] { longest = try most.whole(of: "longest", in: 1...200) }
    if let flag = members["lowercase"] { isLowercase = try flag.flag(of: "lowercase") }
    guard shortest ?? 1 <= longest else {
      throw ConfigurationError("\"shortest\" is above \"longest\"", at: value.place)
    }
  }
}

// MARK: JSON

extension RelaxedJSON {
  fileprivate var isNull: Bool { if case .null = content { true } else { false } }

  /// The members of an object by their keys, all of which are known.
  fileprivate func known(
    _ keys: [String], of name: String
  ) throws(ConfigurationError) -> [String: RelaxedJSON] {
    var result: [String: RelaxedJSON] = [:]
    for member in try members(of: name) {
      guard keys.contains(member.key) else {
        throw .unknownKey(member.key, known: keys, member.place)
      }
      result[member.key] = member.value
    }
    return result
  }

  /// The elements of a list that has some.
  fileprivate func filled(of name: String) throws(ConfigurationError) -> [RelaxedJSON] {
    let elements = try elements(of: name)
    guard (1...100).contains(elements.count) else {
      throw ConfigurationError("expected 1 to 100 values for \(name)", at: place)
    }
    return elements
  }

  fileprivate func texts(of name: String) throws(ConfigurationError) -> [String] {
    try elements(of: name).map { element throws(ConfigurationError) in
      try element.line(of: "an entry of \(name)")
    }
  }

  /// One of some formats; nil for null.
  fileprivate func format(
    of name: String, _ formats: [FileFormat]
  ) throws(ConfigurationError) -> FileFormat? {
    if isNull { return nil }
    let rule = "expected \(formats.map { $0.rawValue }.joined(separator: ", "))"
    return FileFormat(
      rawValue: try text(of: name, rule) { name in formats.contains { $0.rawValue == name } })
  }

  /// The name of each sticker's file, which has its name or its number, so no two are the same.
  fileprivate func stickerName() throws(ConfigurationError) -> String {
    let name = try text(of: "file")
    try checkFileName(name, of: "file")
    let values = RelaxedJSON.text(name).packValues
    guard !values.isEmpty, values.isSubset(of: ["name", "number"]) else {
      throw ConfigurationError("expected {name} or {number} in file", at: place)
    }
    return name
  }

  /// Files are written by these names, so they must stay in their folder.
  ///
  /// - Parameter endings: those that are possible; any if there is none.
  fileprivate func checkFileName(
    _ text: String, of name: String, _ endings: [String] = []
  ) throws(ConfigurationError) {
    guard (1...100).contains(text.utf8.count), !text.hasPrefix("."), !text.hasControlCharacters,
      !text.utf8.contains(where: { "/\\".utf8.contains($0) })
    else {
      throw ConfigurationError(
        "\(text.quoted) cannot be the name of \(name): it cannot be empty, begin with a dot or contain a slash",
        at: place)
    }
    guard endings.isEmpty || endings.contains(where: text.hasSuffix) else {
      throw ConfigurationError(
        "\(text.quoted) cannot be the name of \(name): it ends in \(endings.joined(separator: " or "))",
        at: place)
    }
  }
}
