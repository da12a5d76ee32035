// Embedded Swift has no `merge`, and no `init(_:uniquingKeysWith:)`.

extension Dictionary {
  /// Creates a dictionary from pairs. A key that several have gets the value of the first.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init()
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// Returns these values and those of `other`, which take precedence.
  package func updated(with other: [Key: Value]) -> [Key: Value] {
    var result = self
    for (key, value) in other { result[key] = value }
    return result
  }
}
