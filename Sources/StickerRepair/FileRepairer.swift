package import Basics
package import ImageCodecs
internal import ImageContainers
internal import StickerFit
package import StickerLint
package import StickerPacks

/// Repairs files one by one.
///
/// Each result is decoded and linted: the findings of its repairs must be gone, and no other may appear.
/// After repairs that are safe, it must also look the same. Otherwise the repairs are tried one after the
/// other, and those that fail are left out.
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
    let original: OriginalFile
    do {
      original = try OriginalFile(task, bytes: reading(), linter)
    } catch {
      result.problems = task.repairs.map { .init(repair: $0, reason: "\(error)") }
      return result
    }
    let size = RepairedFile.Size(bytes: original.bytes.count, canvas: original.image.canvas)
    result.sizes = (size, size)
    let (candidate, problems) = best(of: original.repairs, original)
    result.problems = problems
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
    case succeeded(Candidate)
    /// The reason is part of a sentence. `opened` are the repairs of findings that appeared.
    case failed(reason: String, opened: Set<Repair>)
  }

  /// Returns the result with as many of the repairs as possible; nil for none.
  private func best(
    of wanted: [Repair], _ original: OriginalFile
  ) -> (candidate: Candidate?, problems: [RepairedFile.Problem]) {
    if case .succeeded(let candidate) = attempt(Set(wanted), original) { return (candidate, []) }
    var best: Candidate?
    var problems: [RepairedFile.Problem] = []
    for repair in wanted {
      switch attempt(Set((best?.repairs ?? []) + [repair]), original) {
      case .succeeded(let candidate): best = candidate
      case .failed(let reason, _): problems.append(.init(repair: repair, reason: reason))
      }
    }
    return (best, problems)
  }

  /// Makes repairs, and those of the findings that they open, such as a canvas that is no longer centered.
  private func attempt(_ wanted: Set<Repair>, _ original: OriginalFile) -> Attempt {
    var repairs = wanted
    while true {
      let attempt = make(repairs, original)
      guard case .failed(_, let opened) = attempt else { return attempt }
      let more = opened.subtracting(repairs).filter { $0.isSafe || allowsUnsafe }
      if more.isEmpty { return attempt }
      repairs.formUnion(more)
    }
  }

  private func make(_ set: Set<Repair>, _ original: OriginalFile) -> Attempt {
    let repairs = Repair.allCases.filter(set.contains)
    do {
      if cancellation?.isRequested == true { throw RepairError("it was interrupted") }
      let bytes = try repaired(original, by: repairs)
      let newName = set.contains(.rename) ? try newName(for: original) : nil
      var source = original.task.source
      if let newName { source.location.path = source.path.parent.appending(newName) }
      let facts = AssetFacts(source: source, bytes: bytes, limits: linter.limits)
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
        throw RepairError("the finding would remain: \(finding.message)")
      }
      let opened = left.filter { !known.contains($0.rule) }
      if let first = opened.first {
        return .failed(
          reason: "it would cause another finding, \(first.rule): \(first.message)",
          opened: Set(opened.compactMap(\.repair)))
      }
      return .succeeded(
        Candidate(repairs: repairs, bytes: bytes, newName: newName, canvas: image.canvas))
    } catch {
      return .failed(reason: "\(error)", opened: [])
    }
  }

  /// Returns the bytes of a file after repairs, which are in the order of all cases.
  private func repaired(_ original: OriginalFile, by repairs: [Repair]) throws -> [UInt8] {
    let bytes = try rewritten(original, by: repairs)
    return repairs.contains(.makeSmaller) ? try smaller(bytes, original) : bytes
  }

  private func smaller(_ bytes: [UInt8], _ original: OriginalFile) throws -> [UInt8] {
    var fitter = StickerFitter()
    fitter.limits = linter.limits
    fitter.effort = effort
    fitter.cancellation = cancellation
    // A palette would be another finding.
    fitter.allowsPalette = original.image.format != .apng
    let sticker = try fitter.fit(bytes, in: original.task.pack.gridSize)
    guard sticker.fits else { throw RepairError("no result is small enough") }
    return sticker.bytes
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
    for repair in repairs { try art.apply(repair, of: original) }
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
