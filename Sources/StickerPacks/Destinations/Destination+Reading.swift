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

  init(_ own: RelaxedJSON, named fileName: String) throws(ConfigurationError) {
    let id = fileName.lowercased().split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
      .joined(separator: "-")
    self.init(id: id.isEmpty ? "own" : id, name: fileName)
    json = try own.extended()
    // Other members name limits.
    let members = try json.members(of: "the file")
    for member in members.filter({ $0.key == "limits" }) + members.filter({ $0.key != "limits" }) {
      try read(member.key, member.value, at: member.place)
    }
    guard !formats.isEmpty else {
      throw ConfigurationError(
        "expected \"extends\", or \"limits\" with \"formats\"", at: own.place)
    }
    try checkLimits(at: json.member("limits")?.place ?? own.place)
  }

  private static let keys = [
    "extends", "id", "name", "kind", "limits", "uncertain", "fileExtensions", "delays", "icons",
    "shown", "metadata", "container", "output", "notes", "checked", "sources",
  ]

  private mutating func read(
    _ key: String, _ value: RelaxedJSON, at place: RelaxedJSON.Place
  ) throws(ConfigurationError) {
    switch key {
    case "id":
      let rule = "it has lower-case letters, digits and single hyphens"
      id = try value.text(of: key, rule) { id in
        id.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
          !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
        }
      }
    case "name": name = try value.line(of: key)
    case "kind": kind = try value.choice(of: key)
    case "limits":
      for member in try value.members(of: key) {
        guard let key = Limit.Key(rawValue: member.key), let limit = Limit.named(key) else {
          throw .unknownKey(member.key, known: Limit.Key.allCases.map(\.rawValue), member.place)
        }
        limits[key] = try Limit.Value(member.value, of: limit)
      }
    case "uncertain":
      for member in try value.members(of: key) {
        guard let key = Limit.Key(rawValue: member.key), limits[key] != nil else {
          throw .unknownKey(
            member.key, known: limits.keys.map(\.rawValue).sorted(), member.place)
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
    case "output": output = try Output(value)
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
  private static let largestSide = 65_535
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
    let formats = [ImageFormat.png, .apng, .gif, .jpeg]
    for member in try members["shortest"]?.members(of: "shortest") ?? [] {
      guard
        let format = formats.first(where: { Destination.Format($0).rawValue == member.key })
      else {
        throw .unknownKey(
          member.key, known: formats.map { Destination.Format($0).rawValue }, member.place)
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
  fileprivate init(_ value: RelaxedJSON) throws(ConfigurationError) {
    let keys = [
      "still", "animated", "sides", "file", "name", "icons", "lists", "listed", "archive",
    ]
    let members = try value.known(keys, of: "output")
    func format(
      _ key: String, of formats: [Destination.Format]
    ) throws(ConfigurationError) -> Destination.Format? {
      guard let value = members[key] else { return nil }
      let name = try value.text(
        of: key, "expected \(formats.map(\.rawValue).joined(separator: ", "))"
      ) { name in formats.contains { $0.rawValue == name } }
      return Destination.Format(rawValue: name)
    }
    still = try format("still", of: [.png, .jpeg, .webp])
    animated = try format("animated", of: [.apng, .gif, .animatedWebP])
    guard still != nil || animated != nil else {
      throw ConfigurationError("expected \"still\" or \"animated\"", at: value.place)
    }
    sides =
      try members["sides"]?.filled(of: "sides").map { side throws(ConfigurationError) in
        try side.whole(of: "a side", in: 1...4096)
      }.sorted(by: >) ?? []
    file = try members["file"]?.stickerName()
    name = try .init(members["name"])
    for (icon, file) in try members["icons"]?.files(of: "icons") ?? [] {
      icons[icon] = try file.fileName(of: "the file of an icon")
    }
    for (name, template) in try members["lists"]?.files(of: "lists") ?? [] {
      try template.checkFileName(name, of: "a list")
      guard name.hasSuffix(".json") || name.hasSuffix(".txt"), !icons.values.contains(name) else {
        throw ConfigurationError(
          "\(name.quoted) cannot be the name of a list: it ends in .json or .txt, and no icon has it",
          at: template.place)
      }
      try template.checkTemplate()
      lists[name] = template
    }
    listed = try members["listed"]?.whole(of: "listed", in: 1...100_000)
    archive = try members["archive"]?.text(of: "archive", "it has lower-case letters") {
      (1...20).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLowercase }
    }
  }
}

extension Destination.NameRules {
  fileprivate init(_ value: RelaxedJSON?) throws(ConfigurationError) {
    self.init(separator: "-", longest: 60)
    guard let value else { return }
    let members = try value.known(["separator", "shortest", "longest", "lowercase"], of: "name")
    if let text = members["separator"] {
      separator = try text.text(of: "separator", "expected \"\", \"-\" or \"_\"") {
        ["", "-", "_"].contains($0)
      }
    }
    shortest = try members["shortest"]?.whole(of: "shortest", in: 1...100)
    if let most = members["longest"] { longest = try most.whole(of: "longest", in: 1...200) }
    isLowercase = try members["lowercase"]?.flag(of: "lowercase") ?? false
    guard shortest ?? 1 <= longest else {
      throw ConfigurationError("\"shortest\" is above \"longest\"", at: value.place)
    }
  }
}

// MARK: JSON

extension RelaxedJSON {
  /// The objects whose members are joined with those of the destination that a file extends.
  private static let joined: Set = ["limits", "uncertain", "output", "shown", "delays", "name"]

  fileprivate func member(_ key: String) -> RelaxedJSON? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The file with the members of the destination that it extends, if it names one. A member that is null is left out.
  fileprivate func extended() throws(ConfigurationError) -> RelaxedJSON {
    guard let extends = member("extends") else { return self }
    let id = try extends.text(of: "extends")
    guard let base = Destination.all.first(where: { $0.id == id }) else {
      let hint = Spelling.nearest(to: id, in: Destination.all.map(\.id))
      throw ConfigurationError(
        "unknown destination \(id.quoted); "
          + (hint.map { "did you mean \"\($0)\"?" } ?? "see `stickerpack targets`"),
        at: extends.place)
    }
    var joined = base.json.removing(["id", "name"])
    if case .object(let limits)? = member("limits")?.content {
      // Sources of the destination do not state the numbers of the file.
      joined = joined.forgetting(Set(limits.map(\.key)))
    }
    return joined.joined(with: removing(["extends"]))
  }

  private func removing(_ keys: Set<String>) -> RelaxedJSON {
    guard case .object(let members) = content else { return self }
    return RelaxedJSON(content: .object(members.filter { !keys.contains($0.key) }), place: place)
  }

  private func forgetting(_ limits: Set<String>) -> RelaxedJSON {
    guard case .object(var members) = content else { return self }
    for index in members.indices {
      switch (members[index].key, members[index].value.content) {
      case ("uncertain", _): members[index].value = members[index].value.removing(limits)
      case ("sources", .list(let sources)):
        let kept = sources.compactMap { source -> RelaxedJSON? in
          guard case .object(var parts) = source.content,
            let of = parts.firstIndex(where: { $0.key == "of" }),
            case .list(let keys) = parts[of].value.content
          else { return nil }
          let rest = keys.filter {
            if case .text(let key) = $0.content { !limits.contains(key) } else { false }
          }
          parts[of].value = RelaxedJSON(content: .list(rest), place: source.place)
          return rest.isEmpty ? nil : RelaxedJSON(content: .object(parts), place: source.place)
        }
        members[index].value = RelaxedJSON(content: .list(kept), place: place)
      default: break
      }
    }
    return RelaxedJSON(content: .object(members), place: place)
  }

  private func joined(with own: RelaxedJSON) -> RelaxedJSON {
    guard case .object(var members) = content, case .object(let others) = own.content else {
      return own
    }
    for other in others {
      let index = members.firstIndex { $0.key == other.key }
      if case .null = other.value.content {
        if let index { members.remove(at: index) }
      } else if let index {
        let base = members[index].value
        members[index] = other
        if Self.joined.contains(other.key) { members[index].value = base.joined(with: other.value) }
      } else {
        members.append(other)
      }
    }
    return RelaxedJSON(content: .object(members), place: own.place)
  }

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

  fileprivate func files(
    of name: String
  ) throws(ConfigurationError) -> [(key: String, value: RelaxedJSON)] {
    try members(of: name).map { ($0.key, $0.value) }
  }

  fileprivate func fileName(of name: String) throws(ConfigurationError) -> String {
    let text = try text(of: name)
    try checkFileName(text, of: name)
    return text
  }

  /// The name of each sticker's file, which has its name or its number, so no two are the same.
  fileprivate func stickerName() throws(ConfigurationError) -> String {
    let name = try fileName(of: "file")
    let values = RelaxedJSON.text(name).packValues
    guard !values.isEmpty, values.isSubset(of: ["name", "number"]) else {
      throw ConfigurationError("expected {name} or {number} in file", at: place)
    }
    return name
  }

  /// Files are written by these names, so they must stay in their folder.
  fileprivate func checkFileName(_ text: String, of name: String) throws(ConfigurationError) {
    guard (1...100).contains(text.utf8.count), !text.hasPrefix("."),
      text.unicodeScalars.allSatisfy({
        $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "\\"
      })
    else {
      throw ConfigurationError(
        "\(text.quoted) cannot be the name of \(name): it cannot be empty, begin with a dot or contain a slash",
        at: place)
    }
  }
}
