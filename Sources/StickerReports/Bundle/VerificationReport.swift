package import StickerBundles
internal import StickerLint
internal import Basics
internal import StickerPacks

/// What `verify` found, for people and for programs. `verification.schema.json` beside this file
/// describes the JSON.
package enum VerificationReport {
  /// The version of the format. A change that breaks a reader gets a new number.
  package static let schema = "stickerpack.verification/1"

  // The widest of the kinds, and two spaces.
  private static let kindWidth =
    2 + (BundleCheck.Problem.Kind.allCases.map(\.rawValue.count).max() ?? 0)

  /// A line for each problem and one for all, with a newline at its end.
  package static func text(of check: BundleCheck, style: TextStyle) -> String {
    let files = Text.count(check.listed, "file")
    guard !check.problems.isEmpty else {
      return style.green("✓ ") + "\(files), each as the manifest says\n"
    }
    let lines = check.problems.map { problem in
      "  " + style.colored(problem.kind.rawValue.padded(to: kindWidth), .error)
        + "\(problem.file.withoutControls): \(problem.message.withoutControls)"
    }
    let counts = BundleCheck.Problem.Kind.allCases.compactMap { kind in
      let count = check.problems.count { $0.kind == kind }
      return count == 0 ? nil : "\(Text.number(count)) \(kind.rawValue)"
    }
    let summary = "\(files) listed: " + style.colored(counts.joined(separator: ", "), .error)
    return (lines + ["", summary]).joined(separator: "\n") + "\n"
  }

  /// The whole result, with a newline at its end.
  package static func json(of check: BundleCheck) throws -> [UInt8] {
    try CanonicalJSON.bytes(
      of: Document(
        schema: schema, passed: check.problems.isEmpty, name: check.name, files: check.listed,
        manifestSHA256: check.manifestSHA256,
        problems: check.problems.map { .init(kind: $0.kind, file: $0.file, message: $0.message) }))
  }

  private struct Document: Encodable {
    var schema: String
    var passed: Bool
    var name: String?
    var files: Int
    var manifestSHA256: String
    var problems: [Entry]
  }

  private struct Entry: Encodable {
    var kind: BundleCheck.Problem.Kind
    var file: String
    var message: String
  }
}
