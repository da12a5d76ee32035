/// The order of names in file browsers: numbers by value, letters without regard to case.
package enum NaturalOrder {
  /// Returns names in order. Names that differ only in case are ordered by bytes.
  package static func sorted(_ names: some Sequence<String>) -> [String] {
    sorted(names) { $0 }
  }

  /// Returns elements in the order of their names.
  package static func sorted<Element>(
    _ elements: some Sequence<Element>, by name: (Element) -> String
  ) -> [Element] {
    elements.map { element in
      let name = name(element)
      return (element: element, name: name, parts: parts(of: name))
    }.sorted {
      $0.parts == $1.parts
        ? $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        : $0.parts.lexicographicallyPrecedes($1.parts)
    }.map { $0.element }
  }

  /// A run of digits without leading zeros, or the lower-case text between two of them.
  package enum Part: Comparable {
    case number(String)
    case text(String)

    package static func < (left: Part, right: Part) -> Bool {
      switch (left, right) {
      // Without leading zeros, the longer number is larger.
      case (.number(let one), .number(let other)): (one.count, one) < (other.count, other)
      case (.text(let one), .text(let other)): one < other
      case (.number, .text): true
      case (.text, .number): false
      }
    }
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
