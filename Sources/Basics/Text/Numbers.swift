extension BinaryInteger {
  /// The number with thousands separators: `512,000`.
  package var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// The number with its noun, which takes a plain "s" as plural: `1 sticker`, `2 stickers`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}

extension [String] {
  /// The first texts, and the number of the others: `a, b, c and 4 more`.
  package func listed(first shown: Int) -> String {
    prefix(shown).joined(separator: ", ") + (count > shown ? " and \(count - shown) more" : "")
  }
}
