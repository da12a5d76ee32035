package import Basics
package import StickerFit
package import StickerLint

/// Two versions of a sticker, as a page compares them.
package struct ComparedSticker: Sendable {
  /// The kinds of change, each in a word or two.
  let kinds: [String]
  /// The differences.
  let words: String
  /// The old and the new version; without a new one, the file stays as it is or was removed.
  let versions: Versions<StickerChange.Version>
  /// Whether the canvas was scaled and not changed otherwise, so both versions are shown at one size.
  private(set) var isScaled = false
  /// The part of the new version that looks worst.
  private(set) var closeUp: CloseUp?
  /// The fixes and their effect; nil if it was changed for another reason.
  private(set) var fixing: Fixing?

  init(kinds: [String], words: String, versions: Versions<StickerChange.Version>) {
    (self.kinds, self.words, self.versions) = (kinds, words.withoutControls, versions)
  }

  /// Compares a file with the result of a change.
  ///
  /// - Parameters:
  ///   - note: more words about the change; empty for none.
  ///   - fixing: the fixes and their effect; nil if it was changed for another reason.
  package init(_ change: StickerChange, note: String = "", fixing: Fixing? = nil) {
    self.init(
      kinds: [fixing?.outcome ?? "changed"],
      words: change.words + (note.isEmpty ? "" : ", " + note),
      versions: Versions(old: change.before, new: change.used))
    (closeUp, isScaled) = (change.closeUp, change.isScaled)
    self.fixing = fixing
  }

  /// The fixes of a file and their effect on its findings.
  package struct Fixing: Sendable, JSONObject {
    /// A fix.
    struct Fix: Sendable {
      /// The fix, as an imperative.
      var summary: String
      /// The reason it was not made; nil if it was.
      var reason: String?

      init?(_ step: StickerChange.Step, refusedBecause reason: String? = nil) {
        guard case .fix(let summary) = step else { return nil }
        (self.summary, self.reason) = (summary, reason)
      }
    }

    /// A finding before or after.
    struct Entry: Sendable {
      enum Status: String { case fixed, open, new }

      var rule: String
      var severity: Severity
      var message: String
      var status: Status
    }

    private(set) var fixes: [Fix]
    private(set) var findings: [Entry]

    /// - Parameters:
    ///   - before: the open findings of the original.
    ///   - after: the open findings of the result.
    package init(_ change: StickerChange, before: [Finding], after: [Finding]) {
      fixes =
        change.steps.compactMap { Fix($0) }
        + change.refusals.compactMap { refusal in
          guard case .step(let step, let reason) = refusal else { return nil }
          return Fix(step, refusedBecause: reason.withoutControls)
        }
      let (old, left) = (Set(before.map { $0.rule }), Set(after.map { $0.rule }))
      findings =
        before.filter { !left.contains($0.rule) }.map { Entry($0, .fixed) }
        + after.map { Entry($0, old.contains($0.rule) ? .open : .new) }
    }

    package func addMembers(to json: inout JSONStream) {
      json.add("findings", objects: findings) {
        $0.add("message", $1.message)
        $0.add("rule", $1.rule)
        $0.add("severity", $1.severity)
        $0.add("status", $1.status)
      }
      json.add("fixes", objects: fixes) {
        $0.add("reason", $1.reason)
        $0.add("summary", $1.summary)
      }
    }

    /// In a word or two: `fixed`.
    var outcome: String {
      let made = fixes.count { $0.reason == nil }
      return made == fixes.count ? "fixed" : made > 0 ? "partly fixed" : "not fixed"
    }
  }
}

extension ComparedSticker.Fixing.Entry {
  init(_ finding: Finding, _ status: Status) {
    self.init(
      rule: finding.rule, severity: finding.severity,
      message: finding.messageWithPlace.withoutControls, status: status)
  }
}

extension StickerChange {
  /// Whether the art fills another canvas as it filled the old one.
  fileprivate var isScaled: Bool {
    var isScaled = false
    for step in steps {
      switch step {
      case .scaled: isScaled = true
      case .trimmed, .outlined, .padded, .squared, .fix: return false
      default: break
      }
    }
    return isScaled
  }
}
