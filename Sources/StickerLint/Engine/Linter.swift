package import ImageContainers
internal import Basics
package import StickerPacks

/// Reads packs and applies all rules to them.
package struct Linter: Sendable {
  /// The limits for reading and decoding one file.
  package var limits = DecodingLimits()
  /// Settings of rules by id. They override all configurations.
  package var rules: [String: RuleSetting] = [:]
  /// Whether warnings are errors in all packs; otherwise each pack's configuration decides.
  package var isStrict = false
  /// Loads the facts about a file. Replace it to use cached facts.
  package var reader: @Sendable (StickerSource, DecodingLimits) -> AssetFacts = {
    AssetFacts(reading: $0, limits: $1)
  }
  /// The number of files to read at the same time, 1 or more. Does not affect the result.
  package var jobs: Int

  /// Creates a linter with the default limits.
  package init(jobs: Int) { self.jobs = max(1, jobs) }

  /// Creates a linter. The options' configuration and baseline are the caller's.
  package init(_ options: LintOptions) {
    self.init(jobs: options.jobs)
    limits = options.limits
    rules = options.rules
    isStrict = options.isStrict
  }

  /// Lints packs. Files are read concurrently; the result has the order of the packs.
  ///
  /// - Parameter progress: called after each file with the number of finished files and the total.
  package func lint(
    _ packs: [PackSource], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) -> LintResult {
    let (limits, reader) = (limits, reader)
    let files = packs.indices.flatMap { pack in
      Self.distinctFiles(of: packs[pack]).map { (pack: pack, file: $0) }
    }
    let read = try await files.concurrentMap(jobs: jobs, progress: progress) { pack, file in
      (pack: pack, facts: reader(file, limits))
    }
    let facts = Dictionary(grouping: read, by: \.pack)
    return LintResult(
      packs: packs.indices.map { pack in
        check(PackFacts(source: packs[pack], assets: (facts[pack] ?? []).map(\.facts)))
      })
  }

  /// The files of a pack, without those that have the same role twice: one image may fill several icon
  /// slots.
  private static func distinctFiles(of pack: PackSource) -> [StickerSource] {
    var seen: Set<FileID> = []
    return pack.files.filter { seen.insert(FileID($0)).inserted }
  }

  /// Applies all rules to the facts about a pack.
  package func check(_ pack: PackFacts) -> LintedPack {
    let files = Dictionary(
      (pack.source.allStickers + pack.source.files).map { ($0.displayPath, $0) },
      uniquingKeysWith: { first, _ in first })
    var findings: [Finding] = []
    func add(_ violations: [Violation], _ rule: Rule, to file: @autoclosure () -> String) {
      for violation in violations {
        let file = violation.file ?? file()
        let sticker = files[file]
        let place = pack.source.places[file]
        let setting = setting(of: rule, sticker?.rules ?? place?.rules, in: pack.source)
        guard setting?.level != .off else { continue }
        // An assembled sequence is not a file, so places in it are meaningless.
        let isInFile = sticker?.sequence == nil
        findings.append(
          Finding(
            rule: rule.id, severity: severity(of: rule, setting, in: pack.source), file: file,
            related: violation.related, place: isInFile ? violation.place : nil,
            message: violation.message,
            measured: violation.measured,
            limit: violation.limit, fix: rule.fix,
            suppressionReason: (sticker?.suppressed ?? place?.suppressed)?[rule.id]))
      }
    }
    // Spans, because every rule visits every file, and copying facts takes longer than most checks.
    let (assets, art) = (pack.files, pack.assets.filter { $0.image != nil })
    let images = art.compactMap(\.image)
    for rule in Rule.all {
      switch rule.check {
      case .asset(let check):
        let assets = assets.span
        for index in assets.indices {
          let setting = setting(of: rule, assets[index].source.rules, in: pack.source)
          guard setting?.level != .off else { continue }
          add(
            check(assets[index], Rule.Options(setting)), rule,
            to: assets[index].source.displayPath)
        }
      case .image(let check):
        let (art, images) = (art.span, images.span)
        for index in images.indices {
          let setting = setting(of: rule, art[index].source.rules, in: pack.source)
          guard setting?.level != .off else { continue }
          add(
            check(images[index], pack, Rule.Options(setting)), rule,
            to: art[index].source.displayPath)
        }
        guard rule.appliesToFrames else { break }
        for sequence in pack.sequences {
          let violation = sequence.firstViolation { image, frame in
            let setting = setting(of: rule, for: frame, in: pack.source)
            return setting?.level == .off ? [] : check(image, pack, Rule.Options(setting))
          }
          if let violation { add([violation], rule, to: sequence.source.sticker.displayPath) }
        }
      case .pack(let check):
        let setting = setting(of: rule, for: nil, in: pack.source)
        add(check(pack, Rule.Options(setting)), rule, to: pack.source.displayPath)
      case .findings: break
      }
    }
    for rule in Rule.all {
      guard case .findings(let check) = rule.check else { continue }
      let linted = LintedPack(facts: pack, findings: findings)
      add(check(linted, self), rule, to: pack.source.displayPath)
    }
    return LintedPack(facts: pack, findings: findings)
  }

  /// The setting of a rule for a sticker, or for the pack if `sticker` is nil. `rules` override the
  /// sticker's settings, and these override the pack's. Nil if the rule is not configured.
  package func setting(
    of rule: Rule, for sticker: StickerSource?, in pack: PackSource
  ) -> RuleSetting? {
    setting(of: rule, sticker?.rules ?? pack.places[pack.displayPath]?.rules, in: pack)
  }

  private func setting(
    of rule: Rule, _ nearest: [String: RuleSetting]?, in pack: PackSource
  ) -> RuleSetting? {
    var setting = pack.rules[rule.id]
    for next in [nearest, rules] {
      guard let next = next?[rule.id] else { continue }
      setting = setting?.overridden(by: next) ?? next
    }
    return setting
  }

  private func severity(
    of rule: Rule, _ setting: RuleSetting?, in pack: PackSource
  ) -> Severity {
    let severity = setting?.level.flatMap { Severity(rawValue: $0.rawValue) } ?? rule.severity
    return (isStrict || pack.isStrict) && severity == .warning ? .error : severity
  }
}

/// The result of a run.
public struct LintResult: Sendable {
  /// The packs, in the order in which they were found.
  public var packs: [LintedPack]
  /// The part of the tree that was linted; nil for the whole tree.
  package var shard: Shard?
  /// Baseline entries without a finding in this run; nil without a baseline.
  package var staleBaselineEntries: [Baseline.Entry]?

  /// Creates a result.
  package init(packs: [LintedPack]) { self.packs = packs }

  /// All findings, pack by pack.
  public var findings: [Finding] { packs.flatMap(\.findings) }
  /// The number of linted stickers, including sequences.
  public var stickerCount: Int { packs.reduce(0) { $0 + $1.facts.source.allStickers.count } }

  /// The number of open findings of a severity.
  public func count(of severity: Severity) -> Int { findings.count(of: severity) }

  /// Whether all findings are suppressed or in the baseline.
  public var isClean: Bool { !findings.contains { $0.isOpen } }

  /// Whether there are open errors.
  public var hasErrors: Bool { count(of: .error) > 0 }
}
