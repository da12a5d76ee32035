internal import Basics
package import StickerBundles
package import StickerLint
internal import StickerReports

/// A sticker before and after a change of its file, for a page.
package struct FileChange: Sendable {
  /// What differs. Without a new version, the file stays as it is.
  package var change: BundleDifference.StickerChange
  /// More words about the change; empty for none.
  package var note: String
  /// What fixing it did; nil if it was changed for another reason.
  package var fixing: Fixing?

  /// Creates a change.
  package init(
    _ change: BundleDifference.StickerChange, note: String = "", fixing: Fixing? = nil
  ) {
    self.change = change
    self.note = note
    self.fixing = fixing
  }

  /// What fixing a file did.
  package struct Fixing: Sendable, Encodable {
    /// A fix.
    struct Fix: Sendable, Encodable {
      /// What it does, as an imperative.
      var summary: String
      /// Why it was not made; nil if it was.
      var reason: String?
    }

    /// A finding before or after.
    struct Entry: Sendable, Encodable {
      enum Status: String, Encodable { case fixed, open, new }

      var rule: String
      var severity: Severity
      var message: String
      var status: Status
    }

    private(set) var fixes: [Fix]
    private(set) var findings: [Entry]

    /// - Parameters:
    ///   - made: the repairs that were made.
    ///   - refused: those that were not, and why.
    ///   - before: the open findings of the original.
    ///   - after: the open findings of the result.
    package init(
      made: [Repair], refused: [(repair: Repair, reason: String)], before: [Finding],
      after: [Finding]
    ) {
      fixes =
        made.map { Fix(summary: $0.summary) }
        + refused.map { Fix(summary: $0.repair.summary, reason: $0.reason.withoutControls) }
      let (old, left) = (Set(before.map(\.rule)), Set(after.map(\.rule)))
      findings =
        before.filter { !left.contains($0.rule) }.map { Entry($0, .fixed) }
        + after.map { Entry($0, old.contains($0.rule) ? .open : .new) }
    }

    /// In a word or two: `fixed`.
    var outcome: String {
      let made = fixes.count { $0.reason == nil }
      return made == fixes.count ? "fixed" : made > 0 ? "partly fixed" : "not fixed"
    }
  }
}

extension FileChange.Fixing.Entry {
  init(_ finding: Finding, _ status: Status) {
    self.init(
      rule: finding.rule, severity: finding.severity,
      message: finding.messageWithPlace.withoutControls, status: status)
  }
}
