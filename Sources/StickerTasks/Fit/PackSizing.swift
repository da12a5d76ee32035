internal import Basics
internal import ImageContainers
internal import StickerFiles
internal import StickerFit
internal import StickerPacks

/// The one size of all stickers of a pack, some of which looked best on a smaller canvas.
public struct PackSize: Sendable {
  /// The folder of the pack, as it was given.
  public var folder: String
  /// The longer side of all canvases, in pixels, before.
  public var sideBefore: Int
  /// The longer side of all canvases, in pixels, now: 618 at most.
  public var side: Int
  /// The stickers that would get a smaller canvas than before if each was fitted on its own.
  public var deciding: [Deciding]

  /// A sticker that looks best on a smaller canvas.
  public struct Deciding: Sendable {
    /// The file, as reports name it.
    public var file: String
    /// The longer side of its best canvas, in pixels.
    public var side: Int
  }
}

extension PackFitter {
  /// Plans the stickers of packs: those of a pack that has one size keep it, or get another one if some of them need it.
  ///
  /// - Returns: the packs kept at one size although some stickers would look better at another.
  mutating func plan(
    _ packs: [PackSource], _ observe: @escaping TaskObserver
  ) async throws(CancellationError) -> [PackSize] {
    var sizes: [PackSize] = []
    // A side of the user's own replaces the size classes.
    let hasClasses = fitter.options.maximumSide == nil
    for pack in packs {
      let new = pack.allStickers.filter { plans[$0.path] == nil }
      let structures = try await structures(of: new)
      let canvases = structures.map(\.canvas)
      let sizeClass = SizeClass(
        stated: pack.settings.gridSize,
        sides: canvases.compactMap { $0.map { max($0.width, $0.height) } })
      for (sticker, structure) in zip(new, structures) {
        plans[sticker.path] =
          hasClasses
          ? Plan(in: pack.settings.gridSize, sizeClass, structure.signature)
          : Plan(in: nil, nil, structure.signature)
      }
      // A file of two packs has the size of the first one.
      guard hasClasses, new.count == pack.allStickers.count,
        let sizing = PackSizing(pack, canvases, sizeClass, fitter: fitter, observe),
        let size = try await sizing.choose(adding: &plans)
      else { continue }
      if !size.deciding.isEmpty { sizes.append(size) }
    }
    return sizes
  }

  /// The formats and canvases of stickers; nil for sequences, and canvases also for what is not an image.
  private func structures(
    of stickers: [StickerSource]
  ) async throws(CancellationError) -> [(signature: FileSignature?, canvas: CanvasSize?)] {
    let limit = fitter.options.limits.fileBytes
    return try await stickers.concurrentMap(jobs: fitter.options.jobs) { sticker in
      guard sticker.sequence == nil else { return (nil, nil) }
      let path = sticker.path
      guard let bytes = try? FileReading.bytes(ofFileAt: path, limit: limit) else {
        // A video may be larger than what can be read at once.
        let head = try? FileReading.head(ofFileAt: path, count: 4096)
        return (head.map { FileSignature(of: $0) }, nil)
      }
      return (FileSignature(of: bytes), ImageContainer(bytes)?.canvas)
    }
  }
}

/// Chooses one size for the stickers of a pack that have one now: Apple's Human Interface Guidelines say "don't mix
/// sizes within a single sticker pack".
struct PackSizing {
  private let pack: PackSource
  private let stickers: [StickerSource]
  /// The longer side of all canvases, in pixels.
  private let sideBefore: Int
  private let sizeClass: SizeClass
  private let fitter: StickerFitter
  private let observe: TaskObserver

  /// The number of stickers within the limits that stand for all of them.
  private static let sample = 8

