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

/// How the decoder did on one case of a suite.
enum Outcome: Equatable {
  /// All that the suite gives a reference for is the same.
  case same
  /// The suite says that the file is invalid or unreadable, and so does this finding.
  case reported(String)
  /// It is not as in the suite, for this reason.
  case known(String)
  /// It is not as in the suite, in this.
  case wrong(String)

  /// What a test must not find.
  var fault: String? {
    if case .wrong(let fault) = self { fault } else { nil }
  }

  /// The first of some faults, or else that all is the same.
  init(faults: [String?]) {
    self = faults.compactMap(\.self).first.map(Outcome.wrong) ?? .same
  }
}

/// A suite as the table in the documentation shows it.
struct SuiteCases: Sendable {
  var name: String
  /// What is compared.
  var compares: String
  var cases: [String]
  var outcome: @Sendable (String) throws -> Outcome
}
