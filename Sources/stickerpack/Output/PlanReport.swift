internal import Basics
internal import StickerBuild
internal import StickerFiles
internal import StickerManifest
internal import StickerPacks
internal import StickerProject
internal import StickerReports

/// Lists what a build would write.
enum PlanReport {
  ///
  /// - Parameter contents: what is in the output folder.
  static func text(
    of plan: BuildPlan, at folder: FilePath, archive: FilePath?, replacing contents: OutputContents?
  ) -> String {
    var sections = plan.packs.map { pack in
      ([heading(pack)] + stickers(of: pack) + [""] + files(of: pack, in: folder)).map {
        $0.withoutControls
      }
    }
    let added =
      plan.addedFiles.map(\.path.string)
      + plan.packs.compactMap(\.appIconCatalog).map { "\($0): 1 icon" }
    if !added.isEmpty {
      sections.append(added.map { "  " + folder.appending($0).string.withoutControls })
    }
    if let archive { sections.append(["  " + archive.string.withoutControls]) }
    let icons = IconReport.lines(of: plan).map { "  " + $0.withoutControls }
    if !icons.isEmpty { sections.append(["Icons"] + icons) }
    let changes = changes(in: plan).map { "  " + $0.withoutControls }
    if !changes.isEmpty { sections.append(["Names that change"] + changes) }
    let old = (contents.map { replacement(of: $0, by: plan) } ?? []).map {
      "  " + $0.withoutControls
    }
    if !old.isEmpty { sections.append(["In \(folder.string.withoutControls) now"] + old) }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n\nNothing was written.\n"
  }

  /// What happens to the files in the output folder; nothing if it is empty.
  private static func replacement(
    of contents: OutputContents, by plan: BuildPlan
  ) -> [String] {
    let files = plan.files
    let count = contents.replacedFileCount(by: files)
    return
      (count == 0 ? [] : ["replaced: \(count.counted("file")) that stickerpack wrote"])
      + removals(contents.removedEntries(by: files))
      + (contents.changedFiles.isEmpty
        ? [] : ["changed after the last build: \(list(contents.changedFiles))"])
      + (contents.keptEntries.isEmpty ? [] : ["kept: \(list(contents.keptEntries))"])
  }

  /// A line about what a rebuild removes, if it removes anything.
  static func removals(_ paths: [FilePath]) -> [String] {
    guard !paths.isEmpty else { return [] }
    // Projects of all formats have this folder.
    let hasProject = paths.contains(FilePath(ProjectDescription.folder))
    return ["removed: \(list(paths))" + (hasProject ? "; --emit writes the project again" : "")]
  }

  private static func list(_ paths: [FilePath]) -> String {
    paths.prefix(3).map(\.string).joined(separator: ", ")
      + (paths.count > 3 ? " and \(paths.count - 3) more" : "")
  }

  /// A line for each name that changes, with the reason.
  static func changes(in plan: BuildPlan) -> [String] {
    plan.packs.flatMap { pack in
      var lines: [String] = []
      if let change = pack.fileName.change {
        let name = pack.folder == .currentFolder ? pack.fileName.text : pack.folder.string
        lines.append("the pack \(pack.name.quoted) becomes \(name.quoted): \(change)")
      }
      for sticker in pack.stickers {
        let place = sticker.source.displayPath
        if let change = sticker.id.change {
          lines.append("\(place) becomes \(sticker.id.text.quoted): \(change)")
        }
        for frame in sticker.frames {
          if let change = frame.change {
            lines.append("a frame of \(place) becomes \(frame.text.quoted): \(change)")
          }
        }
      }
      return lines
    }
  }

  private static func heading(_ pack: BuildPlan.Pack) -> String {
    let count = pack.stickers.count
    return "\(pack.name): \(count) \(count == 1 ? "sticker" : "stickers"), grid size"
      + " \(pack.gridSize.rawValue)"
  }

  private static func stickers(of pack: BuildPlan.Pack) -> [String] {
    let names = pack.stickers.map { sticker in
      guard let sequence = sticker.source.sequence else { return name(of: sticker.source) }
      return "\(name(of: sticker.source)), \(sequence.frames.count) frames"
    }
    let longest = names.map(\.count).max() ?? 0
    let digits = String(pack.stickers.count).count
    let lines = zip(pack.stickers, names).enumerated().map { index, entry in
      let number = String(index + 1)
      let (sticker, name) = entry
      return "  " + String(repeating: " ", count: digits - number.count) + number + "  " + name
        + String(repeating: " ", count: longest - name.count) + "  →  " + target(of: sticker)
    }
    return lines + pack.skipped.map { "  skipped: \($0.displayPath): \($0.reason)" }
  }

  private static func name(of source: StickerSource) -> String {
    source.path.name.string
  }

  private static func target(of sticker: BuildPlan.Sticker) -> String {
    sticker.frames.isEmpty
      ? "\(sticker.catalogFolder)/\(sticker.catalogImage)" : sticker.catalogFolder
  }

  private static func files(of pack: BuildPlan.Pack, in folder: FilePath) -> [String] {
    let images = 3 * pack.stickers.count
    return
      ([
        "\(pack.catalogPack)", "\(pack.iconSet): \(pack.icons.slots.count) icons",
        "\(pack.images): \(images) \(images == 1 ? "file" : "files")",
      ]
      + pack.languages.map { pack.stringsFile($0).string } + [pack.manifest.string]).map {
        "  " + folder.appending($0).string
      }
  }
}
