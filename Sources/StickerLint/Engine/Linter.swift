internal import Basics
package import ImageContainers
package import StickerPacks

/// Reads packs and applies all rules to them.
package struct Linter: Sendable {
  /// The limits for reading and decoding one file.
  package var limits = DecodingLimits()
  /// Settings of rules by id. They override all configurations.
  package var rules: [String: RuleSetting] = [:]
  /// Whether warnings are errors in all packs; otherwise each pack's configuration decides.
  package var isStrict = false
  /// What the platform requires.
  package var profile = PlatformProfile.iMessage
  /// Loads the facts about a file, to reuse facts; nil reads and decodes it.
  package var reader: (@Sendable (StickerSource, DecodingLimits) -> AssetFacts)?
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
    profile = options.profile
  }

  /// Lints packs. Files are read concurrently; the result has the order of the packs.
  ///
  /// - Parameter progress: called after each file with the number of finished files and the total.
  package func lint(
    _ packs: [PackSource], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) -> LintResult {
    let (limits, profile) = (limits, profile)
    let reader = reader ?? { AssetFacts(reading: $0, limits: $1, profile: profile) }
    let files = packs.map(Self.distinctFiles)
    let shared = SharedFiles(Array(files.joined()))
    let facts = try await shared.distinct.concurrentMap(jobs: jobs, progress: progress) {
      reader($0, limits)
    }
    var rest = shared.facts(from: facts)[...]
    return LintResult(
      packs: zip(packs, files).map { pack, files in
        defer { rest.removeFirst(files.count) }
        return check(
          PackFacts(source: pack, assets: rest.prefix(files.count), profile: profile))
      })
  }

  /// The files of a pack, without those that have the same role twice: one image may fill several icon
  /// slots.
  private static func distinctFiles(of pack: PackSource) -> [StickerSource] {
    var seen: Set<FileID> = []
    return pack.files.filter { seen.insert(FileID($0)).inserted }
  }

  /// The first index of each name.
  private static func indices(of names: some Sequence<String>) -> [String: Int] {
    Dictionary(
      names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Applies all rules to the facts about a pack.
  package func check(_ pack: PackFacts) -> LintedPack {
    let sources = pack.source.files + pack.source.sequences.map(\.sticker)
    let sourceIndices = Self.indices(of: sources.lazy.map(\.displayPath))
    let assets = pack.files
    // Most packs have no finding that can be fixed.
    lazy var assetIndices = Self.indices(of: assets.lazy.map(\.source.displayPath))
    func repair(of rule: Rule, in files: [String]) -> Repair? {
      rule.repair.flatMap { repair in
        files.contains { assetIndices[$0].map { repair.isPossible(for: assets[$0]) } ?? false }
          ? repair : nil
      }
    }
    func findings(
      _ violations: [Violation], of rule: Rule, in file: @autoclosure () -> String
    ) -> [Finding] {
      violations.compactMap { violation in
        let file = violation.file ?? file()
        let sticker = sourceIndices[file].map { sources[$0] }
        let place = pack.source.places[file]
        let setting = setting(of: rule.id, sticker?.rules ?? place?.rules, in: pack.source)
        guard setting?.level != .off else { return nil }
        // An assembled sequence is not a file, so places in it are meaningless.
        let isInFile = sticker?.sequence == nil
        return Finding(
          rule: rule.id, severity: severity(of: rule, setting, in: pack.source), file: file,
          related: violation.related, place: isInFile ? violation.place : nil,
          regions: violation.regions,
          message: violation.message,
          measured: violation.measured,
          limit: violation.limit, fix: rule.fix,
          repair: repair(of: rule, in: [file] + violation.related),
          suppressionReason: (sticker?.suppressed ?? place?.suppressed)?[rule.id])
      }
    }
    // Nothing overrides the settings of the run.
    let active = Rule.all.filter { rules[$0.id]?.level != .off }
    // The findings of each active rule.
    var found = [[Finding]](repeating: [], count: active.count)

    // All rules check a file before the next one, while its facts are in the processor's cache. Rules are
    // not copied, because that takes longer than most checks.
    func checkFiles(
      _ files: [AssetFacts], rules: [Int],
      _ violations: (_ rule: Int, AssetFacts, Rule.Options) -> [Violation]
    ) {
      var images: Set<String> = []
      for asset in files {
        // A repository can have a hundred thousand links to one damaged image.
        let isRepeated = asset.contentHash.map { !images.insert($0).inserted } ?? false
        // One string for all findings of the file.
        lazy var file = asset.source.displayPath
        for index in rules {
          let setting = setting(of: active[index].id, asset.source.rules, in: pack.source)
          guard setting?.level != .off else { continue }
          let violations = violations(index, asset, Rule.Options(setting))
          guard !violations.isEmpty else { continue }
          found[index] += findings(
            isRepeated ? [violations[0]] : violations, of: active[index], in: file)
        }
      }
    }
    checkFiles(
      pack.files,
      rules: active.indices.filter { if case .asset = active[$0].check { true } else { false } }
    ) { index, asset, options in
      guard case .asset(let check) = active[index].check else { return [] }
      return check(asset, pack, options)
    }
    checkFiles(
      pack.assets,
      rules: active.indices.filter { if case .image = active[$0].check { true } else { false } }
    ) { index, asset, options in
      guard case .image(let check) = active[index].check, let image = asset.image else { return [] }
      return check(image, pack, options)
    }
    for (index, rule) in active.enumerated() {
      switch rule.check {
      case .image(let check):
        guard rule.appliesToFrames else { break }
        for sequence in pack.sequences {
          let violation = sequence.firstViolation { image, frame in
            let setting = setting(of: rule, for: frame, in: pack.source)
            return setting?.level == .off ? [] : check(image, pack, Rule.Options(setting))
          }
          guard let violation else { continue }
          found[index] += findings(
            [violation], of: rule, in: sequence.source.sticker.displayPath)
        }
      case .pack(let check):
        let setting = setting(of: rule, for: nil, in: pack.source)
        found[index] = findings(
          check(pack, Rule.Options(setting)), of: rule, in: pack.source.displayPath)
      case .asset, .findings: break
      }
    }
    var linted = LintedPack(facts: pack, findings: Array(found.joined()))
    found = []
    for rule in active {
      guard case .findings(let check) = rule.check else { continue }
      let more = findings(check(linted, self), of: rule, in: pack.source.displayPath)
      guard !more.isEmpty else { continue }
      linted = LintedPack(facts: pack, findings: linted.separateFindings + more)
    }
    return linted
  }

  /// The setting of a rule for a sticker, or for the pack if `sticker` is nil. `rules` override the
  /// sticker's settings, and these override the pack's. Nil if the rule is not configured.
  package func setting(
    of rule: Rule, for sticker: StickerSource?, in pack: PackSource
  ) -> RuleSetting? {
    setting(of: rule.id, sticker?.rules ?? pack.places[pack.displayPath]?.rules, in: pack)
  }

  private func setting(
    of rule: String, _ nearest: [String: RuleSetting]?, in pack: PackSource
  ) -> RuleSetting? {
    var setting = pack.rules[rule]
    if let next = nearest?[rule] { setting = setting?.overridden(by: next) ?? next }
    if let next = rules[rule] { setting = setting?.overridden(by: next) ?? next }
    return setting
  }

  private func severity(
    of rule: Rule, _ setting: RuleSetting?, in pack: PackSource
  ) -> Severity {
    let severity = setting?.level.flatMap { Severity(rawValue: $0.rawValue) } ?? rule.severity
    return (isStrict || pack.isStrict) && severity == .warning ? .error : severity
  }
}

/// The packs that were linted, with their findings.
///
/// The same files and options always have the same result, whatever the number of jobs. It keeps measurements of each
/// sticker, in about 10 KB, but no pixels and no file. ``findings`` is computed from the packs each time it is read:
/// keep it in a variable if you read it in a loop.
public struct LintResult: Sendable {
  /// The packs, in the order in which they were found.
  public var packs: [LintedPack]
  /// Baseline entries without a finding in this run; nil without a baseline.
  package var staleBaselineEntries: [Baseline.Entry]?

  /// Creates a result.
  package init(packs: [LintedPack]) { self.packs = packs }

  /// What the platform requires.
  package var profile: PlatformProfile { packs.first?.facts.profile ?? .iMessage }
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
