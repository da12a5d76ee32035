internal import StickerModel

extension Rule {
  static let unmatchedGlob = Rule(
    id: "unmatched-glob",
    title: "A glob matches no file",
    category: .pack, severity: .info,
    rationale: """
      A glob of “overrides” or “exclude” that matches nothing is often a slip: upper and lower case \
      count, and one with a slash begins in the folder of its configuration. What lies in a folder that \
      is excluded is not matched either.
      """,
    fix: "Correct the glob, or remove it.",
    source: "stickerpack",
    check: .pack { pack in pack.violations(of: .unmatchedGlob) })
}
