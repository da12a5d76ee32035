/// Formats numbers and words for messages.
package enum Text {
  /// An integer with thousands separators: `512,000`.
  package static func number(_ value: Int) -> String { value.grouped }

  /// A number with decimals only if it has any: `1,000`, `0.35`.
  package static func number(_ value: Double) -> String {
    Int64(exactly: value).map { $0.grouped } ?? "\(value)"
  }

  /// Numbers of which any is possible: `1, 2 or 3`.
  package static func alternatives(_ values: [Int]) -> String { alternatives(values.map(number)) }

  /// Words of which any is possible: `PNG, APNG or GIF`.
  package static func alternatives(_ words: [String]) -> String { joined(words, "or") }

  /// Words of which all count: `PNG, APNG and WebP`.
  package static func list(_ words: [String]) -> String { joined(words, "and") }

  private static func joined(_ words: [String], _ last: String) -> String {
    words.count < 2
      ? words.joined()
      : words.dropLast().joined(separator: ", ") + " \(last) \(words[words.count - 1])"
  }

  /// The text as a sentence: first letter capitalized, full stop added.
  package static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// A number of bytes: `512,000 bytes`.
  package static func bytes(_ value: some BinaryInteger) -> String { count(value, "byte") }

  /// A number with its noun, which takes a plain "s" as plural: `1 sticker`, `2 stickers`.
  package static func count(_ value: some BinaryInteger, _ noun: String) -> String {
    value.counted(noun)
  }

  /// Milliseconds with at most one decimal: `33.3 ms`, `40 ms`.
  package static func milliseconds(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    let whole = Int(clamping: tenths / 10)
    return tenths == Double(whole) * 10 ? "\(number(whole)) ms" : "\(tenths / 10) ms"
  }

  /// A share from 0 to 1 as a percentage, with one decimal below 10%: `25%`, `0.4%`.
  package static func percent(_ share: Double) -> String {
    let tenths = (share * 1000).rounded()
    return share >= 0.1 || tenths.truncatingRemainder(dividingBy: 10) == 0
      ? "\(Int(clamping: (share * 100).rounded()))%" : "\(tenths / 10)%"
  }

  /// A share from 0 to 1 as a percentage, with as many decimals as tell it from its limit, at most three.
  package static func percent(_ share: Double, besides limit: Double) -> String {
    guard percent(share) == percent(limit) else { return percent(share) }
    let bound = (limit * 100_000).rounded() / 1000
    let values = [10.0, 100, 1000].map { (share * 100 * $0).rounded() / $0 }
    return "\(number(values.first { $0 != bound } ?? bound))%"
  }

  /// The indefinite article for a format name that is read letter by letter: `an` SVG, `a` PNG.
  package static func article(_ name: String) -> String {
    ["A", "H", "I", "M", "S"].contains(name.prefix(1)) ? "an" : "a"
  }
}
