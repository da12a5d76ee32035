internal import Basics

extension Rule {
  static let catalogBadValue = Rule(
    id: "catalog-bad-value",
    title: "Invalid catalog value",
    category: .catalog, severity: .warning,
    severityReason: "Users see the default, because Xcode ignores the value.",
    rationale: """
      Xcode ignores a value that the format does not allow, so the grid size or the playback differs \
      from what the file says.
      """,
    fix: "Correct the value or the list, or remove the key to use the default.",
    source: "Apple, Asset Catalog Format Reference: the values of each key",
    examples: [
      .fails("An unknown grid size", .stickerPack(properties: #""grid-size" : "medium""#)),
      .fails("A duration of 0", .sequence([Sketch(), Sketch()], duration: 0)),
      .passes("A valid grid size", .stickerPack(properties: #""grid-size" : "regular""#)),
    ],
    check: .observation {
      switch $0 {
      case .unexpectedValue(let value, let key, let expected):
        "\(key.isEmpty ? "The file" : key.quoted) is \(value); expected \(expected.inWords)."
      case .repeatedEntry(let name): "\(name.quoted) is listed more than once."
      default: nil
      }
    })
}

extension PackObservation.Expected {
  fileprivate var inWords: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .positiveNumber: "a number above 0"
    case .count: "a whole number, 0 or more"
    case .version(let version): "\(version)"
    case .oneOf(let values):
      values.dropLast().map { $0.quoted }.joined(separator: ", ")
        + " or \(values.last?.quoted ?? "")"
    }
  }
}
