package import Basics
package import ImageCodecs
internal import ImageContainers
internal import StickerFit
internal import StickerPacks

/// Repairs files one by one.
///
/// Each result is decoded and linted: the findings of its repairs must be gone, and no other may appear that
/// is as severe and was not in the art. After repairs that are safe, it must also look the same. Otherwise
/// the repairs are tried one after the other, and those that fail are left out.
package struct FileRepairer: Sendable {
  private let linter: Linter
  private let allowsUnsafe: Bool
  /// The effort spent on smaller files.
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
    repair(task) { () throws(FileError) in
      try FileReading.bytes(ofFileAt: task.source.path, limit: linter.limits.fileBytes)
    }
  }

  /// Repairs a file that was read by a function.
  package func repair(
    _ task: RepairTask, reading: () throws(FileError) -> [UInt8]
  ) -> RepairedFile {
    var result = RepairedFile(source: task.source, originalHash: task.contentHash ?? "")
    result.problems = task.withheld
    guard !task.repairs.isEmpty else { return result }
    let original: OriginalFile
    do throws(RepairError) {
      if task.contentHash == nil {
        try result.edit(HashedBytes(RepairError.reporting(reading)), task.repairs)
        return result
      }
      original = try OriginalFile(task, bytes: RepairError.reporting(reading), linter)
    } catch {
      result.problems += task.repairs.map { .init(repair: $0, reason: error.description) }
      return result
    }
    let (candidate, problems) = best(of: original.repairs, original)
    result.problems += problems
    // Without a repair that is possible, nothing changes.
    guard let candidate, candidate.bytes != original.bytes || candidate.newName != nil
    else { return result }
    result.repairs = candidate.repairs
    result.bytes = candidate.bytes
    result.newName = candidate.newName
    result.remarks = candidate.remarks
    result.lists = task.pack.lists(naming: task.source)
    return result
  }

  /// A repaired file that was checked.
  private struct Candidate {
    var repairs: [Repair]
    var bytes: [UInt8]
    var newName: FilePath?
    var remarks: [String]
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
      if repair.stage == .shape { set.formUnion(wanted.filter { $0.stage == .scale }) }
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
        // A drawing was not asked for.
        !$0.stage.redraws && ($0.isSafe || allowsUnsafe)
      }
      if more.isEmpty { return best }
      repairs.formUnion(more)
      latest = make(repairs, original)
      if case .succeeded = latest { best = latest }
    }
  }

  private func make(_ set: Set<Repair>, _ original: OriginalFile) -> Attempt {
    let repairs = Repair.all.filter(set.contains)
    do throws(RepairError) {
      if cancellation?.isRequested == true { throw RepairError("it was interrupted") }
      let (bytes, remarks) = try repaired(original, by: repairs)
      var newName: FilePath?
      for case .name(let name) in repairs.map({ $0.work }) {
        newName = try name(context(of: original))
      }
      let facts = facts(about: bytes, named: newName, original)
      guard let image = facts.image, !image.defects.contains(where: { $0.kind.isDamage })
      else { throw RepairError("the result cannot be decoded") }
      if repairs.allSatisfy({ $0.isSafe }),
        try appearance(of: bytes) != appearance(of: original.bytes)
      {
        throw RepairError("the result would look different")
      }
      if set.contains(where: { $0.stage.redraws }),
        let harm = image.harm(comparedWith: original.image)
      {
        throw RepairError(harm)
      }
      let left = linter.check(facts, in: original.task.pack, original.task.layout)
      let known = Set(original.findings.map { $0.rule })
      if let finding = left.first(where: { known.contains($0.rule) && $0.isCleared(by: set) }) {
        throw RepairError(
          "the finding would remain: \(finding.message)")
      }
      let opened = try findings(openedBy: set, in: left, original)
      let repairsOfOpened = Set(opened.compactMap { $0.repair })
      let closed = original.findings.filter { $0.isCleared(by: set) }.map { $0.severity }.max()
      if let worst = opened.first(where: { $0.severity >= closed ?? .info }) {
        return .failed(
          reason: "it would cause another finding, \(worst.rule): \(worst.message)",
          opened: repairsOfOpened)
      }
      return .succeeded(
        Candidate(repairs: repairs, bytes: bytes, newName: newName, remarks: remarks),
        opened: repairsOfOpened)
    } catch {
      return .failed(reason: error.description, opened: [])
    }
  }

  private func appearance(of bytes: [UInt8]) throws(RepairError) -> Appearance {
    try RepairError.reporting { () throws(ImageError) in
      try Appearance(of: bytes, limits: linter.limits)
    }
  }

  /// Returns the findings of a result that neither the original has nor its art at the same place and scale.
  private func findings(
    openedBy set: Set<Repair>, in left: [Finding], _ original: OriginalFile
  ) throws(RepairError) -> [Finding] {
    let known = Set(original.findings.map { $0.rule })
    let opened = left.filter { !known.contains($0.rule) }
    let placing = set.filter { $0.stage.isPlacing }
    guard !opened.isEmpty, !placing.isEmpty else { return opened }
    var inArt = left
    if set.contains(where: { $0.stage.redraws }) {
      let bytes = try repaired(original, by: Repair.all.filter(placing.contains)).bytes
      inArt = linter.check(
        facts(about: bytes, named: nil, original), in: original.task.pack, original.task.layout)
    }
    // A halo, a missing outline or a straight edge was there before.
    let rules = Set(
      inArt.map { $0.rule }.filter { Rule.named($0)?.category == .transparency })
    return opened.filter { !rules.contains($0.rule) }
  }

  private func facts(
    about bytes: [UInt8], named newName: FilePath?, _ original: OriginalFile
  ) -> AssetFacts {
    var source = original.task.source
    if let newName { source.location.path = source.path.parent.appending(newName) }
    return AssetFacts(
      source: source, bytes: bytes, limits: linter.limits, destination: linter.destination)
  }

  /// Returns the bytes of a file after repairs, which are in their order, and what is worth knowing about them.
  private func repaired(
    _ original: OriginalFile, by repairs: [Repair]
  ) throws(RepairError) -> (bytes: [UInt8], remarks: [String]) {
    var remarks: [String] = []
    var context = context(of: original)
    var bytes = original.bytes
    for case .container(let edit) in repairs.map({ $0.work }) { bytes = edit(bytes, context) }
    if let padded = try padded(bytes, by: repairs, context) {
      bytes = padded
    } else if repairs.contains(where: { $0.work.needsEncoding }) {
      var art = try RepairError.reporting { () throws(ImageError) in
        try Artwork(bytes, limits: linter.limits)
      }
      context.images = art.images
      var optimizer = LosslessOptimizer()
      optimizer.effort = effort
      optimizer.mergesFrames = false
      for repair in repairs {
        switch repair.work {
        case .pixels(let change): try change(&art, context)
        case .padding(let change):
          let bounds = art.bounds
          let size = try change(.init(clampingWidth: bounds.width, height: bounds.height), context)
          art = try RepairError.reporting { () throws(ImageError) in
            try art.shown(bounds, inWidth: size.width, height: size.height)
          }
        case .encoding(let change): change(&optimizer)
        case .container, .file, .name, .contents: break
        }
      }
      remarks = art.remarks
      let encoded = try RepairError.reporting { () throws(ImageError) in
        try art.encoded(inRGB: original.task.source.role == .icon, with: optimizer)
      }
      bytes = ImageContainer.keepingMetadata(of: bytes, in: encoded)
    }
    for case .file(let change) in repairs.map({ $0.work }) { bytes = try change(bytes, context) }
    return (bytes, remarks)
  }

  /// Returns a GIF whose pixels stay as they are on a larger canvas; nil for other files and repairs.
  private func padded(
    _ bytes: [UInt8], by repairs: [Repair], _ context: Repair.Context
  ) throws(RepairError) -> [UInt8]? {
    guard FileSignature(of: bytes) == .gif, var size = ImageContainer(bytes)?.canvas else {
      return nil
    }
    let canvas = size
    for repair in repairs where repair.work.needsEncoding {
      guard case .padding(let change) = repair.work else { return nil }
      size = try change(size, context)
    }
    return size == canvas ? nil : ImageEncoder.gif(padding: bytes, to: size)
  }

  private func context(of original: OriginalFile) -> Repair.Context {
    var fitter = StickerFitter()
    fitter.options.destination = linter.destination
    fitter.options.limits = linter.limits
    fitter.options.jobs = 1
    fitter.options.effort = effort
    fitter.cancellation = cancellation
    let task = original.task
    return Repair.Context(
      task.source, original.bytes, original.image, sizeClass: task.sizeClass,
      layout: task.layout, fitter)
  }
}

extension Repair.Work {
  fileprivate var needsEncoding: Bool {
    switch self {
    case .pixels, .padding, .encoding: true
    case .container, .file, .name, .contents: false
    }
  }
}

extension Finding {
  fileprivate func isCleared(by repairs: Set<Repair>) -> Bool {
    repair.map(repairs.contains) ?? false
  }
}
