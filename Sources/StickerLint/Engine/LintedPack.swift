package import Basics
internal import ImageContainers
internal import Pixels
internal import StickerPacks

/// A pack with its findings.
///
/// Single image files that were linted by name are packs of their own, one for each folder.
public struct LintedPack: Sendable {
  /// The facts about the pack and its files.
  package let facts: PackFacts
  /// The findings as the rules made them, before joining. What decides about single stickers, such as a
  /// baseline, uses these.
  package let separateFindings: [Finding]
  /// The pack's name.
  public var name: String { facts.source.name }
  /// The pack's folder as reports name it.
  public var folder: String { path.string }
  /// The path of the folder as reports name it.
  package var path: FilePath { facts.source.location.displayPath }
  /// The findings, those about the pack first, then by file in pack order, the most severe first. A
  /// problem that most stickers share is one finding about the pack, with these stickers as
  /// ``Finding/related``.
  public package(set) var findings: [Finding]

  /// Creates a linted pack.
  ///
  /// - Parameter findings: the findings as the rules made them, in any order.
  package init(facts: PackFacts, findings: [Finding]) {
    self.facts = facts
    separateFindings = Self.inReadingOrder(findings, facts)
    self.findings = Self.inReadingOrder(
      Self.joiningShared(separateFindings, facts), facts)
  }

  /// Sorts findings as reports have them.
  static func inReadingOrder(_ findings: [Finding], _ pack: PackFacts) -> [Finding] {
    var order: [FileID: Int] = [:]
    let files = pack.source.files(with: pack.sequences.compactMap { $0.assembled?.source })
    for (index, file) in files.lazy.map({ FileID($0) }).enumerated() where order[file] == nil {
      order[file] = index + 1
    }
    let places = findings.map { order[$0.subject] ?? 0 }
    return findings.indices.sorted { first, second in
      if places[first] != places[second] { return places[first] < places[second] }
      if findings[first].subject.path != findings[second].subject.path {
        return findings[first].subject.path < findings[second].subject.path
      }
      if findings[first].severity != findings[second].severity {
        return findings[first].severity > findings[second].severity
      }
      return first < second
    }.map { findings[$0] }
  }
}

// MARK: Shared findings

extension LintedPack {
  /// The smallest number of files that are joined.
  private static let fewestShared = 5

  private struct Key: Hashable {
    var rule: String
    var role: StickerSource.Role
    /// Whether the rule is about animations: stills do not count.
    var isOfAnimations: Bool
  }

  /// The properties that joined findings have in common, besides their rule.
  private struct Kind: Hashable {
    var severity: Severity
    var isRepairable: Bool
    var fix: String
  }

  /// Replaces open findings of a rule, of one severity and fix and all fixable or none, by one finding about the
  /// pack if more than half of the files with the same role have them, or half of the animations for a rule about them. If
  /// most of them also have the same message, those with another one stay.
  private static func joiningShared(_ findings: [Finding], _ facts: PackFacts) -> [Finding] {
    let pack = facts.source
    var files: [StickerSource.Role: [FileID]] = [:]
    var seen: Set<FilePath> = []
    for file in pack.allStickers + pack.files where seen.insert(file.shownPath).inserted {
      files[file.role, default: []].append(FileID(file))
    }
    var groups: [Key: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      guard Rule.idsOfShared.contains(finding.rule), let role = finding.subject.role else {
        continue
      }
      let isOfAnimations =
        role == .sticker && Rule.named(finding.rule)?.category == .animation
      groups[
        Key(rule: finding.rule, role: role, isOfAnimations: isOfAnimations),
        default: []
      ].append(index)
    }
    func distinctFiles(_ indices: [Int]) -> Set<FileID> {
      Set(indices.map { findings[$0].subject })
    }
    let animations = facts.stickers.filter { $0.image?.isAnimated == true }.map {
      FileID($0.source)
    }
    var joined: [Int: Finding] = [:]
    var left = Set(findings.indices)
    for (key, found) in groups {
      let all = key.isOfAnimations ? animations : files[key.role] ?? []
      let largest = Dictionary(grouping: found) { findings[$0].message }.values
        .max { $0.count < $1.count }
      let shared = [largest ?? [], found].first {
        let count = distinctFiles($0).count
        let least = key.isOfAnimations ? all.count : all.count + 1
        return count * 2 >= least && count >= fewestShared
      }
      let open = (shared ?? []).filter { findings[$0].isOpen }
      for indices in Dictionary(
        grouping: open,
        by: {
          Kind(
            severity: findings[$0].severity, isRepairable: findings[$0].isRepairable,
            fix: findings[$0].fix)
        }
      ).values
      where distinctFiles(indices).count >= fewestShared {
        left.subtract(indices)
        let without = Set(all).subtracting(distinctFiles(found))
        joined[indices[0]] = Finding(
          joining: indices.map { findings[$0] }, of: all.count,
          key.isOfAnimations ? "animation" : key.role.noun,
          without: all.filter(without.contains), in: pack)
      }
    }
    return findings.indices.compactMap { joined[$0] ?? (left.contains($0) ? findings[$0] : nil) }
  }
}

extension Finding {
  /// The largest number of files without a problem that a message names.
  private static let mostNamed = 5

  /// Joins findings of one rule and severity to one about the pack. It has the measured value that is
  /// furthest from its limit.
  ///
  /// - Parameters:
  ///   - findings: one or more.
  ///   - total: the number of files with this role in the pack, or of animations.
  ///   - noun: the word for these files.
  ///   - spared: the files with this role in which the rule found nothing.
  fileprivate init(
    joining findings: [Finding], of total: Int, _ noun: String,
    without spared: [FileID], in pack: PackSource
  ) {
    let example = findings.dropFirst().reduce(findings[0]) {
      $1.distance > $0.distance ? $1 : $0
    }
    // Icons are beside their pack.
    func name(_ file: FileID) -> String {
      (file.path.relative(to: pack.location.displayPath) ?? file.path.name).withoutStickerFolder
        .string
        .quoted
    }
    self = example
    var files: [FileID] = []
    for finding in findings where files.last != finding.subject { files.append(finding.subject) }
    others = files
    // Icons have a folder of their own, beside the pack.
    let folders = Set(files.map { $0.path.parent })
    let isOneFolder = files[0].role == .icon && folders.count == 1
    subject = FileID(isOneFolder ? files[0].path.parent : pack.location.displayPath)
    let nouns = Text.count(total, noun)
    let stickers =
      files.count == total ? "All \(nouns)" : "\(Text.number(files.count)) of \(nouns)"
    if let sharedMessage = Rule.named(rule)?.sharedMessage {
      message = sharedMessage(stickers, findings)
    } else {
      let isSame = findings.allSatisfy { $0.message == message }
      message = stickers + (isSame ? "" : ", for example \(name(example.subject))") + ": \(message)"
    }
    if 1...Self.mostNamed ~= spared.count {
      message += " Not affected: \(Text.list(spared.map(name)))."
    }
    if findings.contains(where: { $0.place != place }) { place = nil }
    if findings.contains(where: { $0.regions != regions }) { regions = [] }
  }

  /// The distance of the measured value from its limit.
  package var distance: Double {
    guard let measured, let limit else { return 0 }
    return abs(measured.value - limit.value)
  }
}

extension StickerSource.Role {
  fileprivate var noun: String {
    switch self {
    case .sticker: "sticker"
    case .frame: "frame"
    case .icon: "icon"
    case .smaller: "smaller image"
    }
  }
}
