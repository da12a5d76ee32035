internal import Basics

/// What the App Store knows an app or an extension by, such as `com.example.biscuit`.
///
/// Letters, digits, hyphens and dots, and letters count the same in either case.
/// Source: Apple, CFBundleIdentifier.
package struct BundleIdentifier: Sendable, Equatable, CustomStringConvertible {
  /// Why a text is no bundle identifier, in one sentence without a full stop.
  package struct Problem: Error, Equatable, CustomStringConvertible {
    /// The text and what is wrong with it.
    package var description: String
  }

  /// The identifier as somebody wrote it.
  package let description: String

  /// Takes a text that is a bundle identifier.
  package init(_ text: String) throws(Problem) {
    guard let wrong = text.unicodeScalars.first(where: { !Self.mayHold($0) }) else {
      // By scalars, as everything above: a dot and an accent are one character and no dot.
      let parts = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.allSatisfy({ !$0.isEmpty }) else {
        throw Problem(
          description: text.isEmpty
            ? "it is empty" : "\(text.quoted) has nothing before, between or after its dots")
      }
      description = text
      return
    }
    throw Problem(
      description: "\(text.quoted) holds \(Self.name(of: wrong)); it may hold letters from a to z,"
        + " digits, hyphens and dots")
  }

  private init(trusting text: String) { description = text }

  /// The identifier of the app's sticker pack extension, named as Xcode's template names it.
  ///
  /// It begins with the app's own, or the app cannot be installed.
  package var forStickerPackExtension: BundleIdentifier {
    BundleIdentifier(trusting: description + ".StickerPackExtension")
  }

  /// The identifier of the app for a further part of a pack that was split, such as `…biscuit-2`.
  package func forPart(_ number: Int) -> BundleIdentifier {
    BundleIdentifier(trusting: "\(description)-\(number)")
  }

  /// Whether they are the same to Apple, who takes both cases of a letter for one.
  package static func == (first: BundleIdentifier, second: BundleIdentifier) -> Bool {
    first.description.lowercased() == second.description.lowercased()
  }

  private static func mayHold(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
    default: false
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": "a space"
    case "_": "an underscore"
    default: String(scalar).quoted
    }
  }
}
