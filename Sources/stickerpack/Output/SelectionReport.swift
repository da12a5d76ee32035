internal import Basics
internal import StickerReports
internal import StickerTasks

/// Lists what a lint of some paths would check and why, and what it would leave out.
enum SelectionReport {
  static func text(of packs: [PackSource], _ leftOut: [LeftOut]) -> String {
    let sections =
      packs.map { ["\($0.displayPath): \(reason(for: $0))"] + files(of: $0).map { "  " + $0 } }
      + (leftOut.isEmpty
        ? [] : [["Left out"] + leftOut.map { "  \($0.displayPath): \(reason(for: $0))" }])
    let stickers = packs.reduce(0) { $0 + $1.allStickers.count }
    let total =
      "\(packs.count.counted("pack")) with \(stickers.counted("sticker")). Nothing was checked."
    return (sections.map { $0.map(\.withoutControls).joined(separator: "\n") } + [total])
      .joined(separator: "\n\n") + "\n"
  }

  /// One line about what was left out and how to lint it; nil if that is nothing.
  static func summary(of leftOut: [LeftOut]) -> String? {
    let entries = leftOut.filter(\.isUnexpected)
    guard !entries.isEmpty else { return nil }
    let folders = entries.count { $0.isFolder }
    let counts = [(folders, "image folder"), (entries.count - folders, "image")]
      .filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    let names = entries.map(\.displayPath).listed(first: 3)
    return "left out \(counts.joined(separator: " and ")): \(names)."
      + " To check one, name it, or run stickerpack init in it; --show-files lists the reasons"
  }

  /// Returns the place of the art, and the command that lints it, if all of it was left out; otherwise nil.
  static func warning(ofNothingIn packs: [PackSource], _ leftOut: [LeftOut]) -> String? {
    guard packs.allSatisfy(\.allStickers.isEmpty) else { return nil }
    let entries = leftOut.filter(\.isUnexpected)
    guard let first = entries.first else { return nil }
    // A folder beside catalogs may have been named already.
    let command = if case .undeclared = first.reason { "init" } else { "lint" }
    let more = entries.count > 1 ? ", and \((entries.count - 1).counted("other place"))" : ""
    return "no sticker was checked. All art was left out: \(first.displayPath)"
      + " (\(reason(for: first)))\(more). Run stickerpack \(command) \(first.displayPath.shellWord)"
  }

  /// The guesses from the names of images, a sentence each. The configuration of a pack says what they
  /// are.
  static func hints(for packs: [PackSource]) -> [String] {
    packs.flatMap { pack in
      var hints: [String] = []
      if let icon = pack.icons.art, icon.isPresumed { hints.append(hint(about: icon, in: pack)) }
      if let frames = pack.presumedFrames, frames.parent == nil {
        hints.append(
          "\(pack.displayPath) has \(frames.first) to \(frames.last), which are checked as"
            + " \(pack.stickers.count) stickers. If they are the frames of one animation, run"
            + " stickerpack fit \(pack.displayPath.shellWord) -o \((pack.name + ".png").shellWord)")
      }
      return hints
    }
  }

  /// A sentence about an image that is the icon only because of its name.
  static func hint(about icon: StickerSource, in pack: PackSource) -> String {
    "\(icon.displayPath) is taken for the icon because of its name. If it is a sticker, list it in"
      + " \(pack.displayPath)/\(PackConfiguration.fileName)"
  }

  private static func reason(for pack: PackSource) -> String {
    switch pack.kind {
    case _ where pack.built != nil: "built product"
    case .catalog: "pack of an asset catalog"
    case .files: "named files"
    case .folder: pack.isDeclared ? "has a \(PackConfiguration.fileName)" : "folder of images"
    }
  }

  private static func reason(for entry: LeftOut) -> String {
    switch entry.reason {
    case .undeclared(let images):
      "\(images.counted("image")), but no \(PackConfiguration.fileName)"
    case .ignoredByGit: "ignored by git; --no-ignore includes it"
    case .dependencies: "dependencies or build products"
    case .excluded: "excluded by a \(PackConfiguration.fileName)"
    case .source(let sticker): "the same art as \(sticker) in a format that stickers cannot have"
    case .icon:
      "named like an icon; a sticker of this name must be listed in a \(PackConfiguration.fileName)"
    case .built: "built by stickerpack"
    }
  }

  /// A sticker on each line: its file, or the folder and number of its frames.
  private static func files(of pack: PackSource) -> [String] {
    pack.allStickers.map { sticker in
      let path = sticker.path.relative(to: pack.path) ?? sticker.path.name
      let smaller = sticker.smaller.map(\.file.path.name.string)
      let frames = sticker.sequence.map { [$0.frames.count.counted("frame")] } ?? []
      return ([path.string] + smaller + frames).joined(separator: ", ")
    }
  }
}

extension LeftOut {
  /// Whether no one asked to leave it out. What a configuration excludes, bundles and the sources of
  /// stickers are left out on purpose.
  fileprivate var isUnexpected: Bool {
    switch reason {
    case .excluded, .built, .source: false
    case .undeclared, .ignoredByGit, .dependencies, .icon: true
    }
  }
}
