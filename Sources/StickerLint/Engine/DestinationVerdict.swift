internal import Basics
package import StickerFit
package import StickerPacks

/// The result of a lint for one destination.
package struct DestinationVerdict: Sendable {
  package let destination: Destination
  package let result: LintResult
  /// The changes that a build would make to the stickers that the destination does not take as they are, for each pack.
  /// A sticker is missing if it would still not be taken.
  private let plans: [[FileID: Change]]

  /// The change of a sticker in a build.
  package struct Change: Sendable {
    package let plan: DestinationPlan
    /// The promises about limits that only encoding can check.
    package let promises: [String]
  }

  /// Whether a sticker, or a pack, can be uploaded.
  package enum State: String, Sendable {
    case ready
    /// A limit that is not certain is exceeded, or the problem is only seen.
    case warned
    case refused

    package init(_ findings: [Finding]) {
      let worst = findings.map { $0.severity }.max()
      self = worst == .error ? .refused : worst == .warning ? .warned : .ready
    }
  }

  /// Applies the rules for a destination to facts that another lint has read.
  package init(_ destination: Destination, _ read: LintResult, by linter: Linter) {
    var linter = linter
    linter.destination = destination
    self.destination = destination
    var packs: [LintedPack] = []
    plans = read.packs.map { pack in
      let assets = pack.facts.files + pack.facts.sequences.compactMap { $0.assembled }
      var facts = PackFacts(
        source: pack.facts.source, assets: assets, destination: destination)
      let linted = linter.check(facts)
      packs.append(linted)
      let refused = Set(
        linted.separateFindings.filter {
          $0.isOpen && $0.severity >= .warning && Limit.rulesMetByBuilds.contains($0.rule)
        }.map { $0.subject })
      guard !refused.isEmpty else { return [:] }
      // The rules judge what would be built.
      var plans: [FileID: Change] = [:]
      for asset in assets {
        let id = FileID(asset.source)
        guard refused.contains(id), let measured = asset.measured,
          let plan = asset.plan(for: destination)
        else { continue }
        plans[id] = Change(plan: plan, promises: destination.promises(about: measured))
        facts.planned[id] = measured.changed(by: plan, for: destination)
      }
      for finding in linter.check(facts).separateFindings
      where finding.isOpen && finding.severity == .error {
        plans[finding.subject] = nil
      }
      return plans
    }
    result = LintResult(packs: packs)
  }

  /// The verdict on a sticker: its findings, and its change in a build.
  package struct Sticker: Sendable {
    /// The open warnings and errors, the worst first.
    package let findings: [Finding]
    /// The change in a build; nil if the destination takes it, or would not take the result either.
    package let change: Change?
  }

  /// The verdict about each sticker of a pack, and the open warnings and errors about the pack.
  package func findings(in pack: Int) -> (stickers: [Sticker], pack: [Finding]) {
    let linted = result.packs[pack]
    let open = linted.separateFindings.filter { $0.isOpen && $0.severity >= .warning }
    let stickers = linted.facts.source.allStickers
    let byFile = Dictionary(grouping: open) { $0.subject }
    let ids = stickers.map { FileID($0) }
    let known = Set(ids)
    return (
      ids.map { id in
        Sticker(
          findings: (byFile[id] ?? []).sorted { $0.severity > $1.severity },
          change: plans[pack][id])
      },
      open.filter { !known.contains($0.subject) }
    )
  }
}

extension Limit {
  /// The rules about what a build for a destination changes.
  package static let rulesMetByBuilds = Set(table.filter { $0.isMetByBuild }.map { $0.rule })
}
