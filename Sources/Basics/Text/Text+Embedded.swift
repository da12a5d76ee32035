#if hasFeature(Embedded)
  // Embedded Swift has no string processing. These compare bytes: no text of the engine is searched for a part of a
  // character.
  extension StringProtocol {
    package func firstRange(of other: String) -> Range<Index>? {
      let count = other.utf8.count
      guard count > 0 else { return nil }
      var start = startIndex
      while let end = utf8.index(start, offsetBy: count, limitedBy: endIndex) {
        if utf8[start..<end].elementsEqual(other.utf8) { return start..<end }
        start = utf8.index(after: start)
      }
      return nil
    }

    package func split(
      separator: String, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
      var parts: [SubSequence] = []
      var rest = self[...]
      while parts.count < maxSplits, let range = rest.firstRange(of: separator) {
        let part = rest[..<range.lowerBound]
        if !part.isEmpty || !omittingEmptySubsequences { parts.append(part) }
        rest = rest[range.upperBound...]
      }
      if !rest.isEmpty || !omittingEmptySubsequences { parts.append(rest) }
      return parts
    }

    package func contains(_ other: String) -> Bool { firstRange(of: other) != nil }

    package func replacing(_ part: String, with replacement: String) -> String {
      var result = ""
      var rest = self[...]
      while let range = rest.firstRange(of: part) {
        result += rest[..<range.lowerBound]
        result += replacement
        rest = rest[range.upperBound...]
      }
      return result + rest
    }
  }

  extension DefaultStringInterpolation {
    // A guard: text and what describes itself have overloads that fit better.
    @available(*, deprecated, message: "Embedded Swift cannot print this value; write its text")
    package mutating func appendInterpolation<Value>(_ value: Value) {}
  }
#endif
