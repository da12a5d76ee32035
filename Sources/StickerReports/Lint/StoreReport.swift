internal import Basics
package import StickerLint
internal import StickerPacks

/// Stickers by stores, as text, Markdown and JSON. `stickerpack schema targets` describes the JSON.
package enum StoreReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  static let schema = "stickerpack.targets/1"
  /// The most stores whose columns fit on a page.
  private static let mostColumns = 6

  /// Text: for each pack a table of the stores, one of the stickers if it is not too wide, and the reasons. Ends in
  /// a newline.
  ///
  /// - Parameter width: the maximum length of a line.
  package static func text(
    of verdicts: [StoreVerdict], style: TextStyle, width: Int
  ) -> String {
    guard let first = verdicts.first else { return "" }
    var lines: [String] = []
    for index in first.result.packs.indices {
      let matrix = Matrix(verdicts, pack: index)
      if index > 0 { lines.append("") }
      lines.append(style.bold(matrix.title))
      if verdicts.count <= mostColumns, !matrix.stickers.isEmpty {
        lines.append("")
        lines += table(of: matrix, style)
      }
      lines.append("")
      lines += matrix.columns.flatMap { reasons(in: $0, of: matrix, style, width) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func table(of matrix: Matrix, _ style: TextStyle) -> [String] {
    let nameWidth = matrix.stickers.map(\.count).max() ?? 0
    let widths = matrix.columns.map { column in
      max(column.store.id.count, column.cells.map(\.text.count).max() ?? 0)
    }
    func row(_ name: String, _ cells: [(plain: String, shown: String)]) -> String {
      var line = "  " + name + String(repeating: " ", count: nameWidth - name.count)
      for (index, cell) in cells.enumerated() {
        let isLast = index == cells.count - 1
        line += "  " + cell.shown
        if !isLast { line += String(repeating: " ", count: widths[index] - cell.plain.count) }
      }
      return line
    }
    let head = row("", matrix.columns.map { ($0.store.id, style.faint($0.store.id)) })
    return [head]
      + matrix.stickers.indices.map { sticker in
        row(
          matrix.stickers[sticker],
          matrix.columns.map { column in
            let cell = column.cells[sticker]
            return (cell.text, style.colored(cell.text, cell.state))
          })
      }
  }

  private static func reasons(
    in column: Matrix.Column, of matrix: Matrix, _ style: TextStyle, _ width: Int
  ) -> [String] {
    let head = "  \(style.mark(column.state)) \(style.bold(column.store.id))  \(column.summary)"
    return [head]
      + column.reasons.flatMap { reason in
        return "\(reason.text) \(reason.finding.fix)".wrapped(to: max(20, width - 6)).map {
          "      " + $0
        }
      }
  }

  /// Markdown: the same as tables. Ends in a newline.
  package static func markdown(of verdicts: [StoreVerdict]) -> String {
    guard let first = verdicts.first else { return "" }
    var lines: [String] = []
    for index in first.result.packs.indices {
      let matrix = Matrix(verdicts, pack: index)
      lines += [
        "## \(matrix.title.markdown)", "", "| store | stickers | reasons |", "| --- | --- | --- |",
      ]
      for column in matrix.columns {
        let reasons = column.reasons.map(\.text.markdown)
        lines.append(
          "| \(column.state.symbol) \(column.store.name.markdown) | \(column.summary) |"
            + " \(reasons.joined(separator: "<br>")) |")
      }
      lines.append("")
      guard verdicts.count <= mostColumns, !matrix.stickers.isEmpty else { continue }
      lines.append("| sticker | \(matrix.columns.map(\.store.id).joined(separator: " | ")) |")
      lines.append("| --- |" + matrix.columns.map { _ in " --- |" }.joined())
      for (sticker, name) in matrix.stickers.enumerated() {
        let cells = matrix.columns.map { $0.cells[sticker].text }
        lines.append("| \(name.markdownCode) | \(cells.joined(separator: " | ")) |")
      }
      lines.append("")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// JSON. Ends in a newline.
  package static func json(of verdicts: [StoreVerdict]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try JSONStream.object(to: { bytes += $0 }) { report in
      try report.add("schema", schema)
      try report.add("targets", objects: verdicts) { entry, verdict in
        try entry.add("checked", verdict.store.checked)
        try entry.add("id", verdict.store.id)
        try entry.add("name", verdict.store.name)
        try entry.add("packs", objects: Array(verdict.result.packs.enumerated())) { entry, pack in
          let found = verdict.findings(in: pack.offset)
          let stickers = Array(zip(pack.element.facts.source.allStickers, found.stickers))
          try entry.add("findings", list: found.pack.fingerprinted.map(FindingEntry.init))
          try entry.add("folder", pack.element.folder)
          try entry.add("name", pack.element.name)
          try entry.add("stickers", objects: stickers) { entry, sticker in
            try entry.add("file", sticker.0.displayPath)
            try entry.add("findings", list: sticker.1.fingerprinted.map(FindingEntry.init))
            try entry.add("state", StoreVerdict.State(sticker.1).rawValue)
          }
        }
        try entry.add("passed", !verdict.result.hasErrors)
      }
      try report.add("tool", ToolEntry(version: stickerpackVersion))
    }
    return bytes
  }
}

/// The verdicts about one pack, as columns of cells.
private struct Matrix {
  struct Cell {
    let state: StoreVerdict.State
    /// What is wrong in a word or two, with the number of other reasons.
    let text: String

    init(_ findings: [Finding]) {
      state = StoreVerdict.State(findings)
      guard let first = findings.first else {
        text = state.symbol
        return
      }
      let rules = Set(findings.map(\.rule)).count
      let name = first.rule.hasPrefix("store-") ? String(first.rule.dropFirst(6)) : first.rule
      text = "\(state.symbol) \(name)" + (rules > 1 ? " +\(rules - 1)" : "")
    }
  }

  struct Reason {
    /// The first finding of a rule.
    let finding: Finding
    /// The number of stickers in which it finds something; 0 for the pack.
    let files: Int
    /// The first message, and how many stickers have the same problem.
    let text: String

    init(_ findings: [Finding], isAboutPack: Bool = false) {
      finding = findings[0]
      files = isAboutPack ? 0 : Set(findings.map(\.subject)).count
      let isSame = findings.allSatisfy { $0.message == findings[0].message }
      text =
        finding.message
        + (files < 2
          ? ""
          : isSame ? " (\(Text.number(files)) stickers)" : " And \(Text.number(files - 1)) more.")
    }
  }

  struct Column {
    let store: StoreProfile
    let cells: [Cell]
    let reasons: [Reason]
    let state: StoreVerdict.State
    let summary: String
  }

  let title: String
  let stickers: [String]
  let columns: [Column]

  init(_ verdicts: [StoreVerdict], pack index: Int) {
    let pack = verdicts[0].result.packs[index]
    let all = pack.facts.source.allStickers
    title = "\(pack.name.withoutControls): \(Text.count(all.count, "sticker"))"
    stickers = all.map { $0.path.name.string.withoutControls }
    columns = verdicts.map { verdict in
      let found = verdict.findings(in: index)
      let cells = found.stickers.map(Cell.init)
      let ready = cells.count { $0.state != .refused }
      let byRule = Dictionary(grouping: found.stickers.joined(), by: \.rule)
      let reasons =
        found.pack.map { Reason([$0], isAboutPack: true) }
        + byRule.values.map { Reason($0) }
        .sorted { ($1.files, $0.finding.rule) < ($0.files, $1.finding.rule) }
      return Column(
        store: verdict.store, cells: cells, reasons: reasons,
        state: StoreVerdict.State(reasons.map(\.finding)),
        summary: ready == cells.count
          ? "all stickers can be uploaded" : "\(ready) of \(cells.count) stickers can be uploaded")
    }
  }
}

extension StoreVerdict.State {
  fileprivate var symbol: String {
    switch self {
    case .ready: "✓"
    case .warned: "!"
    case .refused: "✗"
    }
  }
}

extension TextStyle {
  fileprivate func mark(_ state: StoreVerdict.State) -> String { colored(state.symbol, state) }

  fileprivate func colored(_ text: String, _ state: StoreVerdict.State) -> String {
    switch state {
    case .ready: green(text)
    case .warned: colored(text, .warning)
    case .refused: colored(text, .error)
    }
  }
}
