internal import Basics
internal import ImageContainers
package import StickerPacks

/// Destinations and their limits as text.
package enum LimitsReport {
  /// A table of ids, formats, canvases and bytes. Ends in a newline.
  package static func list(_ destinations: [Destination], style: TextStyle) -> String {
    let columns = ["formats", "canvas", "bytes"]
    let rows = destinations.map { destination in
      [destination.id]
        + columns.map { column in
          let text = destination.summary(of: column) ?? "any"
          return column == "canvas" ? text.replacing(" px", with: "") : text
        }
    }
    let titles = ["id", "formats", "canvas in px", "bytes"]
    let widths = titles.indices.map { column in
      (rows.map { $0[column].count } + [titles[column].count]).max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).dropLast().map { $0.padded(to: $1) }.joined(separator: "  ")
        + "  \(cells.last ?? "")"
    }
    return ([style.faint(line(titles))] + rows.map(line)).map { $0 + "\n" }.joined()
  }

  /// All that is known about a destination. Ends in a newline.
  package static func text(of destination: Destination, style: TextStyle, width: Int) -> String {
    var lines = ["\(style.bold(destination.name)) (\(destination.id))", ""]
    let facts = destination.facts
    let titleWidth = facts.map { $0.title.count }.max() ?? 0
    for fact in facts {
      for (index, part) in fact.text.wrapped(to: max(20, width - titleWidth - 4)).enumerated() {
        lines.append("  \((index == 0 ? fact.title : "").padded(to: titleWidth))  \(part)")
      }
    }
    for note in destination.notes { lines += note.wrapped(to: width - 2).map { "  " + $0 } }
    if let checked = destination.checked {
      lines += ["", style.faint("Sources, read until \(checked)")]
    }
    for source in destination.sources {
      lines.append("  \(source.url.withoutControls)")
      let words = "\(source.of.joined(separator: ", ")): \(source.says) (\(source.seen))"
      lines += words.wrapped(to: max(20, width - 4)).map { "    " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Destinations as a list of their files. Ends in a newline.
  package static func json(of destinations: [Destination]) -> [UInt8] {
    JSONStream.bytes(of: destinations.map { $0.json })
  }

  /// A destination as a file that states it. Ends in a newline.
  package static func json(of destination: Destination) -> [UInt8] {
    JSONStream.bytes(of: destination.json)
  }
}

extension Destination {
  fileprivate var facts: [(title: String, text: String)] {
    var facts = requirements.map { row in
      (title: row.title, text: row.text + row.doubts.map { " (not certain: \($0))" }.joined())
    }
    if !fileExtensions.isEmpty {
      facts.append(("file names", "end in \(Text.alternatives(fileExtensions.map { ".\($0)" }))"))
    }
    facts += icons.map { ($0.name, $0.text) }
    if let shown {
      facts.append(
        (
          "shown",
          "longer side \(shown.side) px in a conversation"
            + (shown.crop.map { ", without \($0) px at the left and at the right" } ?? "")
        ))
    }
    if !metadata.isEmpty { facts.append(("metadata", Text.list(metadata))) }
    if let container { facts.append(("to upload", container)) }
    return facts
  }
}

extension Destination.Icon {
  fileprivate var text: String {
    let parts = [
      "\(canvas)", formats.isEmpty ? nil : Text.list(formats.map { $0.name }),
      bytes.map { "at most \(Text.bytes($0))" }, `default`.map { "otherwise the \($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
