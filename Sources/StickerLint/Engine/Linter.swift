package import Basics
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
  /// The destination whose requirements apply.
  package var destination = Destination.messages
  /// Whether the sequences of catalogs are read as animations, too, for a build or a preview.
  package var assemblesSequences = false
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
    destination = options.destination
  }

  /// Reads a file.
  var read: @Sendable (StickerSource) -> AssetFacts {
    let (limits, destination, reader) = (limits, destination, reader)
    return {
      reader?($0, limits) ?? AssetFacts(reading: $0, limits: limits, destination: destination)
    }
  }

  /// Applies all rules to packs.
  ///
  /// - Parameters:
  ///   - files: the files of each pack.
  ///   - facts: the facts about the files of all packs.
  func check(
    _ packs: [PackSource], _ files: [[StickerSource]], _ facts: [AssetFacts]
  ) -> LintResult {
    var rest = facts[...]
    return LintResult(
      packs: zip(packs, files).map { pack, files in
        defer { rest.removeFirst(files.count) }
        return check(
          PackFacts(source: pack, assets: rest.prefix(files.count), destination: destination))
      })
  }

  /// The files of a pack, without those that have the same role twice: one image may fill several icon
  /// slots.
  func distinctFiles(of pack: PackSource) -> [StickerSource] {
    var seen: Set<FileID> = []
    let sequences = assemblesSequences ? pack.sequences.map { $0.sticker } : []
    return pack.files(with: sequences.filter { $0.sequence != nil }).filter {
      seen.insert(FileID($0)).inserted
    }
  }

  /// Applies all rules to the facts about a pack.
  package func check(_ pack: PackFacts) -> LintedPack {
    var run = RuleRun(self, pack)
    run.checkFiles()
    run.checkPack()
    return run.result()
  }

  /// Returns the open findings in a file of a pack whose other files are not read: rules that compare files
  /// find nothing.
  ///
  /// - Parameter layout: the layout that the stickers of the pack have in common; nil if it is not known.
  package func check(
    _ file: AssetFacts, in pack: PackSource, _ layout: PackLayout? = nil
  ) -> [Finding] {
    let facts = PackFacts(source: pack, assets: [file], destination: destination, layout: layout)
    var run = RuleRun(self, facts, only: file, in: PackFiles(pack, and: file.source))
    run.check(file)
    run.checkPack()
    let id = FileID(file.source)
    return LintedPack.inReadingOrder(
      run.findings.filter { $0.isOpen && ($0.subject == id || $0.others.contains(id)) }, facts)
  }

  /// Returns the findings about an image that was made from a sticker's art at a smaller scale. Those that
  /// the art has, too, are left out.
  ///
  /// Only rules about files and animations are applied. The others judge what the art shows, which
  /// scaling does not change, or sizes in pixels, which are those of @3x.
  ///
  /// - Parameter location: where reports say that the image is.
  package func findings(
    aboutScaled bytes: [UInt8], at location: Location, from art: AssetFacts, in pack: PackFacts
  ) -> [Finding] {
    var source = art.source
    source.location = location
    source.sequence = nil
    let scaled = AssetFacts(source: source, bytes: bytes, limits: limits, destination: destination)
    let known = Set(fileFindings(in: art, of: pack).map { $0.rule })
    return fileFindings(in: scaled, of: pack).filter { !known.contains($0.rule) }
  }

  private func fileFindings(in image: AssetFacts, of pack: PackFacts) -> [Finding] {
    var run = RuleRun(self, pack, only: image, in: PackFiles([image.source]))
    run.check(image)
    return run.findings.filter {
      let category = Rule.named($0.rule)?.category
      return category == .file || category == .animation
    }.sorted { $0.severity > $1.severity }
  }

  /// The setting of a rule for a sticker, or for the pack if `sticker` is nil. `rules` override the
  /// sticker's settings, and these override the pack's. Nil if the rule is not configured.
  package func setting(
    of rule: Rule, for sticker: StickerSource?, in pack: PackSource
  ) -> RuleSetting? {
    setting(
      of: rule.id, sticker?.rules ?? pack.configurations.places[pack.location.displayPath]?.rules,
      in: pack)
  }

  func setting(
    of rule: String, _ nearest: [String: RuleSetting]?, in pack: PackSource
  ) -> RuleSetting? {
    var setting = pack.settings.rules[rule]
    if let next = nearest?[rule] { setting = setting?.overridden(by: next) ?? next }
    if let next = rules[rule] { setting = setting?.overridden(by: next) ?? next }
    return setting
  }

  /// - Parameter isUncertain: whether the limit is not certain, which makes the finding a warning by default.
  func severity(
    of rule: Rule, _ setting: RuleSetting?, _ isUncertain: Bool = false, in pack: PackSource
  ) -> Severity {
    let severity =
      setting?.level.flatMap { Severity(rawValue: $0.rawValue) }
      ?? (isUncertain ? min(rule.severity, .warning) : rule.severity)
    return (isStrict || pack.settings.isStrict) && severity == .warning ? .error : severity
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

  /// The destination whose requirements applied.
  package var destination: Destination { packs.first?.facts.destination ?? .messages }
  /// All findings, pack by pack.
  public var findings: [Finding] { packs.flatMap { $0.findings } }
  /// The number of linted stickers, including sequences.
  public var stickerCount: Int { packs.reduce(0) { $0 + $1.facts.source.allStickers.count } }

  /// The number of open findings of a severity.
  public func count(of severity: Severity) -> Int { findings.count(of: severity) }

  /// Whether all findings are suppressed or in the baseline.
  public var isClean: Bool { !findings.contains { $0.isOpen } }

  /// Whether there are open errors.
  public var hasErrors: Bool { count(of: .error) > 0 }
}
