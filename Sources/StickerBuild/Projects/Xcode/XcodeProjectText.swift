internal import Basics

/// The text of `project.pbxproj`, formatted like Xcode: sections by kind, objects by identifier, keys by
/// name, indented with tabs.
enum XcodeProjectText {
  /// The file's text. Version 56 is the format of Xcode 14, which later versions read and keep.
  static func file(of objects: [XcodeObject], root: XcodeReference) -> String {
    let kinds = Dictionary(grouping: objects, by: \.isa).sorted { $0.key < $1.key }
    let sections = kinds.map { isa, objects in
      "/* Begin \(isa) section */\n"
        + objects.sorted { $0.reference.id < $1.reference.id }.map(entry).joined()
        + "/* End \(isa) section */\n"
    }
    return """
      // !$*UTF8*$!
      {
      \tarchiveVersion = 1;
      \tclasses = {
      \t};
      \tobjectVersion = 56;
      \tobjects = {

      \(sections.joined(separator: "\n"))\t};
      \trootObject = \(text(of: root));
      }

      """
  }

  private static func entry(_ object: XcodeObject) -> String {
    // Xcode writes objects of these two kinds on one line.
    let isOneLine = ["PBXBuildFile", "PBXFileReference"].contains(object.isa)
    let layout = Layout(isOneLine: isOneLine, indent: "\t\t")
    let fields =
      [("isa", XcodeValue.text(object.isa))]
      + object.fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return "\t\t\(text(of: object.reference)) = \(dictionary(fields, layout));\n"
  }

  private struct Layout {
    var isOneLine: Bool
    var indent: String

    var deeper: Layout { Layout(isOneLine: isOneLine, indent: indent + "\t") }
    var before: String { isOneLine ? "" : indent + "\t" }
    var after: String { isOneLine ? " " : "\n" }
    var start: String { isOneLine ? "" : "\n" }
    var end: String { isOneLine ? "" : indent }
  }

  private static func text(of value: XcodeValue, _ layout: Layout) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .reference(let reference): text(of: reference)
    case .list(let values):
      "(" + layout.start
        + values.map { layout.before + text(of: $0, layout.deeper) + "," + layout.after }.joined()
        + layout.end + ")"
    case .dictionary(let members):
      dictionary(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, layout)
    }
  }

  private static func dictionary(
    _ members: [(key: String, value: XcodeValue)], _ layout: Layout
  ) -> String {
    "{" + layout.start
      + members.map { key, value in
        layout.before + quoted(key) + " = " + text(of: value, layout.deeper) + ";" + layout.after
      }.joined() + layout.end + "}"
  }

  private static func text(of reference: XcodeReference) -> String {
    guard let comment = reference.comment else { return reference.id }
    return "\(reference.id) /* \(comment.escapingInvisible(StringsFile.escape)) */"
  }

  /// The text, quoted unless it is not empty, consists of letters, digits, `_`, `$`, `.` and `/`, and does
  /// not contain `//` or `___`.
  static func quoted(_ text: String) -> String {
    let isBare =
      !text.isEmpty && !text.contains("//") && !text.contains("___")
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_$./".utf8.contains($0) }
    return isBare ? text : text.inPropertyListQuotes
  }
}
