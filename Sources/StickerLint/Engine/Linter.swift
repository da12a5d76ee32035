package import ImageContainers
internal import Basics
package import StickerPacks

/// Reads packs and asks every rule about them.
package struct Linter: Sendable {
  /// What one file may cost.
  package var limits = DecodingLimits()
  /// What the caller makes of rules, by id; it goes before any configuration.
  package var rules: [String: RuleSetting] = [:]
  /// Whether warnings count as errors in each pack, whatever its configuration says.
  package var isStrict = false
  /// How a file becomes facts: read and decoded, unless somebody knows them already.
  package var reader: @Sendable (StickerSource, DecodingLimits) -> AssetFacts = {
    AssetFacts(reading: $0, limits: $1)
  }
  /// How many files are read at once, 1 or more. The result is the same for any number.
  package var jobs: Int

  /// Creates a linter with the default limits.
  package init(jobs: Int) { self.jobs = max(1, jobs) }

  /// Lints packs. Files are read side by side; the result is in the order of the packs.
  ///
  /// - Parameter progress: called after each file with the number done and the number of all.
  package func lint(
    _ packs: [PackSource], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async -> LintResult {
    let (limits, reader) = (limits, reader)
    var assets =
      await packs.flatMap(\.files).concurrentMap(jobs: jobs, progress: progress) { source in
        reader(source, limits)
      }[...]
    return LintResult(
      packs: packs.map { source in
        let own = Array(assets.prefix(source.files.count))
        assets = assets.dropFirst(own.count)
        return judge(PackFacts(source: source, assets: own))
      })
  }

  /// Asks every rule about one pack.
  package func judge(_ pack: PackFacts) -> LintedPack {
    let files = Dictionary(
      (pack.source.allStickers + pack.source.files).map { ($0.displayPath, $0) },
      uniquingKeysWith: { first, _ in first })
    var findings: [Finding] = []
    func add(_ violations: [Violation], _ rule: Rule, to file: String) {
      for violation in violations {
        let file = violation.file ?? file
        let sticker = files[file]
        let place = pack.source.places[file]
        let setting = setting(of: rule, sticker?.rules ?? place?.rules, in: pack.source)
        guard setting?.level != .off else { continue }
        // The bytes of frames that were assembled here are in no file that anybody could look into.
        let isInFile = sticker?.sequence == nil
        findings.append(
          Finding(
            rule: rule.id, severity: severity(of: rule, setting, in: pack.source), file: file,
            place: isInFile ? violation.place : nil, message: violation.message,
            measured: violation.measured,
            limit: violation.limit, fix: rule.fix,
            suppressionReason: (sticker?.suppressed ?? place?.suppressed)?[rule.id]))
      }
    }
    for rule in Rule.all {
      switch rule.check {
      case .asset(let check):
        for asset in pack.files {
          let setting = setting(of: rule, for: asset.source, in: pack.source)
          guard setting?.level != .off else { continue }
          add(check(asset, Rule.Options(setting)), rule, to: asset.source.displayPath)
        }
      case .image(let check):
        for asset in pack.assets {
          guard let image = asset.image else { continue }
          let setting = setting(of: rule, for: asset.source, in: pack.source)
          guard setting?.level != .off else { continue }
          add(check(image, pack, Rule.Options(setting)), rule, to: asset.source.displayPath)
        }
      case .pack(let check):
        let setting = setting(of: rule, for: nil, in: pack.source)
        add(check(pack, Rule.Options(setting)), rule, to: pack.source.displayPath)
      case .unusedSuppression(let check):
        for suppression in unusedSuppressions(of: pack, findings) {
          add(check(suppression), rule, to: pack.source.displayPath)
        }
      }
    }
    return LintedPack(facts: pack, findings: inReadingOrder(findings, pack))
  }

  /// What is configured about a rule for a sticker, or for the pack as a whole: the caller's word goes
  /// before the sticker's, that before the pack's. Nil where nobody says anything.
  package func setting(
    of rule: Rule, for sticker: StickerSource?, in pack: PackSource
  ) -> RuleSetting? {
    setting(of: rule, sticker?.rules ?? pack.places[pack.displayPath]?.rules, in: pack)
  }

  private func setting(
    of rule: Rule, _ nearest: [String: RuleSetting]?, in pack: PackSource
  ) -> RuleSetting? {
    let settings = [pack.rules[rule.id], nearest?[rule.id], rules[rule.id]].compactMap { $0 }
    return settings.dropFirst().reduce(settings.first) { $0?.overridden(by: $1) }
  }

  private func severity(
    of rule: Rule, _ setting: RuleSetting?, in pack: PackSource
  ) -> Severity {
    let severity = setting?.level.flatMap { Severity(rawValue: $0.rawValue) } ?? rule.severity
    return (isStrict || pack.isStrict) && severity == .warning ? .error : severity
  }

  /// The pack's own findings first, then each file's in pack order, the worst first.
  private func inReadingOrder(_ findings: [Finding], _ pack: PackFacts) -> [Finding] {
    var order: [String: Int] = [:]
    let files = pack.source.files.map(\.displayPath)
    for (index, file) in files.enumerated() where order[file] == nil { order[file] = index + 1 }
    return findings.enumerated().sorted { first, second in
      let places = (order[first.element.file] ?? 0, order[second.element.file] ?? 0)
      if places.0 != places.1 { return places.0 < places.1 }
      if first.element.file != second.element.file {
        return first.element.file < second.element.file
      }
      if first.element.severity != second.element.severity {
        return first.element.severity > second.element.severity
      }
      return first.offset < second.offset
    }.map(\.element)
  }
}

/// A pack with its facts and findings.
package struct LintedPack: Sendable {
  /// What is known about the pack and its files.
  package var facts: PackFacts
  /// The findings, the pack's own first, then by file in pack order.
  package var findings: [Finding]
}

/// What a run found.
package struct LintResult: Sendable {
  /// The packs, in the order in which they were found.
  package var packs: [LintedPack]
  /// Which part of a larger tree this is; nil where it is all.
  package var shard: Shard?
  /// What the baseline held and this run does not; nil where it was compared with none.
  package var goneFromBaseline: [Baseline.Entry]?

  /// Creates a result.
  package init(packs: [LintedPack]) { self.packs = packs }

  /// All findings, pack by pack.
  package var findings: [Finding] { packs.flatMap(\.findings) }
  /// How many stickers were looked at, sequences among them.
  package var stickerCount: Int { packs.reduce(0) { $0 + $1.facts.source.allStickers.count } }

  /// How many findings of a severity nobody has allowed.
  package func count(of severity: Severity) -> Int {
    findings.count { $0.severity == severity && $0.isOpen }
  }

  /// How many findings are allowed.
  package var suppressedCount: Int { findings.count { $0.suppressionReason != nil } }
  /// How many findings are in the baseline.
  package var baselinedCount: Int { findings.count { $0.isInBaseline } }

  /// Whether there is nothing to say but what was allowed or is in the baseline.
  package var isClean: Bool { !findings.contains { $0.isOpen } }

  /// Whether anything stands in the way of shipping.
  package var hasErrors: Bool { count(of: .error) > 0 }
}
