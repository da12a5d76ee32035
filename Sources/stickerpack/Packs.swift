internal import StickerLint
internal import StickerModel

/// Finds the packs that a command is about.
enum Packs {
  /// All packs at some paths, at least one.
  static func all(at paths: [String]) throws(Trouble) -> [PackSource] {
    let packs: [PackSource]
    do {
      packs = try PackDiscovery(at: paths).packs
    } catch {
      throw Trouble(message: "\(error)", status: error.isUsage ? .usage : .failed)
    }
    guard !packs.isEmpty else {
      throw Trouble(message: "no stickers in \(paths.joined(separator: ", "))", status: .usage)
    }
    for pack in packs {
      try check(pack.rules, pack.displayPath)
      for sticker in pack.stickers {
        try checkRules(sticker.allowed.keys, sticker.displayPath)
        try check(sticker.rules, sticker.displayPath)
      }
    }
    return packs
  }

  /// The packs that a build of a folder makes: the one that the folder itself is, or else all below
  /// it. Those that are passed by are named.
  static func toBuild(
    in folder: String
  ) throws(Trouble) -> (packs: [PackSource], passedBy: [String]) {
    let packs = try all(at: [folder])
    if packs[0].kind == .files {
      throw Trouble(message: "\(folder) is a file; name the pack’s folder", status: .usage)
    }
    guard packs[0].isFolder(folder) else { return (packs, []) }
    return ([packs[0]], packs.dropFirst().map(\.displayPath))
  }

  /// Holds what a configuration makes of rules for `place` to what these have.
  private static func check(
    _ settings: [String: RuleSetting], _ place: String
  ) throws(Trouble) {
    try checkRules(settings.keys, place)
    for (id, setting) in settings.sorted(by: { $0.key < $1.key }) {
      if let objection = Rule.named(id)?.objection(to: setting) {
        throw Trouble(message: "\(place): \(objection)", status: .usage)
      }
    }
  }

  /// Holds the ids that a configuration names for `place` to the rules that there are.
  private static func checkRules(_ ids: some Sequence<String>, _ place: String) throws(Trouble) {
    for id in ids.sorted() where Rule.named(id) == nil {
      let nearest = Spelling.nearest(to: id, in: Rule.all.map(\.id))
      let advice = nearest.map { "did you mean “\($0)”?" } ?? "see `stickerpack rules`"
      throw Trouble(
        message: "\(place): \(id.quoted) is no rule; \(advice)", status: .usage)
    }
  }
}

extension PackSource {
  /// Whether the pack lies in this very folder.
  func isFolder(_ folder: String) -> Bool {
    path == folder || path + "/" == folder
  }
}
