package import Basics

/// The identifier of an app or extension in the App Store, such as `com.example.biscuit`.
///
/// It consists of letters, digits, hyphens and dots, and is case-insensitive.
/// Source: Apple, CFBundleIdentifier.
package struct BundleIdentifier: Sendable, Equatable, CustomStringConvertible {
  /// The identifier as it was written.
  package let description: String

  package init(_ text: String) throws(ConfigurationError) {
    if let invalid = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) {
      throw ConfigurationError(
        "\(text.quoted) contains \(Self.name(of: invalid)); only letters from a to z,"
          + " digits, hyphens and dots are allowed")
    }
    guard !text.isEmpty else { throw ConfigurationError("it is empty") }
    guard text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else { throw ConfigurationError("\(text.quoted) has an empty part before or after a dot") }
    description = text
  }

  private init(trusting text: String) { description = text }

  /// The identifier of the app's sticker pack extension, named as Xcode's template names it.
  ///
  /// It must begin with the app's identifier, or the app cannot be installed.
  package var forStickerPackExtension: BundleIdentifier {
    BundleIdentifier(trusting: description + ".StickerPackExtension")
  }

  /// The identifier of the app for another part of a split pack, such as `…biscuit-2`.
  package func forPart(_ number: Int) -> BundleIdentifier {
    BundleIdentifier(trusting: "\(description)-\(number)")
  }

  /// Compares case-insensitively, as Apple does.
  package static func == (first: BundleIdentifier, second: BundleIdentifier) -> Bool {
    first.description.lowercased() == second.description.lowercased()
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
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
