package import StickerPacks

/// What a lint for one store found.
package struct StoreVerdict: Sendable {
  package let store: StoreProfile
  package let result: LintResult

  /// Whether a sticker, or a pack, can be uploaded.
  package enum State: String, Sendable {
    case ready
    /// A limit that is not certain is exceeded, or the problem is only seen.
    case warned
    case refused

    package init(_ findings: [Finding]) {
      let worst = findings.map(\.severity).max()
      self = worst == .error ? .refused : worst == .warning ? .warned : .ready
    }
  }

  /// Applies the rules for a store to facts that another lint has read.
  package init(_ store: StoreProfile, _ read: LintResult, by linter: Linter) {
    var linter = linter
    linter.profile.store = store
    self.store = store
    result = LintResult(
      packs: read.packs.map { pack in
        let facts = pack.facts
        return linter.check(
          PackFacts(
            source: facts.source,
            assets: facts.files + facts.sequences.compactMap(\.assembled),
            profile: linter.profile))
      })
  }

  /// The open warnings and errors about each sticker of a pack, the worst first, and about the pack.
  package func findings(in pack: Int) -> (stickers: [[Finding]], pack: [Finding]) {
    let linted = result.packs[pack]
    let open = linted.separateFindings.filter { $0.isOpen && $0.severity >= .warning }
    let stickers = linted.facts.source.allStickers
    let byFile = Dictionary(grouping: open, by: \.subject)
    let ids = stickers.map { FileID($0) }
    let known = Set(ids)
    return (
      ids.map { (byFile[$0] ?? []).sorted { $0.severity > $1.severity } },
      open.filter { !known.contains($0.subject) }
    )
  }
}

extension Rule {
  /// The ids of the rules about what a build for a store changes.
  package static let changedByStoreBuilds = Set(
    [storeBytes, storeCanvas, storeDuration, storeFormat, storeFrames, storeLoops, storePalette]
      .map(\.id))
}
