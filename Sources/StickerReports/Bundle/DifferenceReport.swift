package import Basics
internal import ImageContainers
package import StickerFiles
package import StickerFit
internal import StickerLint
package import StickerManifest
internal import StickerPacks

/// The differences between two bundles as text, JSON and Markdown. `stickerpack schema difference` describes
/// the JSON.
package enum DifferenceReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  package static let schema = "stickerpack.difference/1"

  /// Text: a line for each changed sticker and file, then a summary. Ends in a newline.
  package static func text(of difference: BundleDifference, style: TextStyle) -> String {
    // The longest kind and two spaces.
    let width = 2 + (BundleDifference.Kind.allCases.map { $0.rawValue.count }.max() ?? 0)
    var lines: [String] = []
    for section in sections(of: difference) {
      lines.append(style.bold(section.title.withoutControls))
      lines += section.rows.map { row in
        "  " + style.colored(row.kind.rawValue.padded(to: width), .info)
          + row.words.withoutControls
      }
      lines.append("")
    }
    lines.append((difference.isSame ? style.green("✓ ") : "") + summary(of: difference))
    return lines.joined(separator: "\n") + "\n"
  }

  /// GitHub's Markdown, for a comment on a pull request or a job's summary. Ends in a newline.
  ///
  /// The text has at most ``MarkdownReport/mostBytes`` and says how many lines it omits.
  package static func markdown(of difference: BundleDifference) -> String {
    let summary = "**\(summary(of: difference))**"
    var remaining = MarkdownReport.mostBytes - summary.utf8.count - 200
    var lines: [String] = []
    var hidden = 0
    func add(_ text: [String]) -> Bool {
      let cost = text.reduce(0) { $0 + $1.utf8.count + 1 }
      guard cost <= remaining else { return false }
      remaining -= cost
      lines += text
      return true
    }
    for section in sections(of: difference) {
      let rows = section.rows.map { MarkdownReport.tableRow($0.kind.rawValue, $0.words.markdown) }
      var isOpen = add(["", "#### \(section.title.markdown)", ""])
      if !isOpen { hidden += max(1, rows.count) }
      guard isOpen, !rows.isEmpty else { continue }
      isOpen = add(MarkdownReport.tableHead("Change", "What"))
      for row in rows {
        isOpen = isOpen && add([row])
        if !isOpen { hidden += 1 }
      }
    }
    if hidden > 0 {
      lines += [
        "",
        "\(hidden == 1 ? "1 more line does" : "\(Text.number(hidden)) more lines do") not fit into a"
          + " comment on GitHub. The JSON report has all of them.",
      ]
    }
    return ([summary] + lines).joined(separator: "\n") + "\n"
  }

  // MARK: Sections

  /// A pack, or the files outside of all.
  package struct Section {
    /// The differences of the pack itself, in words.
    package var title: String
    var rows: [Row] = []
  }

  /// A changed sticker or file.
  package struct Row {
    var kind: BundleDifference.Kind
    /// Names and labels in it are quoted but not escaped yet.
    package var words: String
  }

  private static func sections(of difference: BundleDifference) -> [Section] {
    var sections = difference.packs.filter { !$0.isSame }.map { section(of: $0) }
    if !difference.files.isEmpty {
      sections.append(
        Section(title: "Outside the packs", rows: difference.files.map { row(of: $0) }))
    }
    return sections
  }

  /// Describes a pack.
  package static func section(of pack: BundleDifference.Pack) -> Section {
    let isNew = pack.names.old == nil
    let isGone = pack.names.new == nil
    let facts =
      [
        isNew ? "new pack" : isGone ? "removed pack" : nil,
        pack.stickerCounts.inWords { Text.number($0) }
          + ((pack.stickerCounts.new ?? pack.stickerCounts.old) == 1 ? " sticker" : " stickers"),
        "art " + pack.artBytes.inBytes,
        pack.gridSizes.areSame ? nil : "grid size " + pack.gridSizes.inWords { $0.rawValue },
      ] + pack.facts.sorted { $0.key < $1.key }.map { Optional("\($0.key) \(values($0.value))") }
    let title = pack.names.quoted + ": " + facts.compactMap { $0 }.joined(separator: ", ")
    // In an added or removed pack every sticker is added or removed.
    guard !isNew, !isGone else { return Section(title: title) }
    return Section(
      title: title, rows: pack.stickers.map { row(of: $0) } + pack.files.map { row(of: $0) })
  }

  /// Describes a sticker.
  package static func row(of change: BundleDifference.ChangedSticker) -> Row {
    let stickers = change.versions.map { $0.sticker }
    let art = stickers.map { StickerChange.Version($0) }
    var words = art.words(
      formats: stickers.map { ImageFormat(rawValue: $0.format)?.name ?? $0.format.quoted })
    if stickers.old != nil, stickers.new != nil {
      if art.old?.sha256 == art.new?.sha256, change.kinds.contains(.changed) {
        words.insert("only the smaller images differ", at: 1)
      }
      if let fit = stickers.new?.fit, fit != stickers.old?.fit {
        words.append("fitted from \(Text.bytes(fit.bytesBefore))")
      }
      words += labels(stickers)
      if change.kinds.contains(.moved) {
        words.append("position " + change.versions.inWords { Text.number($0.place) })
      }
    }
    return Row(kind: change.kinds[0], words: words.joined(separator: ", "))
  }

  /// Describes a file.
  package static func row(of file: Versions<Manifest.File>) -> Row {
    let kind: BundleDifference.Kind =
      file.old == nil ? .added : file.new == nil ? .removed : .changed
    return Row(
      kind: kind, words: "file \(file.map { $0.file }.quoted), \(file.map { $0.bytes }.inBytes)")
  }

  private static func labels(_ stickers: Versions<Manifest.Sticker>) -> [String] {
    let own = Versions(old: stickers.old?.label, new: stickers.new?.label)
    let emoji = Versions(
      old: stickers.old?.emoji?.joined(), new: stickers.new?.emoji?.joined())
    let others = stickers.map { $0.localizedLabels ?? [:] }
    let languages = Set((others.old ?? [:]).keys).union((others.new ?? [:]).keys).sorted()
    return (own.areSame ? [] : ["label " + values(own)])
      + (emoji.areSame ? [] : ["emoji " + values(emoji)])
      + languages.compactMap { language in
        let labels = Versions(old: others.old?[language], new: others.new?[language])
        return labels.areSame ? nil : "label in \(language.quoted) " + values(labels)
      }
  }

  /// `"old" → none`
  private static func values(_ versions: Versions<String>) -> String {
    "\(versions.old?.quoted ?? "none") → \(versions.new?.quoted ?? "none")"
  }

  /// The last line: the number of changes of each kind, and the total size.
  package static func summary(of difference: BundleDifference) -> String {
    let packs = difference.packs
    let kept = packs.filter { $0.names.old != nil && $0.names.new != nil }
    let counts =
      [
        (packs.count { $0.names.old == nil }, "new pack"),
        (packs.count { $0.names.new == nil }, "removed pack"),
      ].map { (count: $0.0, words: Text.count($0.0, $0.1)) }
      + BundleDifference.Kind.allCases.map { kind in
        let count = kept.reduce(0) { $0 + $1.stickers.count { $0.kinds.contains(kind) } }
        return (count, "\(Text.number(count)) \(kind.rawValue)")
      }
    let files = difference.files.count + kept.reduce(0) { $0 + $1.files.count }
    var parts = (counts + [(files, Text.count(files, "other file"))])
      .filter { $0.count > 0 }.map { $0.words }
    if parts.isEmpty {
      parts = [difference.isSame ? "no differences" : "only facts about the packs differ"]
    }
    let hasSizes = difference.fileBytes.old != nil && difference.fileBytes.new != nil
    return parts.joined(separator: ", ")
      + (hasSizes ? "; all files " + difference.fileBytes.inBytes : "")
  }

  // MARK: JSON

  /// JSON. Ends in a newline.
  package static func json(of difference: BundleDifference) -> [UInt8] {
    JSONStream.object { report in
      report.add("fileBytes", difference.fileBytes)
      report.add("files", difference.files)
      report.add("packs", objects: difference.packs) { entry, pack in
        entry.add("artBytes", pack.artBytes)
        entry.add("facts", pack.facts)
        entry.add("files", pack.files)
        entry.add("gridSize", pack.gridSizes.map { $0.rawValue })
        entry.add("name", pack.names)
        entry.add("stickerCount", pack.stickerCounts)
        entry.add("stickers", objects: pack.stickers) { entry, change in
          entry.add("kinds", change.kinds.map { $0.rawValue })
          change.versions.addMembers(to: &entry)
        }
      }
      report.add("same", difference.isSame)
      report.add("schema", schema)
    }
  }
}

extension StickerChange.Version {
  /// The art of a sticker in a bundle.
  package init(_ sticker: Manifest.Sticker) {
    let art = sticker.scales[0]
    self.init(bytes: art.bytes)
    name = sticker.id
    label = sticker.label
    sha256 = art.sha256
    format = ImageFormat(rawValue: sticker.format)
    canvas = CanvasSize(width: art.width, height: art.height)
    timing = sticker.animation.map {
      StickerChange.Timing(
        delays: $0.delaysMilliseconds, duration: $0.durationMilliseconds,
        loop: LoopCount(plays: $0.plays))
    }
  }
}
