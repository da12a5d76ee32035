internal import Basics
internal import ImageContainers
package import StickerFit
package import StickerLint
package import StickerPacks

/// The verdicts about one pack: a row for each sticker, a column for each destination.
package struct DestinationMatrix: Sendable {
  package struct Cell: Sendable {
    package let state: DestinationVerdict.State
    /// The problem in a word or two, with the number of other reasons; nil if there is none.
    package let reason: String?
    /// The open warnings and errors, the worst first.
    package let findings: [Finding]
    /// The changes of the sticker in a build; nil if the destination takes it, or would not take the result either.
    package let plan: DestinationPlan?
    /// The changes in a build, each in a few words.
    let changes: [String]
    package var change: String? { changes.isEmpty ? nil : changes.joined(separator: ", ") }

    fileprivate init(_ sticker: DestinationVerdict.Sticker) {
      (findings, plan) = (sticker.findings, sticker.change?.plan)
      state = DestinationVerdict.State(findings)
      changes = sticker.change.map(Self.words) ?? []
      let others = Set(findings.map { $0.rule }).count - 1
      // If a build cannot help, the reason is what it does not change.
      let obstacle = findings.first {
        $0.severity == .error && !Limit.rulesMetByBuilds.contains($0.rule)
      }
      reason = ((plan == nil ? obstacle : nil) ?? findings.first).map { first in
        (first.rule.hasPrefix("store-") ? String(first.rule.dropFirst(6)) : first.rule)
          + (others > 0 ? " +\(others)" : "")
      }
    }

    /// The state as a symbol, with the reason.
    var text: String { ([state.symbol] + (reason.map { [$0] } ?? [])).joined(separator: " ") }

    private static func words(of change: DestinationVerdict.Change) -> [String] {
      let plan = change.plan
      return plan.steps.map { step in
        if case .imported = step { "\(plan.format.name) \(step.words)" } else { step.words }
      } + change.promises + plan.remarks
    }
  }

  package struct Reason: Sendable {
    /// The first finding of a rule.
    package let finding: Finding
    /// The number of stickers in which it finds something; 0 for the pack.
    let files: Int
    /// The first message, and how many stickers have the same problem.
    package let text: String

    fileprivate init(_ findings: [Finding], isAboutPack: Bool = false) {
      finding = findings[0]
      files = isAboutPack ? 0 : Set(findings.map { $0.subject }).count
      let isSame = findings.allSatisfy { $0.message == findings[0].message }
      text =
        finding.message
        + (files < 2
          ? ""
          : isSame ? " (\(Text.number(files)) stickers)" : " And \(Text.number(files - 1)) more.")
    }
  }

  package struct Column: Sendable {
    package let destination: Destination
    package let cells: [Cell]
    /// Those about the pack, then by the number of stickers.
    package let reasons: [Reason]
    package let state: DestinationVerdict.State
    package let summary: String
  }

  package let title: String
  /// The names of the files.
  package let stickers: [String]
  package let columns: [Column]

  /// - Parameter index: that of the pack; there is at least one verdict.
  package init(_ verdicts: [DestinationVerdict], pack index: Int) {
    let pack = verdicts[0].result.packs[index]
    let all = pack.facts.source.allStickers
    title = "\(pack.name.withoutControls): \(Text.count(all.count, "sticker"))"
    stickers = all.map { $0.path.name.string.withoutControls }
    columns = verdicts.map { verdict in
      let found = verdict.findings(in: index)
      let cells = found.stickers.map(Cell.init)
      let ready = cells.count { $0.state != .refused }
      let byRule = Dictionary(grouping: cells.flatMap { $0.findings }) { $0.rule }
      let reasons =
        found.pack.map { Reason([$0], isAboutPack: true) }
        + byRule.values.map { Reason($0) }
        .sorted { ($1.files, $0.finding.rule) < ($0.files, $1.finding.rule) }
      return Column(
        destination: verdict.destination, cells: cells, reasons: reasons,
        state: DestinationVerdict.State(reasons.map { $0.finding }),
        summary: ready == cells.count
          ? "all stickers can be uploaded" : "\(ready) of \(cells.count) stickers can be uploaded")
    }
  }
}

extension DestinationVerdict.State {
  var symbol: String {
    switch self {
    case .ready: "✓"
    case .warned: "!"
    case .refused: "✗"
    }
  }
}
