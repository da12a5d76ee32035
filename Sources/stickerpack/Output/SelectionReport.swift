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

  /// One line about what was left out and how to lint it; nil if that is nothing. What a configuration
  /// excludes, bundles and the sources of stickers were left out on purpose.
  static func summary(of leftOut: [LeftOut]) -> String? {
    let entries = leftOut.filter { entry in
      switch entry.reason {
      case .excluded, .built, .source: false
      case .undeclared, .ignoredByGit, .dependencies: true
      }
    }
    guard !entries.isEmpty else { return nil }
    let folders = entries.count { $0.isFolder }
    let counts = [(folders, "image folder"), (entries.count - folders, "image")]
      .filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
    let names = entries.prefix(3).map(\.displayPath).joined(separator: ", ")
    let more = entries.count > 3 ? " and \(entries.count - 3) more" : ""
    return "left out \(counts.joined(separator: " and ")): \(names)\(more)."
      + " To check one, name it; --show-files lists the reasons"
  }

  private static func reason(for pack: PackSource) -> String {
    switch pack.kind {
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
