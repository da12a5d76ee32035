internal import Basics
internal import ImageContainers
internal import StickerBundles
internal import StickerLint
internal import StickerManifest
internal import StickerPacks
internal import StickerPages
internal import StickerRepair
internal import StickerReports

/// The page that compares the stickers that `lint --fix` changes with their originals.
///
/// Each file becomes a part of the page while it is in memory: all of them together may not fit.
struct FixPage: Sendable {
  /// A file and its result.
  struct Comparison: Sendable {
    fileprivate var old: Manifest.Sticker
    /// Nil if the file stays as it is.
    fileprivate var new: Manifest.Sticker?
    fileprivate var fixing: FileChange.Fixing
    /// By the SHA-256 of the file.
    fileprivate var images: [String: PageImage]
  }

  private let linter: Linter
  private let facts: [String: AssetFacts]
  /// The rules whose findings in a file are suppressed or in the baseline.
  private let closed: [String: Set<String>]
  /// The largest images of each file, in bytes; fewer than files if the page has no room for all.
  private let ceilings: [Int]

  init(for tasks: [RepairTask], of result: LintResult, _ linter: Linter) {
    self.linter = linter
    facts = Dictionary(
      result.packs.flatMap(\.facts.files).map { ($0.source.displayPath, $0) },
      uniquingKeysWith: { first, _ in first })
    let closed = result.packs.flatMap(\.separateFindings).filter { !$0.isOpen }
    self.closed = Dictionary(grouping: closed, by: \.file).mapValues { Set($0.map(\.rule)) }
    let areAnimated = tasks.map { [facts] in
      facts[$0.source.displayPath]?.image?.isAnimated == true
    }
    // Two images for each file.
    let all = PageImage.ceilings(for: areAnimated.flatMap { [$0, $0] })
    ceilings = stride(from: 1, to: all.count, by: 2).map { all[$0] }
  }

  /// Returns what the page shows of a file; nil if it was not read.
  ///
  /// - Parameters:
  ///   - index: that of the task.
  ///   - bytes: the original.
  func comparison(
    of task: RepairTask, at index: Int, _ file: RepairedFile, original bytes: [UInt8]
  ) -> Comparison? {
    let name = FilePath(task.source.displayPath)
    guard let asset = facts[name.string],
      let old = Manifest.Sticker(HashedBytes(bytes), named: name.name.string)
    else { return nil }
    let result = file.bytes.map { HashedBytes($0) }
    let new = result.flatMap {
      Manifest.Sticker($0, named: (file.newName ?? name.name).string)
    }
    let before = findings(in: asset, of: task)
    let after = result.map { result in
      var source = task.source
      if let newName = file.newName {
        source.location.path = source.path.parent.appending(newName)
      }
      return findings(
        in: AssetFacts(source: source, bytes: result.bytes, limits: linter.limits), of: task)
    }
    var images: [String: PageImage] = [:]
    if index < ceilings.count {
      for version in [HashedBytes(bytes)] + (result.map { [$0] } ?? []) {
        images[version.sha256] = PageImage(
          decoding: version.bytes, limits: linter.limits, ceiling: ceilings[index])
      }
    }
    return Comparison(
      old: old, new: new,
      fixing: FileChange.Fixing(
        made: file.repairs, refused: file.problems.map { ($0.repair, $0.reason) }, before: before,
        after: after ?? before),
      images: images)
  }

  private func findings(in asset: AssetFacts, of task: RepairTask) -> [Finding] {
    let closed = closed[task.source.displayPath] ?? []
    return linter.findings(in: asset, of: task.pack).filter { !closed.contains($0.rule) }
  }

  /// The page. A file that could not be written is left out.
  static func bytes(of report: FixReport, _ purpose: FixReport.Purpose) throws -> [UInt8] {
    let shown = report.packs.map { pack in
      (pack.path, pack.entries.filter { $0.file.writeError == nil }.compactMap(\.comparison))
    }
    return try DifferencePage.html(
      of: shown.map { path, comparisons in
        (path, comparisons.enumerated().map { $1.change(at: $0 + 1) })
      },
      summary: report.summary(purpose)
        + ". Run stickerpack lint to see all findings that are left.",
      images: shown.flatMap(\.1).reduce(into: [:]) { images, comparison in
        images.merge(comparison.images) { first, _ in first }
      })
  }
}

extension FixPage.Comparison {
  fileprivate func change(at place: Int) -> FileChange {
    FileChange(
      BundleDifference.StickerChange(
        kinds: [.changed],
        versions: Versions(
          old: .init(place: place, sticker: old), new: new.map { .init(place: place, sticker: $0) })
      ),
      fixing: fixing)
  }
}
