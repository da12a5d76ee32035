package import Basics
package import ImageCodecs
package import ImageContainers
package import StickerFit
package import StickerPacks

/// A change of a file that clears the findings of a rule. A rule's file holds its repair, and
/// `SharedRepairs.swift` those of several rules.
package struct Repair: Sendable {
  /// The part that a repair changes. Repairs are made in the order of the cases, and those of one case in the order
  /// of their rules.
  package enum Stage: CaseIterable, Sendable {
    // The file around its compressed pixels. First, because frames are only merged if their delays are
    // valid.
    case timing, metadata, end
    // Pixels.
    case colors, background, position, scale
    /// After scaling: the square of a long canvas may be larger than any that can be decoded.
    case shape
    case outline, flattening, frames, hiddenColor
    /// The storage of pixels.
    case storage
    // The whole file, which other repairs can make too large.
    case size, name
    /// The `Contents.json` of an icon set.
    case contents

    /// Whether the art is moved or scaled, and nothing is added to it.
    package var isPlacing: Bool { [.position, .scale, .shape].contains(self) }
    /// Whether what the art shows is changed.
    package var redraws: Bool { [.background, .outline].contains(self) }
  }

  /// The content that a repair may change.
  package enum Safety: String, Sendable {
    /// No visible pixel, no delay and no loop. Such a repair is made without being asked for it.
    case safe
    /// Content that viewers show.
    case unsafe
  }

  /// A function that makes a repair.
  package enum Work: Sendable {
    /// Edits the file around its compressed pixels.
    case container(@Sendable ([UInt8], Context) -> [UInt8])
    /// Changes pixels. Then they are encoded again.
    case pixels(@Sendable (inout Artwork, Context) throws(RepairError) -> Void)
    /// Centers the canvas on one that is not smaller. The pixels of a GIF are only encoded again if that is necessary.
    case padding(@Sendable (CanvasSize, Context) throws(RepairError) -> CanvasSize)
    /// Changes how pixels are encoded again.
    case encoding(@Sendable (inout LosslessOptimizer) -> Void)
    /// Changes the whole file.
    case file(@Sendable ([UInt8], Context) throws(RepairError) -> [UInt8])
    /// Returns a new name.
    case name(@Sendable (Context) throws(RepairError) -> FilePath)
    /// Edits the `Contents.json` of an icon set; nil if there is nothing to edit.
    case contents(@Sendable ([UInt8]) -> [UInt8]?)
  }

  /// A file before all repairs.
  package struct Context: Sendable {
    /// The file's place in its pack.
    let source: StickerSource
    let bytes: [UInt8]
    let image: ImageFacts
    /// The images; none before the first repair of pixels.
    package var images = CanvasList()
    /// The size class to which the art is scaled.
    let sizeClass: SizeClass
    /// The layout that the stickers of the pack have in common.
    let layout: PackLayout
    /// The fitter that makes a file small enough for its destination.
    let fitter: StickerFitter

    package init(
      _ source: StickerSource, _ bytes: [UInt8], _ image: ImageFacts, sizeClass: SizeClass,
      layout: PackLayout, _ fitter: StickerFitter
    ) {
      (self.source, self.bytes, self.image, self.fitter) = (source, bytes, image, fitter)
      (self.sizeClass, self.layout) = (sizeClass, layout)
    }

    /// The destination whose requirements apply.
    var destination: Destination { fitter.options.destination }
  }

  /// The change, as an imperative without a full stop. Each repair has another one.
  package let summary: String
  package let safety: Safety
  package let stage: Stage
  package let work: Work
  private let canRepair: @Sendable (ImageFacts) -> Bool
  private let isLikely: @Sendable (ImageFacts, PackLayout) -> Bool

  /// - Parameters:
  ///   - canRepair: whether the format of an image without damage can store the result.
  ///   - isLikely: whether nothing that a lint knows about the image and its pack is a reason against it.
  init(
    _ summary: String, _ safety: Safety, _ stage: Stage,
    canRepair: @escaping @Sendable (ImageFacts) -> Bool = { _ in true },
    isLikely: @escaping @Sendable (ImageFacts, PackLayout) -> Bool = { _, _ in true },
    _ work: Work
  ) {
    self.summary = summary
    self.safety = safety
    self.stage = stage
    #if hasFeature(Embedded)
      // A web page makes safe repairs only, and without the others' work its engine is smaller.
      self.work =
        safety == .safe
        ? work
        : .pixels { _, _ throws(RepairError) in
          throw RepairError("a web page makes safe fixes only")
        }
    #else
      self.work = work
    #endif
    self.canRepair = canRepair
    self.isLikely = isLikely
  }

  /// Whether it is made without being asked for it.
  package var isSafe: Bool { safety == .safe }

  /// Whether the repair can be tried: the file is not damaged, its format can store the result, its role is not a
  /// guess, and it is not one of several images that must match.
  package func isPossible(for file: AssetFacts) -> Bool {
    guard let image = file.image, file.source.sequence == nil, !file.source.isPresumed,
      !image.defects.contains(where: { $0.kind.isDamage }),
      file.source.smaller.isEmpty || !stage.isPlacing && !stage.redraws
    else { return false }
    return canRepair(image)
  }

  /// Whether reports promise the repair: it is possible, and nothing that a lint knows is against it.
  func isPromised(for file: AssetFacts, in layout: PackLayout) -> Bool {
    isPossible(for: file) && file.image.map { isLikely($0, layout) } ?? false
  }

  /// The repairs by the ids of their rules.
  package static let ofRules = Dictionary(
    uniqueKeysWithValues: Rule.all.compactMap { rule in rule.repair.map { (rule.id, $0) } })

  /// The repairs of all rules, in the order in which they are made.
  package static let all: [Repair] = {
    var seen: Set<Repair> = []
    let repairs = Rule.all.compactMap { $0.repair }.filter { seen.insert($0).inserted }
    return Stage.allCases.flatMap { stage in repairs.filter { $0.stage == stage } }
  }()
}

extension Repair: Hashable {
  package static func == (one: Repair, other: Repair) -> Bool { one.summary == other.summary }
  package func hash(into hasher: inout Hasher) { hasher.combine(summary) }
}

/// The reason a file cannot be repaired.
package struct RepairError: Error, CustomStringConvertible {
  /// The reason, as part of a sentence.
  package let description: String

  package init(_ reason: String) { description = reason }

  /// Returns the result of a step, whose error becomes the reason.
  package static func reporting<Result, Failure: CustomStringConvertible>(
    _ step: () throws(Failure) -> Result
  ) throws(RepairError) -> Result {
    do { return try step() } catch { throw RepairError(error.description) }
  }
}

extension ImageFacts {
  /// Whether pixels can be transparent, as those around moved art are.
  var storesTransparency: Bool { format != .jpeg }
}
