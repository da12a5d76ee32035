package import Basics
package import ImageCodecs
internal import ImageContainers
internal import StickerFit
package import StickerLint
package import StickerPacks

/// Repairs files one by one.
///
/// Each result is decoded and linted: the findings of its repairs must be gone, and no other may appear that
/// is as severe and was not in the art. After repairs that are safe, it must also look the same. Otherwise
/// the repairs are tried one after the other, and those that fail are left out.
package struct FileRepairer: Sendable {
  private let linter: Linter
  private let allowsUnsafe: Bool
  /// How much time is spent on smaller files.
  package var effort = ImageEncoder.Effort.smallest
  /// Ends the work on a file early: what it has tried until then fails.
  package var cancellation: Cancellation?

  /// Creates a repairer.
  ///
  /// - Parameters:
  ///   - linter: lints the results.
  ///   - allowsUnsafe: whether repairs may change what viewers show.
  package init(_ linter: Linter, allowsUnsafe: Bool) {
    self.linter = linter
    self.allowsUnsafe = allowsUnsafe
  }

  /// Reads and repairs a file. Writes nothing.
  package func repair(_ task: RepairTask) -> RepairedFile {
    repair(task) {
      try FileReading.bytes(ofFileAt: task.source.path, limit: linter.limits.fileBytes)
    }
  }

  /// Repairs a file that was read by a function.
  package func repair(_ task: RepairTask, reading: () throws -> [UInt8]) -> RepairedFile {
    var result = RepairedFile(source: task.source, originalHash: task.contentHash)
    result.problems = task.withheld
    guard !task.repairs.isEmpty else { return result }
    let original: OriginalFile
    do {
      original = try OriginalFile(task, bytes: reading(), linter)
    } catch {
      result.problems += task.repairs.map { .init(repair: $0, reason: "\(error)") }
      return result
    }
    let size = RepairedFile.Size(bytes: original.bytes.count, canvas: original.image.canvas)
    result.sizes = (size, size)
    let (candidate, problems) = best(of: original.repairs, original)
    result.problems += problems
    guard let candidate else { return result }
    result.repairs = candidate.repairs
    result.bytes = candidate.bytes
    result.newName = candidate.newName
    result.lists = task.pack.lists(naming: task.source)
    result.sizes?.after = .init(bytes: candidate.bytes.count, canvas: candidate.canvas)
    return result
  }

  /// A repaired file that was checked.
  private struct Candidate {
    var repairs: [Repair]
    var bytes: [UInt8]
    var newName: FilePath?
    var canvas: CanvasSize?
  }

  private enum Attempt {
    /// `opened` are the repairs of findings that appeared.
    case succeeded(Candidate, opened: Set<Repair>)
    /// The reason is part of a sentence.
    case failed(reason: String, opened: Set<Repair>)

    var opened: Set<Repair> {
      switch self {
      case .succeeded(_, let opened), .failed(_, let opened): opened
      }
    }
  }

  /// Returns the result with as many of the repairs as possible; nil for none.
  private func best(
    of wanted: [Repair], _ original: OriginalFile
  ) -> (candidate: Candidate?, problems: [RepairedFile.Problem]) {
    if case .succeeded(let candidate, _) = attempt(Set(wanted), original) {
      return (candidate, [])
    }
    var best: Candidate?
    var problems: [RepairedFile.Problem] = []
    for repair in wanted where !(best?.repairs.contains(repair) ?? false) {
      var set = Set((best?.repairs ?? []) + [repair])
      // A large canvas that is only padded is further from what is right than before.
      if repair == .padToSquare, wanted.contains(.scale) { set.insert(.scale) }
      switch attempt(set, original) {
      case .succeeded(let candidate, _): best = candidate
      case .failed(let reason, _): problems.append(.init(repair: repair, reason: reason))
      }
    }
    let made = Set(best?.repairs ?? [])
    return (best, problems.filter { !made.contains($0.repair) })
  }

  /// Makes repairs, and those of the findings that they open, such as a canvas that is no longer centered.
  private func attempt(_ wanted: Set<Repair>, _ original: OriginalFile) -> Attempt {
    var repairs = wanted
    var best = make(repairs, original)
    var latest = best
    while true {
      let more = latest.opened.subtracting(repairs).filter {
        $0.isFollowUp && ($0.isSafe || allowsUnsafe)
      }
      if more.isEmpty { return best }
      repairs.formUnion(more)
      latest = make(repairs, original)
      if case .succeeded = latest { best = latest }
    }
  }

  private func make(_ set: Set<Repair>, _ original: OriginalFile) -> Attempt {
    let repairs = Repair.allCases.filter(set.contains)
    do {
      if cancellation?.isRequested == true { throw RepairError("it was interrupted") }
      let bytes = try repaired(original, by: repairs)
      let newName = set.contains(.rename) ? try newName(for: original) : nil
      let facts = facts(about: bytes, named: newName, original)
      guard let image = facts.image, !image.defects.contains(where: \.kind.isDamage)
      else { throw RepairError("the result cannot be decoded") }
      if repairs.allSatisfy(\.isSafe),
        try Appearance(of: bytes, limits: linter.limits)
          != Appearance(of: original.bytes, limits: linter.limits)
      {
        throw RepairError("the result would look different")
      }
      let left = linter.findings(in: facts, of: original.task.pack)
      let known = Set(original.findings.map(\.rule))
      if let finding = left.first(where: { known.contains($0.rule) && $0.isCleared(by: set) }) {
        throw RepairError(
          finding.repair == .center && original.task.standsOnBaseline
            ? "it stands on the same line as most stickers of the pack"
            : "the finding would remain: \(finding.message)")
      }
      let opened = try findings(openedBy: set, in: left, original)
      let repairsOfOpened = Set(opened.compactMap(\.repair))
      let closed = original.findings.filter { $0.isCleared(by: set) }.map(\.severity).max()
      if let worst = opened.first(where: { $0.severity >= closed ?? .info }) {
        return .failed(
          reason: "it would cause another finding, \(worst.rule): \(worst.message)",
          opened: repairsOfOpened)
      }
      return .succeeded(
        Candidate(repairs: repairs, bytes: bytes, newName: newName, canvas: image.canvas),
        opened: repairsOfOpened)
    } catch {
      return .failed(reason: "\(error)", opened: [])
    }
  }

  /// Returns the findings of a result that neither the original has nor its art at the same place and scale.
  private func findings(
    openedBy set: Set<Repair>, in left: [Finding], _ original: OriginalFile
  ) throws -> [Finding] {
    let known = Set(original.findings.map(\.rule))
    let opened = left.filter { !known.contains($0.rule) }
    let placing = set.filter(\.isPlacing)
    guard !opened.isEmpty, !placing.isEmpty else { return opened }
    var inArt = left
    if set.contains(where: \.redraws) {
      let bytes = try repaired(original, by: Repair.allCases.filter(placing.contains))
      inArt = linter.findings(
        in: facts(about: bytes, named: nil, original), of: original.task.pack)
    }
    // A halo, a missing outline or a straight edge was there before.
    let rules = Set(
      inArt.map(\.rule).filter { Rule.named($0)?.category == .transparency })
    return opened.filter { !rules.contains($0.rule) }
  }

  private func facts(
    about bytes: [UInt8], named newName: FilePath?, _ original: OriginalFile
  ) -> AssetFacts {
    var source = original.task.source
    if let newName { source.location.path = source.path.parent.appending(newName) }
    return AssetFacts(source: source, bytes: bytes, limits: linter.limits)
  }

  /// Returns the bytes of a file after repairs, which are in the order of all cases.
  private func repaired(_ original: OriginalFile, by repairs: [Repair]) throws -> [UInt8] {
    let bytes = try rewritten(original, by: repairs)
    return repairs.contains(.makeSmaller) ? try smaller(bytes, original) : bytes
  }

  private func smaller(_ bytes: [UInt8], _ original: OriginalFile) throws -> [UInt8] {
    var fitter = StickerFitter()
    fitter.options.limits = linter.limits
    fitter.options.jobs = 1
    fitter.options.effort = effort
    // A palette would be another finding.
    fitter.options.allowsPalette = original.image.format != .apng
    fitter.cancellation = cancellation
    let change = try fitter.fit(HashedBytes(bytes), in: original.task.gridSize)
    guard change.fits else { throw RepairError("no result is small enough") }
    return change.content
  }

  private func rewritten(_ original: OriginalFile, by repairs: [Repair]) throws -> [UInt8] {
    var bytes = original.bytes
    if repairs.contains(.removeTrailingBytes),
      let place = original.image.defects.first(where: { $0.kind == .trailingBytes })?.place
    {
      bytes.removeSubrange(place.offset...)
    }
    // First the container: frames are only merged if their delays are valid.
    if repairs.contains(where: \.editsContainer) {
      var file = EditableFile(bytes, original.image.container)
      for repair in repairs {
        switch repair {
        case .makeStill: file.makeStill()
        // Longer ones are played as they are, at least by some viewers.
        case .raiseDelays:
          file.raiseDelays { $0 <= 10 ? original.image.format.played($0) : $0 }
        case .loopForever: file.loopForever()
        case .removeMetadata: file.removeMetadata()
        default: break
        }
      }
      bytes = file.bytes
    }
    guard repairs.contains(where: \.needsEncoding) else { return bytes }
    var art = try Artwork(bytes, limits: linter.limits)
    let drawn = art.images
    for repair in repairs { try art.apply(repair, of: original, as: drawn) }
    let encoded = try art.encoded(
      inRGB: original.task.source.role == .icon, mergingFrames: repairs.contains(.mergeFrames),
      effort: effort)
    guard case .png = original.image.container else { return encoded }
    var file = EditablePNG(encoded)
    file.keepMetadata(of: EditablePNG(bytes))
    return file.bytes
  }

  /// Returns the name with the extension of the content.
  private func newName(for original: OriginalFile) throws -> FilePath {
    let path = original.task.source.path
    let name = FilePath("\(path.stem).\(original.image.format.fileExtensions[0])")
    guard !path.parent.appending(name).exists else {
      throw RepairError("\(name) exists")
    }
    return name
  }
}

