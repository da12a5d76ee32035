extension String {
  /// The text in quotes as YAML, Starlark and Swift read it alike: names and labels are outside
  /// text, and nothing in them may end the quotes or begin an interpolation.
  ///
  /// Only escapes that all three know are used, and other characters stand as they are: names hold no
  /// control characters.
  var inQuotes: String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// The text's letters and digits, with the next letter large where others stood; nil where none
  /// is left or a digit comes first. What takes no other names gets it.
  var asIdentifier: String? {
    var words: [String] = [""]
    for scalar in unicodeScalars {
      let isWord =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isWord { words[words.count - 1].unicodeScalars.append(scalar) } else { words.append("") }
    }
    let name = words.filter { !$0.isEmpty }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
    guard let first = name.first, first.isLetter else { return nil }
    return name
  }
}

extension ProjectDescription {
  /// The apps with names of ASCII letters and digits, no two alike in any case: Bazel, Tuist and
  /// Swift take fewer names than Xcode does.
  var identifiedApps: [(app: App, identifier: String)] {
    var taken: Set<String> = []
    return apps.map { app in
      let stem = app.name.asIdentifier ?? app.pack.name.asIdentifier ?? "App"
      var identifier = stem
      var number = 2
      while !taken.insert(identifier.lowercased()).inserted {
        identifier = "\(stem)\(number)"
        number += 1
      }
      return (app, identifier)
    }
  }
}
