/// A value of a property list, in XML or in the binary format.
///
/// The values that bundles need have a type of their own; data, dates and the like are only present.
package enum PropertyList: Sendable, Equatable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case list([PropertyList])
  case dictionary([String: PropertyList])
  /// A value of another type.
  case other

  /// The reason bytes are not a property list, as one sentence without a full stop.
  package struct Defect: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// Deeper than the lists of any bundle, and far from the end of the stack.
  static let mostDepth = 64
  /// The most values, counting those that a binary list repeats: a hostile one could repeat them endlessly.
  static let mostValues = 50_000

  /// Parses a whole file. The time and memory for it are proportional to its size, or to ``mostValues``.
  package init(parsing bytes: [UInt8]) throws(Defect) {
    if bytes.starts(with: BinaryPropertyList.signature) {
      var parser = try BinaryPropertyList(bytes)
      self = try parser.top()
    } else {
      self = try XMLPropertyList.parse(bytes)
    }
  }

  package subscript(key: String) -> PropertyList? {
    if case .dictionary(let members) = self { members[key] } else { nil }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var list: [PropertyList]? { if case .list(let list) = self { list } else { nil } }

  /// A flag; Bazel writes the text `YES`.
  package var flag: Bool? {
    switch self {
    case .flag(let flag): flag
    case .text("YES"), .number(1): true
    case .text("NO"), .number(0): false
    default: nil
    }
  }
}
