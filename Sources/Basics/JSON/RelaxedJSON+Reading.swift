extension RelaxedJSON {
  package func isNot(_ kind: String, _ name: String) -> ConfigurationError {
    ConfigurationError("\(name) is \(self.kind); it must be \(kind)", at: place)
  }

  package func text(of name: String) throws(ConfigurationError) -> String {
    guard case .text(let text) = content else { throw isNot("a text", name) }
    return text
  }

  package func flag(of name: String) throws(ConfigurationError) -> Bool {
    guard case .bool(let flag) = content else { throw isNot("true or false", name) }
    return flag
  }

  package func number(
    of name: String, in range: ClosedRange<Double>
  ) throws(ConfigurationError) -> Double {
    guard case .number(let number) = content else { throw isNot("a number", name) }
    guard range.contains(number) else {
      throw ConfigurationError(
        "\(name) is \(number); it is from \(range.lowerBound) to \(range.upperBound)", at: place)
    }
    return number
  }

  package func whole(
    of name: String, in range: ClosedRange<Int>
  ) throws(ConfigurationError) -> Int {
    guard case .number(let number) = content else { throw isNot("a number", name) }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw ConfigurationError(
        "\(name) is \(Int(exactly: number).map(String.init) ?? String(number)); it is a whole number"
          + " from \(range.lowerBound) to \(range.upperBound)", at: place)
    }
    return whole
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of name: String
  ) throws(ConfigurationError) -> Choice {
    let text = try text(of: name)
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: " and ")
      throw ConfigurationError("\(name) is \(text.quoted); it is one of \(known)", at: place)
    }
    return choice
  }

  package func members(
    of name: String
  ) throws(ConfigurationError) -> [(key: String, place: Place, value: RelaxedJSON)] {
    guard case .object(let members) = content else { throw isNot("an object", name) }
    return members
  }
}
