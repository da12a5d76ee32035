internal import Basics
internal import StickerPacks

/// The rules on the facts about a pack.
struct RuleRun {
  private let linter: Linter
  private let pack: PackFacts
  private let files: PackFiles
  // Most packs have no finding that can be fixed.
  private lazy var facts = FactIndex(pack.files)
  /// The rules. Nothing overrides the settings of the run.
  private let active: [Rule]
  /// The findings of each active rule.
  private var found: [[Finding]]

  init(_ linter: Linter, _ pack: PackFacts) {
    self.init(linter, pack, PackFiles(pack.source))
  }

  private init(_ linter: Linter, _ pack: PackFacts, _ files: PackFiles) {
    (self.linter, self.pack, self.files) = (linter, pack, files)
    let withLimits = pack.destination.rulesWithLimits
    active = Rule.all.filter { rule in
      guard linter.rules[rule.id]?.level != .off else { return false }
      return switch rule.scope {
      case .everywhere: true
      case .messages: pack.destination.isMessages
      case .others: !pack.destination.isMessages
      case .limits: withLimits.contains(rule.id)
      }
    }
    found = [[Finding]](repeating: [], count: active.count)
  }

  /// Prepares a run on one file, the only one that can be fixed.
  ///
  /// - Parameter files: the files whose settings apply.
  init(_ linter: Linter, _ pack: PackFacts, only file: AssetFacts, in files: PackFiles) {
    self.init(linter, pack, files)
    facts = FactIndex([file])
  }

  /// The findings until now, in the order of the rules.
  var findings: [Finding] { Array(found.joined()) }

  // MARK: Files

  /// Applies the rules about files to all files, then those about images to stickers.
  mutating func checkFiles() {
    let (asset, image) = (rulesAboutFiles, rulesAboutImages)
    check(pack.files, by: asset)
    check(pack.assets, by: image)
  }

  /// Applies the same rules to one file.
  mutating func check(_ file: AssetFacts) {
    check([file], by: rulesAboutFiles)
    if file.source.role == .sticker { check([file], by: rulesAboutImages) }
  }

  private var rulesAboutFiles: [Int] {
    active.indices.filter { if case .asset = active[$0].check { true } else { false } }
  }

  private var rulesAboutImages: [Int] {
    active.indices.filter { if case .image = active[$0].check { true } else { false } }
  }

  /// All rules check a file before the next one, while its facts are in the processor's cache. Rules are
  /// not copied, because that takes longer than most checks.
  private mutating func check(_ files: [AssetFacts], by rules: [Int]) {
    var images: Set<String> = []
    for asset in files {
      // A repository can have a hundred thousand links to one damaged image.
      let isRepeated = asset.contentHash.map { !images.insert($0).inserted } ?? false
      for index in rules {
        let setting = linter.setting(of: active[index].id, asset.source.rules, in: pack.source)
        guard setting?.level != .off else { continue }
        let options = Rule.Options(setting)
        let violations =
          switch active[index].check {
          case .asset(let check): check(asset, pack, options)
          case .image(let check): asset.image.map { check($0, pack, options) } ?? []
          case .pack, .findings: [Violation]()
          }
        guard !violations.isEmpty else { continue }
        found[index] += findings(
          isRepeated ? [violations[0]] : violations, of: active[index], in: asset.source.shownPath)
      }
    }
  }

  // MARK: Packs

  /// Applies the rules about frames and packs.
  mutating func checkPack() {
    for (index, rule) in active.enumerated() {
      switch rule.check {
      case .image(let check):
        guard rule.appliesToFrames else { break }
        for sequence in pack.sequences {
          let violation = sequence.firstViolation { image, frame in
            let setting = linter.setting(of: rule, for: frame, in: pack.source)
            return setting?.level == .off ? [] : check(image, pack, Rule.Options(setting))
          }
          guard let violation else { continue }
          found[index] += findings([violation], of: rule, in: sequence.source.sticker.shownPath)
        }
      case .pack(let check):
        let setting = linter.setting(of: rule, for: nil, in: pack.source)
        found[index] = findings(check(pack, Rule.Options(setting)), of: rule, in: folder)
      case .asset, .findings: break
      }
    }
  }

  /// Applies the rules about the findings of all others.
  mutating func result() -> LintedPack {
    let all = promisingEvenOutlines(findings)
    // A folder can have a million.
    found = []
    var linted = LintedPack(facts: pack, findings: all)
    for rule in active {
      guard case .findings(let check) = rule.check else { continue }
      let more = findings(check(linted, linter), of: rule, in: folder)
      guard !more.isEmpty else { continue }
      linted = LintedPack(facts: pack, findings: linted.separateFindings + more)
    }
    return linted
  }

  /// Promises outlines only in packs whose stickers all get one: others would look uneven, so `--fix` draws none.
  private func promisingEvenOutlines(_ findings: [Finding]) -> [Finding] {
    guard pack.source.kind != .files else { return findings }
    let outlined = Set(findings.filter { $0.isOpen && $0.repair == .addOutline }.map { $0.subject })
    guard !outlined.isEmpty, outlined.count < pack.source.allStickers.count else { return findings }
    return findings.map { finding in
      var finding = finding
      if finding.repair == .addOutline { finding.isRepairable = false }
      return finding
    }
  }

  private var folder: FilePath { pack.source.location.displayPath }

  // MARK: Findings

  /// - Parameter path: the file or folder of violations that name none.
  private mutating func findings(
    _ violations: [Violation], of rule: Rule, in path: FilePath
  ) -> [Finding] {
    violations.compactMap { violation in
      let path = violation.file ?? path
      let file = files[path]
      let place = pack.source.configurations.places[path]
      let setting = linter.setting(of: rule.id, file?.rules ?? place?.rules, in: pack.source)
      guard setting?.level != .off else { return nil }
      let subject = file.map { FileID($0) } ?? FileID(path)
      let others = violation.related.map(files.id)
      // An assembled sequence is not a file, so places in it are meaningless.
      let isInFile = file?.sequence == nil
      var finding = Finding(
        rule: rule.id,
        severity: linter.severity(of: rule, setting, violation.isUncertain, in: pack.source),
        about: subject, others, place: isInFile ? violation.place : nil,
        regions: violation.regions, edges: violation.edges, message: violation.message,
        measured: violation.measured, limit: violation.limit, fix: violation.fix ?? rule.fix,
        isRepairable: canRepair([subject] + others, by: rule),
        suppressionReason: (file?.suppressed ?? place?.suppressed)?[rule.id])
      finding.failing = violation.failing
      return finding
    }
  }

  private mutating func canRepair(_ files: [FileID], by rule: Rule) -> Bool {
    guard let repair = rule.repair, pack.source.built == nil else { return false }
    if case .contents = repair.work {
      return pack.source.icons.sets.contains { files[0].path == $0.displayPath }
    }
    return files.contains {
      facts[$0].map { repair.isPromised(for: $0, in: pack.layout) } ?? false
    }
  }
}
