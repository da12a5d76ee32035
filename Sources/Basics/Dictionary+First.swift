extension Dictionary {
  /// Creates a dictionary from pairs. A key that several have gets the value of the first.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }
}
