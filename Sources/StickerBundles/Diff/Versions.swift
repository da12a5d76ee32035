/// The old and the new version of a value; nil if it was added or removed.
package struct Versions<Value: Sendable>: Sendable {
  /// The old value.
  package var old: Value?
  /// The new value.
  package var new: Value?

  /// Creates a pair.
  package init(old: Value? = nil, new: Value? = nil) {
    self.old = old
    self.new = new
  }

  /// Transforms both values.
  package func map<Other>(_ transform: (Value) -> Other) -> Versions<Other> {
    Versions<Other>(old: old.map(transform), new: new.map(transform))
  }
}

extension Versions: Encodable where Value: Encodable {}

extension Versions where Value: Equatable {
  /// Whether both values are equal.
  package var areSame: Bool { old == new }
}
