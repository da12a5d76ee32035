internal import Basics
internal import ImageContainers
internal import StickerFit
internal import StickerLint
internal import StickerReports

/// The files that are compared with their originals on a page.
///
/// Each file becomes a part of the page while it is in memory: all of them together may not fit.
struct ComparedFiles: Sendable {
  typealias Comparison = (sticker: ComparedSticker, images: [String: PageImage])

  private let linter: Linter
  private let facts: FactIndex<[AssetFacts]>
  /// The rules whose findings in a file are suppressed or in the baseline.
  private let closed: [FileID: Set<String>]
  /// The largest images of each file, in bytes; fewer than files if the page has no room for all.
  private let ceilings: [Int]

  init(for tasks: [RepairTask], of result: LintResult, _ linter: Linter) {
    self.linter = linter
    facts = FactIndex(result.packs.flatMap(\.facts.files))
    let closed = result.packs.flatMap(\.separateFindings).filter { !$0.isOpen }
    self.closed = Dictionary(grouping: closed, by: \.subject).mapValues { Set($0.map(\.rule)) }
    let areAnimated = tasks.map { [facts] in
      facts[FileID($0.source)]?.image?.isAnimated == true
    }
    ceilings = PageImage.ceilings(for: areAnimated, versions: 2)
  }

  /// Returns what the page shows of a file; nil if it was not read.
  ///
  /// - Parameters:
  ///   - index: that of the task.
  ///   - bytes: the original.
  ///   - result: the new content, if the file was changed.
  ///   - change: the result for the file.
  func comparison(
    of task: RepairTask, at index: Int, _ bytes: [UInt8], _ result: HashedBytes?,
    _ newName: FilePath?, _ change: StickerChange
  ) -> Comparison? {
    guard change.before.canvas != nil, let asset = facts[FileID(task.source)] else {
      return nil
    }
    let before = findings(in: asset, of: task)
    var after = before
    if let result {
      var source = task.source
      if let newName { source.location.path = source.path.parent.appending(newName) }
      let asset = AssetFacts(
        source: source, bytes: result.bytes, limits: linter.limits, destination: linter.destination)
      after = findings(in: asset, of: task)
    }
    let images =
      index < ceilings.count
      ? PageImage.images(
        of: [HashedBytes(bytes)] + (result.map { [$0] } ?? []), limits: linter.limits,
        ceiling: ceilings[index]) : [:]
    let fixing = ComparedSticker.Fixing(change, before: before, after: after)
    return (ComparedSticker(change, fixing: fixing), images)
  }

  private func findings(in asset: AssetFacts, of task: RepairTask) -> [Finding] {
    let closed = closed[FileID(task.source)] ?? []
    return linter.check(asset, in: task.pack, task.layout).filter { !closed.contains($0.rule) }
  }
}
