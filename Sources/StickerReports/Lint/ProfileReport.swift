internal import Basics
internal import StickerLint
package import StickerPacks

/// The profiles of stores as text.
package enum ProfileReport {
  /// A table of ids, formats, canvases and bytes. Ends in a newline.
  package static func list(_ profiles: [StoreProfile], style: TextStyle) -> String {
    let rows = profiles.map {
      [$0.id, $0.formatNames, $0.canvas?.summary() ?? "any", $0.bytes?.summary ?? "any"]
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

  /// All that is known about a store. Ends in a newline.
  package static func text(of profile: StoreProfile, style: TextStyle, width: Int) -> String {
    var lines = ["\(style.bold(profile.name)) (\(profile.id))", ""]
    let facts = profile.facts
    let titleWidth = facts.map(\.title.count).max() ?? 0
    for fact in facts {
      let note = fact.key.map(profile.isCertain) == false ? " (not certain)" : ""
      let parts = (fact.text + note).wrapped(to: max(20, width - titleWidth - 4))
      for (index, part) in parts.enumerated() {
        lines.append("  \((index == 0 ? fact.title : "").padded(to: titleWidth))  \(part)")
      }
    }
    for note in profile.notes ?? [] {
      lines += note.wrapped(to: width - 2).map { "  " + $0 }
    }
    lines += ["", style.faint("Sources, read until \(profile.checked)")]
    for source in profile.sources {
      lines.append("  \(source.url.withoutControls)")
      lines += "\(source.of.joined(separator: ", ")): \(source.says)".wrapped(
        to: max(20, width - 4)
      )
      .map { "    " + $0 }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A profile as the file that states it. Ends in a newline.
  package static func json(of profile: StoreProfile) throws -> [UInt8] {
    try CanonicalJSON.bytes(of: profile)
  }
}

extension StoreProfile {
  fileprivate struct Fact {
    let title: String
    let text: String
    /// The key of its value.
    let key: String?
  }

  fileprivate var formatNames: String { (formats ?? []).map(\.name).joined(separator: ", ") }

  fileprivate var facts: [Fact] {
    var facts: [Fact] = []
    func add(_ title: String, _ key: String?, _ text: String?) {
      if let text, !text.isEmpty { facts.append(Fact(title: title, text: text, key: key)) }
    }
    func range(_ values: [Int]?) -> String? {
      values.map { $0[0] == $0[1] ? "\($0[0])" : "\($0[0]) to \($0[1])" }
    }
    func time(_ value: Double?) -> String? { value.map(Text.milliseconds) }
    add("formats", "formats", formatNames)
    add("canvas", canvas.flatMap(\.firstKey), canvas?.text)
    add("bytes", bytes.flatMap { $0.maximum == nil ? nil : "bytes.maximum" }, bytes?.summary)
    add("duration at least", "animation.shortest", time(animation?.shortest))
    add("duration at most", "animation.longest", time(animation?.longest))
    add(
      "durations", "animation.durations",
      animation?.durations.map { Text.alternatives($0.map { Int(clamping: $0) }) + " ms" })
    add(
      "whole seconds", "animation.wholeSeconds", animation?.wholeSeconds == true ? "required" : nil)
    add("all loops together", "animation.longestWithLoops", time(animation?.longestWithLoops))
    add("frames", "animation.frames", range(animation?.frames))
    add("delay at least", "animation.shortestDelay", time(animation?.shortestDelay))
    add(
      "frames per second", "animation.framesPerSecond",
      animation?.framesPerSecond.map { "at most \(Text.number($0))" })
    add("loops", "animation.loops", range(animation?.loops))
    add("loops", "animation.endless", animation?.endless == true ? "endless" : nil)
    add("transparency", "alpha", alpha?.rawValue)
    add("palette", "palette", palette == false ? "not in animated PNGs" : nil)
    add("stickers", "count", count?.text)
    add("label", "label", label.map { "at most \($0) characters" })
    add("emoji", "emoji", range(emoji))
    add("keywords", "keywords", range(keywords))
    add(
      "characters of keywords", "keywordCharacters", keywordCharacters.map { "at most \($0)" })
    for icon in icons ?? [] { add(icon.name, "icons", icon.text) }
    add(
      "shown", "shown",
      shown.map {
        "longer side \($0.side) px in a conversation"
          + ($0.crop.map { ", without \($0) px at the left and at the right" } ?? "")
      })
    add("metadata", nil, metadata.map { Text.list($0) })
    add("to upload", nil, container)
    return facts
  }
}

extension StoreProfile.Canvas {
  fileprivate var firstKey: String? {
    exact.map { _ in "canvas.exact" } ?? longerSide.map { _ in "canvas.longerSide" }
      ?? maximum.map { _ in "canvas.maximum" } ?? minimum.map { _ in "canvas.minimum" }
  }

  /// Its sizes in a few words.
  ///
  /// - Parameter unit: follows each size.
  fileprivate func summary(unit: String = "") -> String {
    func size(_ sides: [Int]) -> String { "\(sides[0]) × \(sides[1])\(unit)" }
    let parts = [
      exact.map(size), longerSide.map { "one side \($0)\(unit)" },
      minimum.map { "from \($0)\(unit)" },
      maximum.map { "up to \(size($0))" }, advised.map { "\(size($0)) advised" },
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? "any" : text
  }

  fileprivate var text: String {
    let words = [
      summary() == "any" ? nil : summary(unit: " px"), square == true ? "square" : nil,
      even == true ? "even sides" : nil,
      maximumRatio.map { "longer side at most \(Text.number($0)) times the shorter" },
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}

extension StoreProfile.Bytes {
  fileprivate var summary: String {
    let parts = [
      maximum.map { Text.number($0) }, still.map { "still \(Text.number($0))" },
      animated.map { "animated \(Text.number($0))" }, minimum.map { "at least \(Text.number($0))" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension StoreProfile.Count {
  fileprivate var text: String {
    let parts = [
      oneOf.map { Text.alternatives($0) }, minimum.map { "at least \(Text.number($0))" },
      maximum.map { "at most \(Text.number($0))" },
      oneKind == true ? "all still or all animated" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}

extension StoreProfile.Icon {
  fileprivate var text: String {
    let parts = [
      canvas.map { "\($0[0]) × \($0[1]) px" }, formats.map { Text.list($0.map(\.name)) },
      bytes.map { "at most \(Text.bytes($0))" }, `default`.map { "otherwise the \($0)" },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
