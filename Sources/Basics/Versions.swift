/// The old and the new version of a value; nil if it was added or removed.
package struct Versions<Value: Sendable>: Sendable {
  package var old: Value?
  package var new: Value?

  package init(old: Value? = nil, new: Value? = nil) {
    self.old = old
    self.new = new
  }

  package func map<Other>(_ transform: (Value) -> Other) -> Versions<Other> {
    Versions<Other>(old: old.map(transform), new: new.map(transform))
  }
}

extension Versions: JSONValue, JSONObject where Value: JSONValue {
  package func addMembers(to json: inout JSONStream) {
    json.add("new", new)
    json.add("old", old)
  }
}

extension Versions where Value: Equatable {
  package var areSame: Bool { old == new }
}
