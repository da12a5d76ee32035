internal import Basics
internal import StickerPacks

/// An object's identifier and the comment after it in `project.pbxproj`.
struct XcodeReference: Sendable {
  var id: String
  var comment: String?
}

indirect enum XcodeValue: Sendable {
  case text(String)
  case reference(XcodeReference)
  case list([XcodeValue])
  case dictionary([String: XcodeValue])
}

struct XcodeObject {
  var reference: XcodeReference
  /// The kind, such as `PBXGroup`.
  var isa: String
  var fields: [String: XcodeValue]
}

/// The objects of a project, with unique identifiers.
struct XcodeObjects {
  private(set) var all: [XcodeObject] = []
  private var identifiers: Set<String> = []
  private let seed: String

  /// - Parameter seed: differs between projects, so several can be opened in one workspace.
  init(seed: String) { self.seed = seed }

  /// Creates a reference with an identifier like Xcode's: 24 hexadecimal digits. It is a hash of the
  /// object's role, so the same project always produces the same file, and new stickers do not change
  /// it.
  mutating func reference(
    _ isa: String, _ role: String, comment: String?
  ) -> XcodeReference {
    var text = [seed, isa, role].joined(separator: "\0")
    var id = ""
    repeat {
      id = SHA256.hexadecimal(Array(text.utf8)).prefix(24).uppercased()
      text += "\0"
    } while !identifiers.insert(id).inserted
    return XcodeReference(id: id, comment: comment)
  }

  mutating func add(_ isa: String, _ reference: XcodeReference, _ fields: [String: XcodeValue]) {
    all.append(XcodeObject(reference: reference, isa: isa, fields: fields))
  }

  /// Creates a reference and adds its object.
  mutating func add(
    _ isa: String, _ role: String, comment: String?, _ fields: [String: XcodeValue]
  ) -> XcodeReference {
    let reference = reference(isa, role, comment: comment)
    add(isa, reference, fields)
    return reference
  }
}

extension XcodeValue: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .text(text) }
}
