/// A `.strings` file: lines of `"key" = "value";` in UTF-8.
///
/// Source: Apple, Resource Programming Guide, String Resources.
package enum StringsFile {
  /// The text of a file with `entries`, in this order.
  package static func text(of entries: [(key: String, value: String)]) -> String {
    entries.map { "\(quoted($0.key)) = \(quoted($0.value));\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.escapingInvisible(escape) + "\""
  }

  /// The escape of a character in a property list, in UTF-16.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    scalar.utf16.map { "\\U" + UInt32($0).hexadecimal(digits: 4) }.joined()
  }
}
