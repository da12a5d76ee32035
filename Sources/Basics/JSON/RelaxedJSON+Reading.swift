/// Typed access to a value. `name` is what messages call it.
extension RelaxedJSON {
  /// The error for a value that is not of the expected kind, such as "an array".
  package func typeMismatch(_ kind: String, _ name: String) -> ConfigurationError {
    expected(kind, name, found: self.kind)
  }

  package func text(of name: String) throws(ConfigurationError) -> String {
    guard case .text(let text) = content else { throw typeMismatch("a string", name) }
    return text
  }

  package func flag(of name: String) throws(ConfigurationError) -> Bool {
    guard case .bool(let flag) = content else { throw typeMismatch("true or false", name) }
    return flag
  }

  package func number(
    of name: String, in range: ClosedRange<Double>
  ) throws(ConfigurationError) -> Double {
    guard case .number(let number) = content else { throw typeMismatch("a number", name) }
    guard range.contains(number) else {
      throw expected(
        "a number from \(range.lowerBound) to \(range.upperBound)", name, found: "\(number)")
    }
    return number
  }

  package func whole(
    of name: String, in range: ClosedRange<Int>
  ) throws(ConfigurationError) -> Int {
    guard case .number(let number) = content else { throw typeMismatch("a number", name) }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw expected(
        "a whole number from \(range.lowerBound) to \(range.upperBound)", name,
        found: Int(exactly: number).map(String.init) ?? "\(number)")
    }
    return whole
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of name: String
  ) throws(ConfigurationError) -> Choice {
    let text = try text(of: name)
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map { $0.rawValue }
      let list = known.dropLast().joined(separator: ", ") + " or " + (known.last ?? "")
      throw expected(list, name, found: text.quoted)
    }
    return choice
  }

  package func members(
    of name: String
  ) throws(ConfigurationError) -> [(key: String, place: Place, value: RelaxedJSON)] {
    guard case .object(let members) = content else { throw typeMismatch("an object", name) }
    return members
  }

  package func elements(of name: String) throws(ConfigurationError) -> [RelaxedJSON] {
    guard case .list(let elements) = content else { throw typeMismatch("an array", name) }
    return elements
  }

  /// Returns a string that `isValid`. `expectation` is the end of the error's sentence.
  package func text(
    of name: String, _ expectation: String, where isValid: (String) -> Bool
  ) throws(ConfigurationError) -> String {
    let text = try text(of: name)
    guard isValid(text) else {
      throw ConfigurationError("\(name) is \(text.quoted); \(expectation)", at: place)
    }
    return text
  }

  private func expected(_ what: String, _ name: String, found: String) -> ConfigurationError {
    ConfigurationError("expected \(what) for \(name), found \(found)", at: place)
  }
}
