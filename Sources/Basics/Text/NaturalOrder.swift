/// The order of names in file browsers: numbers by value, letters without regard to case.
package enum NaturalOrder {
  /// Whether `first` comes before `second`. Names that differ only in case are ordered by bytes.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    let (left, right) = (parts(of: first), parts(of: second))
    for (one, other) in zip(left, right) where one != other {
      switch (one, other) {
      case (.number(let one), .number(let other)):
        // Without leading zeros, the longer number is larger.
        return (one.count, one) < (other.count, other)
      case (.text(let one), .text(let other)): return one < other
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    if left.count != right.count { return left.count < right.count }
    return Array(first.utf8).lexicographicallyPrecedes(Array(second.utf8))
  }

  /// A run of digits without leading zeros, or the lower-case text between two of them.
  package enum Part: Equatable {
    case number(String)
    case text(String)
  }

  /// Splits a name into numbers and the text between them.
  package static func parts(of name: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(name)
    while let first = rest.first {
      let isNumber = first.isASCIIDigit
      let run = rest.prefix { $0.isASCIIDigit == isNumber }
      rest = rest.dropFirst(run.count)
      parts.append(isNumber ? .number(String(run.drop { $0 == "0" })) : .text(run.lowercased()))
    }
    return parts
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
