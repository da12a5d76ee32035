internal import StickerPacks

extension Linter {
  /// What configurations allow for stickers of this pack and no finding needs any more.
  ///
  /// Only those are named that this run can tell about: the rule was asked, with all that it looks
  /// at, and the stickers could be decoded. What reaches other packs too may be needed by those.
  func unusedSuppressions(of pack: PackFacts, _ findings: [Finding]) -> [Suppression] {
    guard !pack.source.suppressions.isEmpty else { return [] }
    let used = Set(
      findings.filter { $0.suppressionReason != nil }.map { Use(rule: $0.rule, file: $0.file) })
    let assets = Dictionary(
      pack.files.map { ($0.source.displayPath, $0) }, uniquingKeysWith: { first, _ in first })
    return pack.source.suppressions.filter { suppression in
      guard suppression.isLocal, let rule = Rule.named(suppression.rule) else { return false }
      if case .pack = rule.check, pack.source.kind == .files { return false }
      if suppression.places.contains(where: { used.contains(Use(rule: rule.id, file: $0)) }) {
        return false
      }
      return suppression.files.allSatisfy { file in
        guard let asset = assets[file], asset.image?.isDecoded == true,
          setting(of: rule, for: asset.source, in: pack.source)?.level != .off
        else { return false }
        return !used.contains(Use(rule: rule.id, file: file))
      }
    }
  }

  private struct Use: Hashable {
    var rule: String
    var file: String
  }
}