extension Repair {
  /// Whether the repair moves or scales the art and adds nothing to it.
  fileprivate var isPlacing: Bool { [.center, .scale, .padToSquare].contains(self) }

  /// Whether the repair changes what the art shows.
  fileprivate var redraws: Bool { [.removeBackground, .addOutline].contains(self) }

  /// Whether the repair is also made for findings that other repairs cause. A drawing is not: it was not asked for.
  fileprivate var isFollowUp: Bool { !redraws }

  /// Whether the repair changes pixels or how they are stored, so that they must be encoded again.
  fileprivate var needsEncoding: Bool {
    !editsContainer && ![.removeTrailingBytes, .makeSmaller, .rename].contains(self)
  }

  /// Whether the repair changes only the file around the compressed pixels.
  fileprivate var editsContainer: Bool {
    [.makeStill, .raiseDelays, .loopForever, .removeMetadata].contains(self)
  }
}

extension Finding {
  fileprivate func isCleared(by repairs: Set<Repair>) -> Bool {
    repair.map(repairs.contains) ?? false
  }
}

extension Linter {
  /// The open findings in a file of a pack whose other files are not read.
  package func findings(in facts: AssetFacts, of pack: PackSource) -> [Finding] {
    let file = facts.source.displayPath
    return check(PackFacts(source: pack, assets: [facts])).separateFindings.filter {
      $0.isOpen && ($0.file == file || $0.related.contains(file))
    }
  }
}
