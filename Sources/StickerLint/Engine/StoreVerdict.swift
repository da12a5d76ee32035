package import StickerFit
package import StickerPacks

/// What a lint for one store found.
package struct StoreVerdict: Sendable {
  package let store: StoreProfile
  package let result: LintResult
  /// How a build would change the stickers that the store does not take as they are, for each pack. A sticker is
  /// missing if it would still not be taken.
  private let plans: [[FileID: StorePlan]]

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
    var packs: [LintedPack] = []
    plans = read.packs.map { pack in
      var assets = pack.facts.files + pack.facts.sequences.compactMap(\.assembled)
      func check() -> LintedPack {
        linter.check(
          PackFacts(source: pack.facts.source, assets: assets, profile: linter.profile))
      }
      let linted = check()
      packs.append(linted)
      let refused = Set(
        linted.separateFindings.filter {
          $0.isOpen && $0.severity >= .warning && Rule.changedByStoreBuilds.contains($0.rule)
        }.map(\.subject))
      guard !refused.isEmpty else { return [:] }
      // The rules judge what would be built.
      var plans: [FileID: StorePlan] = [:]
      for index in assets.indices {
        let (asset, id) = (assets[index], FileID(assets[index].source))
        guard refused.contains(id), let stored = asset.stored, let plan = asset.plan(for: store)
        else { continue }
        plans[id] = plan
        assets[index].planned = stored.changed(by: plan, for: store)
      }
      for finding in check().separateFindings
      where finding.isOpen && finding.severity == .error {
        plans[finding.subject] = nil
      }
      return plans
    }
    result = LintResult(packs: packs)
  }

  /// What the lint and a build say about a sticker.
  package struct Sticker: Sendable {
    /// The open warnings and errors, the worst first.
    package let findings: [Finding]
    /// How a build changes it; nil if the store takes it, or would not take the result either.
    package let plan: StorePlan?
  }

  /// The verdict about each sticker of a pack, and the open warnings and errors about the pack.
  package func findings(in pack: Int) -> (stickers: [Sticker], pack: [Finding]) {
    let linted = result.packs[pack]
    let open = linted.separateFindings.filter { $0.isOpen && $0.severity >= .warning }
    let stickers = linted.facts.source.allStickers
    let byFile = Dictionary(grouping: open, by: \.subject)
    let ids = stickers.map { FileID($0) }
    let known = Set(ids)
    return (
      ids.map { id in
        Sticker(
          findings: (byFile[id] ?? []).sorted { $0.severity > $1.severity },
          plan: plans[pack][id])
      },
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
