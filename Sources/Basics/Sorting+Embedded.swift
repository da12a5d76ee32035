#if hasFeature(Embedded)
  // Embedded Swift compiles the standard library's sort for each type of element, 5 KB every time, so these take its
  // place: one sort of numbers, which stand for the elements.

  extension Sequence {
    /// Returns the elements in order; equal ones stay in theirs.
    package func sorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
      let elements = Array(self)
      return SortedIndices.of(elements.count) { isBefore(elements[$0], elements[$1]) }
        .map { elements[$0] }
    }
  }

  extension Sequence where Element: Comparable {
    package func sorted() -> [Element] { sorted { $0 < $1 } }
  }

  extension Array {
    package mutating func sort(by isBefore: (Element, Element) -> Bool) {
      self = sorted(by: isBefore)
    }
  }

  extension Array where Element: Comparable {
    package mutating func sort() { self = sorted() }
  }

  private enum SortedIndices {
    /// Merges runs of 1, 2, 4 ... numbers below `count`.
    @inline(never)
    static func of(_ count: Int, _ isBefore: (Int, Int) -> Bool) -> [Int] {
      var indices = Array(0..<count)
      var merged = indices
      var length = 1
      while length < count {
        var start = 0
        while start < count {
          let middle = min(start + length, count)
          let end = min(middle + length, count)
          var (left, right) = (start, middle)
          for index in start..<end {
            let takesRight =
              left == middle || right < end && isBefore(indices[right], indices[left])
            merged[index] = takesRight ? indices[right] : indices[left]
            if takesRight { right += 1 } else { left += 1 }
          }
          start = end
        }
        swap(&indices, &merged)
        length *= 2
      }
      return indices
    }
  }
#endif
