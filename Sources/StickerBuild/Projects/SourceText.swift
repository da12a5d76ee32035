internal import Basics

extension String {
  /// The text as a quoted string that is valid in YAML. It cannot end the string.
  var inQuotes: String {
    quoted { scalar in
      let isLong = scalar.value > 0xFFFF
      return (isLong ? "\\U" : "\\u") + scalar.value.hexadecimal(digits: isLong ? 8 : 4)
    }
  }

  /// The text as a quoted string of a property list in the format of `project.pbxproj`.
  var inPropertyListQuotes: String { quoted(StringsFile.escape) }

  /// The text in quotes. Quotes and backslashes are escaped as in all of these languages, and invisible
  /// characters by `escape`: they could disguise what a file says.
  private func quoted(_ escape: (Unicode.Scalar) -> String) -> String {
    let escaped = unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined().escapingInvisible(escape))\""
  }

  /// The text for the content or a quoted attribute of an XML element.
  var inXML: String { withEntities.escapingInvisible { "&#x\($0.value.hexadecimal());" } }

  /// The text as a pattern that matches it, with `?` for each character that has a meaning in patterns.
  var asGlob: String { String(map { "*?[]{}\\!".contains($0) ? "?" : $0 }) }

  /// The name of a target and its product: the text's letters, digits, spaces, hyphens, underscores and
  /// dots.
  ///
  /// The name is used for files, in build settings and as the executable's name, which the App Store
  /// rejects with one of `\ [ ] { } ( ) + *`.
  var asTargetName: String {
    let visible = escapingInvisible { _ in " " }
    let allowed = visible.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : " " }
    let words = String(allowed).split(separator: " ").joined(separator: " ")
    let name = words.drop { "-. ".contains($0) }
    return name.isEmpty ? "Stickers" : String(name)
  }

  /// The text, with a number appended if it is taken. Ignores case, as file systems do.
  func unique(in taken: inout Set<String>, separator: String) -> String {
    var name = self
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(self)\(separator)\(number)"
      number += 1
    }
    return name
  }
}
