internal import Basics
internal import ImageContainers

extension Destination {
  /// The destinations that are part of the program, sorted by id.
  package static let all = (builtIn("destinations.json") + [messages]).sorted { $0.id < $1.id }

  /// Messages. Its file is read by itself, because each lint needs it.
  package static let messages = builtIn("imessage.json")[0]

  /// Reads a list of files that are part of the program, which tests read, too.
  private static func builtIn(_ name: String) -> [Destination] {
    do {
      return try RelaxedJSON(parsing: Resource.bytes(name)).elements(of: name)
        .map { file throws(ConfigurationError) in try Destination(file, named: "") }
    } catch {
      preconditionFailure("invalid file of the program: \(error)")
    }
  }

  /// The argument that stands for the destinations in the configuration of the packs.
  package static let listed = "listed"

  /// Finds the destinations that an argument names.
  ///
  /// - Parameters:
  ///   - list: separated by commas: ids, the common beginning of several ids, such as `whatsapp`, and paths of files;
  ///     or `all`, or `listed`.
  ///   - packs: those that are linted or built. A common beginning stands for the destinations that take their art.
  package static func named(
    _ list: String, for packs: [PackSource]
  ) throws(LintError) -> [Destination] {
    var names: [String] = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      for name in try name == listed ? self.listed(by: packs) : [name] where !names.contains(name) {
        names.append(name)
      }
    }
    var found: [Destination] = []
    var fromFiles: Set<String> = []
    for name in names {
      for destination in try name == "all" ? all : destinations(name, for: packs) {
        if isPath(name) { fromFiles.insert(destination.id) }
        if !found.contains(where: { $0.id == destination.id }) {
          found.append(destination)
        } else if fromFiles.contains(destination.id) {
          throw .unknownDestination(
            reason: "two targets have the id \(destination.id.quoted);"
              + " write another \"id\" into one of the files")
        }
      }
    }
    return found
  }

  /// The destinations of one name.
  private static func destinations(
    _ name: String, for packs: [PackSource]
  ) throws(LintError) -> [Destination] {
    if isPath(name) { return [try Destination(at: FilePath(name))] }
    if let destination = all.first(where: { $0.id == name }) { return [destination] }
    let family = family(name)
    guard !family.isEmpty else { throw unknown(name) }
    let kinds = packs.kinds
    let taking = family.filter {
      $0.takes(animated: true) && kinds.animated || $0.takes(animated: false) && kinds.still
    }
    return taking.isEmpty ? family : taking
  }

  /// The destination with an id, or in a file.
  package static func named(_ name: String) throws(LintError) -> Destination {
    if isPath(name) { return try Destination(at: FilePath(name)) }
    if let destination = all.first(where: { $0.id == name }) { return destination }
    let family = family(name).map { $0.id }
    guard family.isEmpty else {
      throw .unknownDestination(reason: "\(name) stands for \(Text.list(family)); name one")
    }
    throw unknown(name)
  }

  /// The destinations whose ids begin with a word: the stickers, or else the emoji.
  private static func family(_ word: String) -> [Destination] {
    let all = all.filter { !word.isEmpty && $0.id.hasPrefix(word + "-") }
    let stickers = all.filter { $0.kind == .stickers }
    return stickers.isEmpty ? all : stickers
  }

  private static func unknown(_ name: String) -> LintError {
    let families = Set(all.compactMap { $0.id.split(separator: "-").first.map(String.init) })
    let hint =
      Spelling.nearest(to: name, in: families.sorted() + all.map { $0.id } + ["all", listed])
      .map { "did you mean \"\($0)\"?" } ?? "see `stickerpack targets`"
    return .unknownDestination(reason: "unknown target \(name.quoted); \(hint)")
  }

  /// Whether a name is an id, the beginning of several, or that of a file.
  static func isKnown(_ name: String) -> Bool { isPath(name) || knownNames.contains(name) }

  /// The ids and what they begin with: `telegram-emoji` and `telegram`.
  static let knownNames = Set(
    all.flatMap { destination in
      let words = destination.id.split(separator: "-")
      return words.indices.map { words[...$0].joined(separator: "-") }
    }
  ).sorted()

  /// Whether a name is that of a file.
  static func isPath(_ name: String) -> Bool { name.hasSuffix(".json") || name.contains("/") }

  /// The most bytes of a file, which has a few thousand: its lists are repeated for each sticker.
  private static let largestFile = 1 << 16

  /// Reads the file of a destination.
  private init(at path: FilePath) throws(LintError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: path, limit: Self.largestFile)
    } catch {
      throw .unknownDestination(reason: "\(path): \(error)")
    }
    do {
      try self.init(parsing: bytes, named: path.stem)
    } catch {
      throw LintError(error, in: path.string)
    }
  }

  /// Returns the names that packs list in their configuration.
  ///
  /// - Throws: if there is none, or if they have different ones.
  private static func listed(by packs: [PackSource]) throws(LintError) -> [String] {
    guard let first = packs.first(where: { !$0.settings.targets.isEmpty }) else {
      throw .unknownDestination(
        reason:
          "no \(PackConfiguration.fileName) has \"targets\"; name them, such as --target signal")
    }
    if let other = packs.first(where: { $0.settings.targets != first.settings.targets }) {
      throw .unknownDestination(
        reason:
          "\(first.displayPath) and \(other.displayPath) have different \"targets\"; name them, such as"
          + " --target \(first.settings.targets[0])")
    }
    return first.settings.targets
  }
}

extension [PackSource] {
  /// Whether there are animations, and whether there are stills. Only the structure of each file is read.
  fileprivate var kinds: (animated: Bool, still: Bool) {
    var kinds = (animated: contains { !$0.sequences.isEmpty }, still: false)
    for sticker in lazy.flatMap({ $0.stickers }) where !kinds.animated || !kinds.still {
      let files = StickerFiles(reading: sticker, limits: .init()).contents ?? []
      let isAnimated =
        if files.count == 1, case .unsupported(let format) = FileSignature(of: files[0].bytes) {
          format.isAnimated
        } else {
          files.count > 1 || files.contains { ImageContainer($0.bytes)?.frameTable.count ?? 0 > 1 }
        }
      if isAnimated { kinds.animated = true } else { kinds.still = true }
    }
    return kinds
  }
}
