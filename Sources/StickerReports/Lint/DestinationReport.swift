internal import Basics
package import StickerLint
internal import StickerPacks

/// Stickers by destinations, as text, Markdown and JSON. `stickerpack schema targets` describes the JSON.
package enum DestinationReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  static let schema = "stickerpack.targets/1"
  /// The most destinations whose columns fit on a page.
  private static let mostColumns = 6

  /// Text: for each pack a table of the stickers by destinations if it is not too wide, and for each destination the reasons, and
  /// what a build changes. Ends in a newline.
  ///
  /// - Parameter width: the maximum length of a line.
  package static func text(
    of verdicts: [DestinationVerdict], style: TextStyle, width: Int
  ) -> String {
    guard let first = verdicts.first else { return "" }
    var lines: [String] = []
    for index in first.result.packs.indices {
      let matrix = DestinationMatrix(verdicts, pack: index)
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

  private static func table(of matrix: DestinationMatrix, _ style: TextStyle) -> [String] {
    let nameWidth = matrix.stickers.map { $0.count }.max() ?? 0
    let widths = matrix.columns.map { column in
      max(column.destination.id.count, column.cells.map { $0.text.count }.max() ?? 0)
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
    let head = row("", matrix.columns.map { ($0.destination.id, style.faint($0.destination.id)) })
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
    in column: DestinationMatrix.Column, of matrix: DestinationMatrix, _ style: TextStyle,
    _ width: Int
  ) -> [String] {
    var lines = [
      "  \(style.mark(column.state)) \(style.bold(column.destination.id))  \(column.summary)"
    ]
    for reason in column.reasons {
      let text = "\(reason.text) \(reason.finding.fix)"
      lines += text.wrapped(to: max(20, width - 6)).map { "      " + $0 }
    }
    for change in changes(in: column, of: matrix) {
      let wrapped = "→ \(change)".wrapped(to: max(20, width - 8))
      lines += wrapped.enumerated().map { ($0 == 0 ? "      " : "        ") + $1 }
    }
    return lines
  }

  /// Returns the changes in a build, with the stickers, those of the most stickers first.
  private static func changes(
    in column: DestinationMatrix.Column, of matrix: DestinationMatrix
  ) -> [String] {
    let groups = Dictionary(grouping: column.cells.indices) { column.cells[$0].change }
    return groups.sorted { ($1.value.count, $0.value[0]) < ($0.value.count, $1.value[0]) }
      .compactMap { change, stickers in
        let names = stickers.map { matrix.stickers[$0] }.joined(separator: ", ")
        return change.map {
          "\($0) (\(stickers.count == matrix.stickers.count ? "all stickers" : names))"
        }
      }
  }

  /// Markdown: the same as tables. Ends in a newline.
  package static func markdown(of verdicts: [DestinationVerdict]) -> String {
    guard let first = verdicts.first else { return "" }
    var lines: [String] = []
    for index in first.result.packs.indices {
      let matrix = DestinationMatrix(verdicts, pack: index)
      lines += [
        "## \(matrix.title.markdown)", "", "| destination | stickers | reasons |",
        "| --- | --- | --- |",
      ]
      for column in matrix.columns {
        let reasons = column.reasons.map { $0.text.markdown }
        lines.append(
          "| \(column.state.symbol) \(column.destination.name.markdown) | \(column.summary) |"
            + " \(reasons.joined(separator: "<br>")) |")
      }
      lines.append("")
      guard verdicts.count <= mostColumns, !matrix.stickers.isEmpty else { continue }
      lines.append(
        "| sticker | \(matrix.columns.map { $0.destination.id }.joined(separator: " | ")) |")
      lines.append("| --- |" + matrix.columns.map { _ in " --- |" }.joined())
      for (sticker, name) in matrix.stickers.enumerated() {
        let cells = matrix.columns.map { column in
          let cell = column.cells[sticker]
          return cell.text + (cell.change.map { "<br>→ \($0)" } ?? "")
        }
        lines.append("| \(name.markdownCode) | \(cells.joined(separator: " | ")) |")
      }
      lines.append("")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// JSON. Ends in a newline.
  package static func json(of verdicts: [DestinationVerdict]) -> [UInt8] {
    JSONStream.object { report in
      report.add("schema", schema)
      report.add("targets", objects: verdicts) { entry, verdict in
        entry.add("checked", verdict.destination.checked)
        entry.add("id", verdict.destination.id)
        entry.add("name", verdict.destination.name)
        entry.add("packs", objects: Array(verdict.result.packs.enumerated())) { entry, pack in
          let found = verdict.findings(in: pack.offset)
          let matrix = DestinationMatrix([verdict], pack: pack.offset)
          let stickers = Array(zip(pack.element.facts.source.allStickers, matrix.columns[0].cells))
          entry.add(findings: found.pack)
          entry.add("folder", pack.element.folder)
          entry.add("name", pack.element.name)
          entry.add("stickers", objects: stickers) { entry, sticker in
            if !sticker.1.changes.isEmpty { entry.add("changes", sticker.1.changes) }
            entry.add("file", sticker.0.displayPath)
            entry.add(findings: sticker.1.findings)
            entry.add("state", sticker.1.state)
          }
        }
        entry.add("passed", !verdict.result.hasErrors)
      }
      report.add(toolOfVersion: stickerpackVersion)
    }
  }
}

extension TextStyle {
  fileprivate func mark(_ state: DestinationVerdict.State) -> String {
    colored(state.symbol, state)
  }

  fileprivate func colored(_ text: String, _ state: DestinationVerdict.State) -> String {
    switch state {
    case .ready: green(text)
    case .warned: colored(text, .warning)
    case .refused: colored(text, .error)
    }
  }
}
