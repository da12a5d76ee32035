internal import Basics
internal import StickerPacks

/// An object's identifier and what `project.pbxproj` says about it in a comment.
struct XcodeReference: Sendable {
  var id: String
  var comment: String?
}

/// A value in `project.pbxproj`.
indirect enum XcodeValue: Sendable {
  case text(String)
  case reference(XcodeReference)
  case list([XcodeValue])
  case dictionary([String: XcodeValue])
}

/// An object of `project.pbxproj`.
struct XcodeObject {
  var reference: XcodeReference
  /// The kind, such as `PBXGroup`.
  var isa: String
  var fields: [String: XcodeValue]
}

/// The objects of a project, each with an identifier of its own.
struct XcodeObjects {
  private(set) var all: [XcodeObject] = []
  private var identifiers: Set<String> = []
  private let seed: String

  /// - Parameter seed: tells this project from others, so that two can be opened side by side.
  init(seed: String) { self.seed = seed }

  /// An identifier as Xcode's: 24 hexadecimal digits. It is made of what the object is, so that the
  /// same project is always the same file, and a pack that grows changes no line of it.
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

  /// Adds the object that a reference is meant for.
  mutating func add(_ isa: String, _ reference: XcodeReference, _ fields: [String: XcodeValue]) {
    all.append(XcodeObject(reference: reference, isa: isa, fields: fields))
  }

  /// Makes a reference and its object in one go.
  mutating func add(
    _ isa: String, _ role: String, comment: String?, _ fields: [String: XcodeValue]
  ) -> XcodeReference {
    let reference = reference(isa, role, comment: comment)
    add(isa, reference, fields)
    return reference
  }
}
