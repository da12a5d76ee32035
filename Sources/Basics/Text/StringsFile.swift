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
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
