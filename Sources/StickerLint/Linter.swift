public import ImageContainers
public import StickerModel

/// Reads packs and asks every rule about them.
public struct Linter: Sendable {
  /// What one file may cost.
  public var limits = DecodingLimits()
  /// The most bytes that an animation may take decoded before a rule warns.
  public var animationBudget = 100_000_000
  /// Whether warnings count as errors.
  public var isStrict = false
  /// How many files are read at once, 1 or more. The result is the same for any number.
  public var jobs: Int

  /// Creates a linter with the default limits.
  public init(jobs: Int) { self.jobs = max(1, jobs) }

  /// Lints packs. Files are read side by side; the result is in the order of the packs.
  ///
  /// - Parameter progress: called after each file with the number done and the number of all.
  public func lint(
    _ packs: [PackSource], progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async -> LintResult {
    let limits = limits
    var assets =
      await packs.flatMap(\.stickers).concurrentMap(jobs: jobs, progress: progress) { source in
        AssetFacts(reading: source, limits: limits)
      }[...]
    return LintResult(
      packs: packs.map { source in
        let own = Array(assets.prefix(source.stickers.count))
        assets = assets.dropFirst(source.stickers.count)
        return judge(PackFacts(source: source, assets: own, animationBudget: animationBudget))
      })
  }

  /// Asks every rule about one pack.
  public func judge(_ pack: PackFacts) -> LintedPack {
    let stickers = Dictionary(
      pack.source.stickers.map { ($0.displayPath, $0) }, uniquingKeysWith: { first, _ in first })
    var findings: [Finding] = []
    func add(_ violations: [Violation], _ rule: Rule, to file: String) {
      let severity = severity(of: rule, in: pack.source)
      for violation in violations {
        let file = violation.file ?? file
        // The bytes of frames that were assembled here are in no file that anybody could look into.
        let place = stickers[file]?.sequence == nil ? violation.place : nil
        findings.append(
          Finding(
            rule: rule.id, severity: severity, file: file, place: place,
            message: violation.message, measured: violation.measured, limit: violation.limit,
            fix: rule.fix, allowedBecause: stickers[file]?.allowed[rule.id]))
      }
    }
    for rule in Rule.all where pack.source.rules[rule.id] != .off {
      switch rule.check {
      case .asset(let check):
        for asset in pack.assets { add(check(asset), rule, to: asset.source.displayPath) }
      case .image(let check):
        for asset in pack.assets {
          if let image = asset.image { add(check(image, pack), rule, to: asset.source.displayPath) }
        }
      case .pack(let check):
        add(check(pack), rule, to: pack.source.displayPath)
      }
    }
    return LintedPack(facts: pack, findings: inReadingOrder(findings, pack))
  }

  /// What the pack's configuration says, or else the rule; after `--strict`.
  private func severity(of rule: Rule, in pack: PackSource) -> Severity {
    let severity = pack.rules[rule.id].flatMap { Severity(rawValue: $0.rawValue) } ?? rule.severity
    return isStrict && severity == .warning ? .error : severity
  }

  /// The pack's own findings first, then each file's in pack order, the worst first.
  private func inReadingOrder(_ findings: [Finding], _ pack: PackFacts) -> [Finding] {
    var order: [String: Int] = [:]
    for (index, sticker) in pack.source.stickers.enumerated() {
      order[sticker.displayPath] = index + 1
    }
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
public struct LintedPack: Sendable {
  /// What is known about the pack and its files.
  public var facts: PackFacts
  /// The findings, the pack's own first, then by file in pack order.
  public var findings: [Finding]
}

/// What a run found.
public struct LintResult: Sendable {
  /// The packs, in the order in which they were found.
  public var packs: [LintedPack]

  /// Creates a result.
  public init(packs: [LintedPack]) { self.packs = packs }

  /// All findings, pack by pack.
  public var findings: [Finding] { packs.flatMap(\.findings) }
  /// How many files were looked at.
  public var stickerCount: Int { packs.reduce(0) { $0 + $1.facts.assets.count } }

  /// How many findings of a severity nobody has allowed.
  public func count(of severity: Severity) -> Int {
    findings.count { $0.severity == severity && $0.allowedBecause == nil }
  }

  /// Whether there is nothing to say but what was allowed.
  public var isClean: Bool { findings.allSatisfy { $0.allowedBecause != nil } }

  /// Whether anything stands in the way of shipping.
  public var hasErrors: Bool { count(of: .error) > 0 }
}
