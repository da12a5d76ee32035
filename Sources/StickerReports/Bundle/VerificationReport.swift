internal import Basics
package import StickerFiles
internal import StickerLint
internal import StickerPacks

/// The differences between a bundle and its manifest as text and JSON. `stickerpack schema verification`
/// describes the JSON.
package enum VerificationReport {
  /// The version of the JSON format. Incompatible changes get a new number.
  package static let schema = "stickerpack.verification/1"

  // The longest kind and two spaces.
  private static let kindWidth =
    2 + (BundleVerification.Problem.Kind.allCases.map { $0.rawValue.count }.max() ?? 0)

  /// Text: a line for each problem, then a summary. Ends in a newline.
  package static func text(of verification: BundleVerification, style: TextStyle) -> String {
    let files = Text.count(verification.listedFileCount, "file")
    guard !verification.problems.isEmpty else {
      let verb = verification.listedFileCount == 1 ? "matches" : "match"
      return style.green("✓ ") + "\(files) \(verb) the manifest\n"
    }
    let lines = verification.problems.map { problem in
      "  " + style.colored(problem.kind.rawValue.padded(to: kindWidth), .error)
        + "\(problem.file.withoutControls): \(problem.message.withoutControls)"
    }
    let counts = BundleVerification.Problem.Kind.allCases.compactMap { kind in
      let count = verification.problems.count { $0.kind == kind }
      return count == 0 ? nil : "\(Text.number(count)) \(kind.rawValue)"
    }
    let summary = "\(files) listed: " + style.colored(counts.joined(separator: ", "), .error)
    return (lines + ["", summary]).joined(separator: "\n") + "\n"
  }

  /// JSON. Ends in a newline.
  package static func json(of verification: BundleVerification) -> [UInt8] {
    JSONStream.object { report in
      report.add("files", verification.listedFileCount)
      report.add("manifestSHA256", verification.manifestSHA256)
      report.add("name", verification.name)
      report.add("passed", verification.problems.isEmpty)
      report.add("problems", objects: verification.problems) {
        $0.add("file", $1.file)
        $0.add("kind", $1.kind)
        $0.add("message", $1.message)
      }
      report.add("schema", schema)
    }
  }
}
