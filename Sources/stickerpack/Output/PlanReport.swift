internal import Basics
internal import StickerReports
internal import StickerTasks

/// Lists what a build would write, or has written.
enum PlanReport {
  /// The packs, their files and what changes, each as a section.
  ///
  /// - Parameter contents: the contents of the output folder.
  static func text(
    of plan: BuildPlan, at folder: FilePath, archive: FilePath?, replacing contents: OutputContents?
  ) -> String {
    func section(_ lines: [String], titled title: String? = nil) -> [String] {
      lines.isEmpty ? [] : (title.map { [$0] } ?? []) + lines.map { "  " + $0 }
    }
    let added = plan.addedFiles.map(\.path.string)
    let old = contents.map { replacement(of: $0, by: plan) } ?? []
    var sections = plan.packs.map { pack in
      [heading(pack)] + stickers(of: pack) + [""] + files(of: pack, in: folder)
    }
    sections += [
      section(added.map { folder.appending($0).string }),
      section(archive.map { [$0.string] } ?? []),
      section(icons(of: plan), titled: "Icons"),
      section(changes(in: plan), titled: "Names that change"),
      section(old, titled: "In \(folder) now"),
    ]
    return sections.filter { !$0.isEmpty }
      .map { $0.map(\.withoutControls).joined(separator: "\n") }.joined(separator: "\n\n")
      + "\n\nNothing was written.\n"
  }

  /// Returns a summary of the files that a build has written.
  static func summary(
    of plan: BuildPlan, _ manifests: [Manifest], at folder: FilePath, archive: FilePath?
  ) -> String {
    var lines: [String] = []
    for (pack, manifest) in zip(plan.packs, manifests) {
      let animated = manifest.stickers.count { $0.animated }
      lines.append(
        "Built \(manifest.name): \(manifest.stickers.count.counted("sticker"))"
          + (animated == 0 ? "" : ", \(animated) animated") + ", grid size"
          + " \(manifest.gridSize.rawValue)")
      let files =
        [pack.catalog, pack.images] + pack.languages.map { pack.stringsFile($0) } + [pack.manifest]
      lines += files.map { "  " + folder.appending($0).string }
    }
    // Only top-level entries: these are what users open.
    var added: [FilePath] = []
    for name in plan.addedFiles.compactMap(\.path.components.first).map({ FilePath(bytes: $0) })
    where added.last != name { added.append(name) }
    lines += added.map { "  " + folder.appending($0).string } + (archive.map { ["  \($0)"] } ?? [])
    return lines.map { $0.withoutControls + "\n" }.joined()
  }

  /// A line for each pack whose icons are made from a sticker, or from an image that its configuration does not name.
  static func icons(of plan: BuildPlan) -> [String] {
    plan.packs.compactMap { pack in
      guard let sticker = pack.stickerForIcons else {
        return pack.icons.art.flatMap {
          $0.source.isPresumed ? SelectionReport.hint(about: $0.source, in: pack.source) : nil
        }
      }
      let fix =
        pack.displayPath.hasSuffix(".stickerpack")
        ? "add an icon set to its catalog"
        : "set \"icon\" in its \(PackConfiguration.fileName) to an image of 1,024 px or more"
      return "the pack \(pack.name.quoted) has no icon: its icons are made from"
        + (sticker.facts.image?.isAnimated == true ? " a frame of" : "")
        + " the sticker \(sticker.source.displayPath), enlarged for the App Store; \(fix)"
    }
  }

  /// Returns the lines about the files in the output folder; none if it is empty.
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
    paths.map(\.string).listed(first: 3)
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
    "\(pack.name): \(pack.stickers.count.counted("sticker")), grid size \(pack.gridSize.rawValue)"
  }

  private static func stickers(of pack: BuildPlan.Pack) -> [String] {
    let names = pack.stickers.map { sticker in
      let name = sticker.source.path.name.string
      return sticker.source.sequence.map { "\(name), \($0.frames.count) frames" } ?? name
    }
    let longest = names.map(\.count).max() ?? 0
    let digits = String(pack.stickers.count).count
    let lines = zip(pack.stickers, names).enumerated().map { index, entry in
      let number = String(index + 1)
      let (sticker, name) = entry
      let target =
        sticker.frames.isEmpty
        ? "\(sticker.catalogFolder)/\(sticker.catalogImage)" : sticker.catalogFolder
      return "  " + String(repeating: " ", count: digits - number.count) + number + "  " + name
        + String(repeating: " ", count: longest - name.count) + "  →  " + target
    }
    return lines + pack.skipped.map { "  skipped: \($0.displayPath): \($0.reason)" }
  }

  private static func files(of pack: BuildPlan.Pack, in folder: FilePath) -> [String] {
    ([
      "\(pack.catalogPack)", "\(pack.iconSet): \(pack.icons.slots.count) icons",
      "\(pack.images): \((3 * pack.stickers.count).counted("file"))",
    ] + pack.languages.map { pack.stringsFile($0).string } + [pack.manifest.string]).map {
      "  " + folder.appending($0).string
    }
  }
}
