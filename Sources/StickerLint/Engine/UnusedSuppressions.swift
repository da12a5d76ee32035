internal import Basics
internal import StickerPacks

extension Linter {
  /// The suppressions of a pack that no finding needs any more.
  ///
  /// A suppression is only reported if this run could have produced the finding: its rule was enabled
  /// and had all the files it needs, and the stickers were decoded. Suppressions that also apply to
  /// other packs are never reported.
  func unusedSuppressions(in linted: LintedPack) -> [Suppression] {
    let pack = linted.facts
    guard !pack.source.configurations.suppressions.isEmpty else { return [] }
    let used = Set(
      linted.findings.filter { $0.suppressionReason != nil }
        .map { Use(rule: $0.rule, file: $0.subject) })
    let files = PackFiles(pack.source)
    let facts = FactIndex(pack.files)
    return pack.source.configurations.suppressions.filter { suppression in
      guard suppression.isLocal, let rule = Rule.named(suppression.rule) else { return false }
      if case .pack = rule.check, pack.source.kind == .files { return false }
      func isUsed(at place: FilePath) -> Bool {
        used.contains(Use(rule: rule.id, file: files.id(at: place)))
      }
      if suppression.places.contains(where: isUsed) { return false }
      return suppression.files.allSatisfy { file in
        guard let asset = facts[files.id(at: file)], asset.image?.isDecoded == true,
          setting(of: rule, for: asset.source, in: pack.source)?.level != .off
        else { return false }
        return !isUsed(at: file)
      }
    }
  }

  private struct Use: Hashable {
    var rule: String
    var file: FileID
  }
}
