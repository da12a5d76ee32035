import Foundation
import Testing
import TestSupport

/// The third-party suites, which lie beside the checkout where somebody put them.
enum Suites {
  static let png = Repository.shared("conformance/png")
  static let apng = Repository.shared("conformance/apng")
  static let gif = Repository.shared("conformance/gif")
  static let jpeg = Repository.shared("conformance/jpeg/reftest/images")

  static let missing = Comment("the suite is not at ../shared/conformance, so it was not run")

  /// The names in a suite's folder, or none where there is no suite.
  static func names(in folder: URL?, endingIn suffix: String) -> [String] {
    guard let folder else { return [] }
    return (try? Repository.names(in: folder, endingIn: suffix)) ?? []
  }
}
