internal import Basics
internal import StickerPacks
internal import StickerReports

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
      + " To check one, name it; --show-files lists the reasons"
  }

  /// Where the art is, and the command that lints it, if all of it was left out; otherwise nil.
  static func warning(ofNothingIn packs: [PackSource], _ leftOut: [LeftOut]) -> String? {
    guard packs.allSatisfy(\.allStickers.isEmpty) else { return nil }
    let entries = leftOut.filter(\.isUnexpected)
    guard let first = entries.first else { return nil }
    let more = entries.count > 1 ? ", and \((entries.count - 1).counted("other place"))" : ""
    return "no sticker was checked. All art was left out: \(first.displayPath)"
      + " (\(reason(for: first)))\(more). Run stickerpack lint \(first.displayPath.shellWord)"
  }

  /// What images that are linted as stickers may be instead; a sentence for each pack at most. The
  /// configuration of a pack says what they are.
  static func hints(for packs: [PackSource]) -> [String] {
    packs.filter { $0.kind == .folder && !$0.isDeclared }.flatMap { pack in
      let names = pack.stickers.map(\.path.name.string)
      let icons = pack.stickers.filter {
        ["icon", "appicon", "app-icon", "app_icon"].contains($0.path.stem.lowercased())
      }
      var hints = icons.prefix(1).map { icon in
        let name = icon.path.name.string
        return "\(icon.displayPath) is checked as a sticker. If it is the app icon, write"
          + " \"icon\": \"\(name)\" in \(pack.displayPath)/\(PackConfiguration.fileName)"
      }
      if names.count > 2, let numbers = pack.numberedStills {
        hints.append(
          "\(pack.displayPath) has \(numbers.first) to \(numbers.last), which are checked as"
            + " \(names.count) stickers. If they are the frames of one animation, run"
            + " stickerpack fit \(pack.displayPath.shellWord) -o \((pack.name + ".png").shellWord)")
      }
      return hints
    }
  }

  private static func reason(for pack: PackSource) -> String {
    switch pack.kind {
    case _ where pack.isBuilt: "built product"
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
    case .undeclared, .ignoredByGit, .dependencies: true
    }
  }
}

extension PackSource {
  /// The first and the last image if all are PNG or JPEG files whose names are consecutive numbers from 0
  /// or 1 on: `1.png` to `4.png`.
  fileprivate var numberedStills: (first: String, last: String)? {
    let paths = stickers.map(\.path)
    let numbers = paths.compactMap { Int($0.stem) }.sorted()
    guard numbers.count == paths.count, let first = numbers.first, first == 0 || first == 1,
      numbers == Array(first..<first + numbers.count),
      Set(paths.map(\.fileExtension)).count == 1, paths[0].fileExtension != "gif",
      let ends = FrameNumbering(among: paths.map(\.name.string)), let last = ends.frames.last
    else { return nil }
    return (ends.frames[0], last)
  }
}
