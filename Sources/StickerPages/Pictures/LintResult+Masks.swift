internal import Basics
internal import ImageCodecs
package import ImageContainers
internal import Pixels
package import StickerLint
internal import StickerReports

extension LintResult {
  /// The largest number of runs of a mask. A mask of the largest stickers rarely needs 5,000.
  private static let mostRunsOfMask = 20_000

  /// Reads the files of findings again, and measures the pixels of their regions.
  ///
  /// Regions of a file that has changed, or of frames that cannot be decoded, have no mask.
  ///
  /// - Parameters:
  ///   - mostRuns: the largest number of runs of all masks together. Each may have an equal share, and at
  ///     most 20,000.
  ///   - jobs: the number of images to read at the same time.
  package func masks(
    mostRuns: Int = .max, limits: DecodingLimits, jobs: Int
  ) async throws(CancellationError) -> FindingMasks {
    let files = packs.flatMap(\.measuredFiles)
    let count = max(1, files.reduce(0) { $0 + $1.regions.count })
    let most = max(2, min(Self.mostRunsOfMask, mostRuns / count))
    let masks = try await files.concurrentMap(jobs: jobs) {
      $0.facts.masks(of: $0.regions, mostRuns: most, limits: limits)
    }
    return FindingMasks(
      zip(files, masks).map { ($0.facts.source.displayPath, $1) },
      uniquingKeysWith: { first, _ in first })
  }
}

extension LintedPack {
  /// The files with regions whose pixels were measured.
  fileprivate var measuredFiles: [(facts: AssetFacts, regions: [FindingRegion])] {
    var regions = Dictionary(grouping: separateFindings, by: \.file)
      .mapValues { $0.flatMap(\.regions).filter { $0.pixels != nil } }
    return (facts.shownStickers.map(\.facts) + facts.files).compactMap { facts in
      regions.removeValue(forKey: facts.source.displayPath)
        .flatMap { $0.isEmpty ? nil : (facts, $0) }
    }
  }
}

extension AssetFacts {
  /// Measures the pixels of regions.
  fileprivate func masks(
    of regions: [FindingRegion], mostRuns: Int, limits: DecodingLimits
  ) -> [FindingRegion: PixelMask] {
    guard let file = readAgain(limits: limits),
      var decoder = try? ImageDecoder(file.bytes, limits: limits)
    else { return [:] }
    var waiting = Dictionary(grouping: regions) { ($0.frame ?? 1) - 1 }
    var masks: [FindingRegion: PixelMask] = [:]
    var defects: [Defect] = []
    while !waiting.isEmpty, let frame = decoder.nextFrame(collecting: &defects) {
      for region in waiting.removeValue(forKey: frame.index) ?? [] {
        masks[region] = region.pixels.map {
          PixelMask(of: $0, in: frame.canvas, mostRuns: mostRuns)
        }
      }
    }
    return masks
  }
}
