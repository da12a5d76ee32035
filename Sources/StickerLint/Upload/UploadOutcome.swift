internal import Basics

/// The result of an upload check.
public struct UploadOutcome: Sendable {
  /// The answer of a check.
  public enum Answer: Sendable {
    /// The cause of a refusal or a broken app was found.
    case found
    /// Everything that it looks at was seen, and nothing found.
    case seen
    /// Something was not seen: the reasons, each a clause.
    case unknown([String])
  }

  /// The check.
  public let check: UploadCheck
  /// Its answer.
  public let answer: Answer
  /// The open findings of its rules.
  public let findings: [Finding]
  /// The number of findings that a configuration suppresses.
  public let suppressedCount: Int

  init?(_ check: UploadCheck, of result: LintResult) {
    self.check = check
    let all = result.findings.filter { $0.failedCheck == check.id }
    findings = all.filter { $0.isOpen }
    suppressedCount = all.count - findings.count
    let sights = result.packs.flatMap { pack in check.looks.compactMap { $0.sight(pack.facts) } }
    var reasons: [String] = []
    for case .unknown(let reason) in sights where !reasons.contains(reason) {
      reasons.append(reason)
    }
    if !findings.isEmpty {
      answer = .found
    } else if !reasons.isEmpty {
      answer = .unknown(reasons)
    } else if !sights.isEmpty {
      answer = .seen
    } else if check.id == .sameAsBundle {
      // Only if it was asked for.
      return nil
    } else {
      answer = .unknown(["needs \(check.needs)"])
    }
  }
}

extension UploadCheck {
  /// The files that it needs.
  fileprivate var needs: String {
    let subjects = Set(looks.map { $0.subject })
    if subjects == [.product] { return "a built app" }
    if subjects.contains(.art) { return "stickers" }
    return subjects.contains(.catalog) && !subjects.contains(.project)
      ? "a catalog with an icon set" : "a project or a built app"
  }
}

extension LintResult {
  /// The results of each check of ``UploadCheck/all``, in its order.
  public var uploadOutcomes: [UploadOutcome] {
    UploadCheck.all.compactMap { UploadOutcome($0, of: self) }
  }

  /// The result with only the findings that fail an upload check.
  package var forUpload: LintResult {
    var result = self
    result.packs = packs.map { pack in
      LintedPack(
        facts: pack.facts, findings: pack.separateFindings.filter { $0.failedCheck != nil })
    }
    return result
  }
}

extension LintOptions {
  /// These options with the rules of all upload checks and no others, as errors: App Store Connect does not know the
  /// settings of a configuration.
  package var forUpload: LintOptions {
    let checked = Set(UploadCheck.all.flatMap { $0.rules })
    var options = self
    for rule in Rule.all {
      options.rules[rule.id, default: RuleSetting()].level =
        checked.contains(rule.id) ? .error : .off
    }
    return options
  }
}
