package import Basics
package import ImageContainers
package import StickerFiles
internal import StickerManifest

extension PageImage {
  /// Reads both versions of the changed stickers of two bundles.
  ///
  /// - Parameters:
  ///   - jobs: the number of stickers to read at the same time.
  ///   - progress: called after each sticker with the number of finished stickers and the total.
  /// - Returns: the images by SHA-256.
  package static func images(
    of difference: BundleDifference, in bundles: [BundledPacks], limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(CancellationError) -> [String: PageImage] {
    let stored = BundledImages(of: bundles)
    var seen: Set<String> = []
    let pairs = difference.packs.flatMap { $0.stickers }.map { change in
      let versions = [change.versions.old, change.versions.new].compactMap { $0?.sticker }
        .filter { seen.insert($0.scales[0].sha256).inserted }
      return Pair(isAnimated: versions.contains { $0.animated }) {
        versions.compactMap { stored.image($0.scales[0].sha256, limit: limits.fileBytes) }
      }
    }
    return try await images(pairs, limits: limits, jobs: jobs, progress: progress)
  }

  /// Two versions of a sticker.
  package struct Pair: Sendable {
    /// Whether one of them is an animation.
    let isAnimated: Bool
    /// Leaves out a version that is missing or not needed.
    let read: @Sendable () -> [HashedBytes]

    /// Creates a pair.
    package init(isAnimated: Bool, read: @escaping @Sendable () -> [HashedBytes]) {
      self.isAnimated = isAnimated
      self.read = read
    }
  }

  /// Reads both versions of stickers. If there are too many, the first ones have precedence.
  ///
  /// - Parameters:
  ///   - others: the size of the other images of the page, in bytes.
  ///   - jobs: the number of stickers to read at the same time.
  ///   - progress: called after each sticker with the number of finished stickers and the total.
  /// - Returns: the images by SHA-256.
  package static func images(
    _ pairs: [Pair], besides others: Int = 0, limits: DecodingLimits, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void
  ) async throws(CancellationError) -> [String: PageImage] {
    let ceilings = Self.ceilings(for: pairs.map({ $0.isAnimated }), versions: 2, besides: others)
    let images = try await Array(zip(pairs, ceilings)).concurrentMap(
      jobs: jobs, progress: progress
    ) { Self.images(of: $0.read(), limits: limits, ceiling: $1) }
    return Dictionary(firstOf: images.joined().map { ($0.key, $0.value) })
  }
}
