/// The order of names in file browsers: numbers by value, letters without regard to case.
package enum NaturalOrder {
  /// Returns names in order. Names that differ only in case are ordered by bytes.
  package static func sorted(_ names: some Sequence<String>) -> [String] {
    sorted(names, by: \.self)
  }

  /// Returns elements in the order of their names.
  package static func sorted<Element>(
    _ elements: some Sequence<Element>, by name: (Element) -> String
  ) -> [Element] {
    elements.map { element in
      let name = name(element)
      return (element: element, name: name, parts: parts(of: name))
    }.sorted {
      precede($0.parts, $1.parts) ?? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }.map(\.element)
  }

  /// Whether the first parts come before the second; nil if they are equal.
  private static func precede(_ left: [Part], _ right: [Part]) -> Bool? {
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
    return left.count == right.count ? nil : left.count < right.count
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