  /// - Parameter canvases: those of all stickers of the pack.
  /// - Returns: nil for a pack that cannot be scaled as a whole, or with several sizes.
  init?(
    _ pack: PackSource, _ canvases: [CanvasSize?], _ sizeClass: SizeClass, fitter: StickerFitter,
    _ observe: @escaping TaskObserver
  ) {
    guard let first = canvases.first, let canvas = first, canvases.allSatisfy({ $0 == first })
    else { return nil }
    stickers = pack.allStickers
    sideBefore = max(canvas.width, canvas.height)
    (self.pack, self.sizeClass, self.fitter, self.observe) = (pack, sizeClass, fitter, observe)
    guard stickers.count > 1, Set(stickers.map(\.path)).count == stickers.count,
      fitter.options.art.isEmpty,
      stickers.allSatisfy({ $0.sequence == nil && $0.smaller.isEmpty })
    else { return nil }
  }

  /// Chooses the size with the highest mean score of all stickers.
  ///
  /// - Parameter plans: get the size, and what is known about each sticker.
  /// - Returns: nil if no size is small enough for all.
  func choose(
    adding plans: inout [FilePath: PackFitter.Plan]
  ) async throws(CancellationError) -> PackSize? {
    let start = sideBefore > fitter.options.destination.largestSide ? sizeClass.pixels : sideBefore
    var estimates = try await estimates(of: Array(stickers.indices), on: nil)
    // Others are within the limits.
    let large = stickers.indices.filter { estimates[$0].side != nil }
    let own = large.map { estimates[$0] }
    let least = own.compactMap(\.side).min() ?? start
    let within = stickers.indices.filter { estimates[$0].side == nil }
    let step = max(1, within.count / Self.sample)
    let sample = stride(from: 0, to: within.count, by: step).map { within[$0] }
    // The score of the best size is the sum of all stickers'.
    var best: (side: Int, score: Double)?
    func isBetter(_ score: Double) -> Bool { best.map { score > $0.score } ?? true }
    for side in fitter.sides(upTo: start) where side >= least {
      var score = 100 * Double(within.count)
      if side != start {
        let scores = try await self.estimates(of: sample, on: side).map { $0.score(on: side) ?? 0 }
        score *= scores.reduce(0, +) / (100 * Double(max(1, scores.count)))
      }
      // No canvas is better for a sticker than its own.
      guard isBetter(score + own.reduce(0) { $0 + $1.bestScore }) else { continue }
      let unknown = large.filter { estimates[$0].side != side }
      for (index, found) in zip(unknown, try await self.estimates(of: unknown, on: side)) {
        estimates[index].add(found)
      }
      let scores = large.compactMap { estimates[$0].score(on: side) }
      score += scores.reduce(0, +)
      if scores.count == large.count, isBetter(score) { best = (side, score) }
    }
    guard let best else { return nil }
    let deciding = zip(large, own).compactMap { index, own in
      own.side.flatMap {
        $0 < start ? PackSize.Deciding(file: stickers[index].displayPath, side: $0) : nil
      }
    }
    for (sticker, estimates) in zip(stickers, estimates) {
      plans[sticker.path]?.side = best.side
      plans[sticker.path]?.estimates = estimates
    }
    return PackSize(
      folder: pack.displayPath, sideBefore: sideBefore, side: best.side, deciding: deciding)
  }

  /// Returns estimates of stickers on a canvas, or on those that may be the best one; none for damaged files.
  private func estimates(
    of indices: [Int], on side: Int?
  ) async throws(CancellationError) -> [SizeEstimates] {
    observe(.progress(.comparing, done: 0, total: indices.count))
    return try await indices.concurrentMap(
      jobs: fitter.options.jobs,
      progress: { [observe] in observe(.progress(.comparing, done: $0, total: $1)) }
    ) { index in
      observe(.began(file: stickers[index].path.name.string))
      guard let bytes = bytes(of: stickers[index]) else { return SizeEstimates() }
      return (try? fitter.estimates(of: HashedBytes(bytes), in: pack.settings.gridSize, on: side))
        ?? SizeEstimates()
    }
  }

  private func bytes(of sticker: StickerSource) -> [UInt8]? {
    try? FileReading.bytes(ofFileAt: sticker.path, limit: fitter.options.limits.fileBytes)
  }
}
