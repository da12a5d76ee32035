internal import Basics
internal import ImageContainers
package import StickerFit

extension StickerChange.Step {
  /// The step in a few words: `320 px`.
  package var words: String {
    switch self {
    case .converted: "APNG"
    case .imported(let source): "from \(source)"
    case .trimmed: "trimmed"
    case .outlined(let width): "\(width) px of outline"
    case .padded(let width): "\(width) px of padding"
    case .squared: "square"
    case .scaled(let side): "\(side) px"
    case .frames(let kept, let all): "\(kept) of \(Text.count(all, "frame"))"
    case .colors(let colors): Text.count(colors, "color")
    // A channel has 255 codes.
    case .settled(let codes): "differences up to \((codes * 100 + 254) / 255)% dropped"
    case .quality(let quality): "quality \(quality)"
    case .fix(let summary): summary
    }
  }
}

extension StickerChange {
  /// The change of the file, without its name.
  var words: String {
    let versions = Versions(old: before, new: used)
    return versions.words(formats: versions.map { $0.format?.name ?? "" })
      .dropFirst().joined(separator: ", ")
  }
}

extension Versions<StickerChange.Version> {
  /// The name and what differs in both, or everything about the only one.
  func words(formats: Versions<String>) -> [String] {
    let facts = [
      formats,
      map {
        "\(Text.number($0.canvas?.width ?? 0)) × \(Text.number($0.canvas?.height ?? 0)) px"
      },
      map { $0.timing?.words ?? "still" },
    ]
    let name = map { $0.name }.quoted
    let size = map { $0.bytes }.inBytes
    guard let old, let new else { return [name, size] + facts.compactMap { $0.new ?? $0.old } }
    return [name] + (old.sha256 == new.sha256 ? [] : [size])
      + facts.filter { !$0.areSame }.map { $0.inWords { $0 } }
  }
}

extension StickerChange.Timing {
  fileprivate var words: String {
    let plays =
      switch loop {
      case .forever: "forever"
      case .times(1), .unstated: "once"
      case .times(let plays): "\(plays) times"
      }
    return "\(Text.count(delays.count, "frame")) in \(Text.milliseconds(duration)) \(plays)"
  }
}

extension Versions {
  /// Both values, or one of them if the other is missing or the same: `1 → 2`.
  func inWords(_ words: (Value) -> String) -> String {
    let texts = [old, new].compactMap { $0.map(words) }
    return texts.first == texts.last ? texts.first ?? "" : texts.joined(separator: " → ")
  }
}

extension Versions<String> {
  /// `"old" → "new"`
  var quoted: String { inWords { $0.quoted } }
}

extension Versions<Int> {
  /// `1,000 → 1,200 bytes (+200)`
  var inBytes: String {
    guard let old, let new, old != new else { return (new ?? old).map { Text.bytes($0) } ?? "" }
    return "\(Text.number(old)) → \(Text.bytes(new))"
      + " (\(new > old ? "+" : "")\(Text.number(new - old)))"
  }
}
