internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
package import StickerLint
internal import StickerPacks

/// The pictures of a lint's stickers for pages and sheets. Each image is read and decoded once more for all of them.
///
/// A file is not drawn if it has changed since the lint.
package struct StickerPictures: Sendable {
  /// A kind of picture to draw.
  package enum Part: Sendable {
    /// The pixels of findings' regions.
    ///
    /// - Parameter mostRuns: the largest number of runs of all masks together. Each may have an equal
    ///   share, and at most 20,000.
    case masks(mostRuns: Int = .max)
    /// The stickers for a page that can be mailed. If there are too many, those with findings have precedence.
    ///
    /// - Parameter known: images of an earlier page, which are used again where they fit.
    case images(known: [String: PageImage] = [:])
    /// The stickers of a contact sheet.
    case sheet
  }

  /// The masks of regions. Frames that cannot be decoded have none.
  package private(set) var masks: FindingMasks = [:]
  /// The images by the SHA-256 of their files.
  package private(set) var images: [String: PageImage]
  private var drawings: [String: DrawnImage] = [:]

  /// The largest number of runs of a mask. A mask of the largest stickers rarely needs 5,000.
  private static let mostRunsOfMask = 20_000

  /// Creates the pictures from what was drawn.
  ///
  /// - Parameter drawn: the drawing of each order.
  init(_ plan: Plan, _ drawn: [DrawnImage]) {
    images = plan.known
    for (order, drawing) in zip(plan.orders, drawn) {
      images[order.sha256] = images[order.sha256] ?? drawing.image
      drawings[order.sha256] = drawing
    }
    for (asset, _) in plan.measured {
      masks[FileID(asset.source)] = asset.contentHash.flatMap { drawings[$0]?.masks }
    }
  }

  /// The canvas that shows most of a sticker's art, scaled down for a sheet; nil if it shows nothing.
  func still(of asset: AssetFacts) -> Bitmap? {
    asset.contentHash.flatMap { drawings[$0]?.still }
  }
}

// MARK: Plan

extension StickerPictures {
  /// The pictures to draw.
  struct Plan {
    /// Each image once.
    private(set) var orders: [Order] = []
    /// The files whose regions are drawn as masks.
    private(set) var measured: [(asset: AssetFacts, regions: [FindingRegion])] = []
    /// The images of an earlier page that are used again, by SHA-256.
    private(set) var known: [String: PageImage] = [:]

    init(_ result: LintResult, _ parts: [Part]) {
      var indices: [String: Int] = [:]
      func order(_ asset: AssetFacts, _ change: (inout Order) -> Void) {
        guard asset.image != nil, let hash = asset.contentHash else { return }
        let index = indices[hash] ?? orders.count
        if index == orders.count { orders.append(Order(asset, sha256: hash)) }
        indices[hash] = index
        change(&orders[index])
      }
      for part in parts {
        switch part {
        case .masks(let mostRuns):
          measured = result.packs.flatMap { $0.measuredFiles }
          let share = mostRuns / max(1, measured.reduce(0) { $0 + $1.regions.count })
          for (asset, regions) in measured {
            order(asset) {
              $0.regions.formUnion(regions)
              $0.mostRuns = max(2, min(mostRunsOfMask, share))
            }
          }
        case .images(let known):
          let shown = Self.stickersOfPage(result.packs)
          let ceilings = PageImage.ceilings(for: shown.map { $0.image?.isAnimated == true })
          for (asset, ceiling) in zip(shown, ceilings) {
            if let hash = asset.contentHash, let image = known[hash], image.byteCount <= ceiling {
              self.known[hash] = image
            } else {
              order(asset) { $0.ceiling = ceiling }
            }
          }
        case .sheet:
          for entry in ContactSheet.packs(of: result).flatMap({ $0.entries }) {
            order(entry.asset) { $0.isOnSheet = true }
          }
        }
      }
    }

    /// The stickers of a page, each image once: those with findings, then the others.
    private static func stickersOfPage(_ packs: [LintedPack]) -> [AssetFacts] {
      let found = Set(packs.flatMap { $0.separateFindings }.map { $0.subject })
      var seen: Set<String> = []
      let shown = packs.flatMap { $0.facts.shownStickers }.filter { _, facts in
        facts.image != nil && facts.contentHash.map { seen.insert($0).inserted } ?? false
      }
      return
        (shown.filter { found.contains(FileID($0.source)) }
        + shown.filter { !found.contains(FileID($0.source)) }).map { $0.facts }
    }
  }
}

extension LintedPack {
  /// The files with regions whose pixels were measured.
  fileprivate var measuredFiles: [(asset: AssetFacts, regions: [FindingRegion])] {
    var regions = Dictionary(grouping: separateFindings) { $0.subject }
      .mapValues { $0.flatMap { $0.regions }.filter { $0.pixels != nil } }
    return (facts.stickers + facts.files).compactMap { asset in
      regions.removeValue(forKey: FileID(asset.source))
        .flatMap { $0.isEmpty ? nil : (asset, $0) }
    }
  }
}

// MARK: One image

/// The drawings to make from one image.
struct Order: Sendable {
  let asset: AssetFacts
  let sha256: String
  var regions: Set<FindingRegion> = []
  var mostRuns = 2
  /// The size of the largest image for a page, in bytes.
  var ceiling: Int?
  var isOnSheet = false

  init(_ asset: AssetFacts, sha256: String) { (self.asset, self.sha256) = (asset, sha256) }
}

/// The drawings from one image.
struct DrawnImage: Sendable {
  var masks: [FindingRegion: PixelMask] = [:]
  var image: PageImage?
  var still: Bitmap?

  /// Decodes an image as far as it is needed.
  init(_ order: Order, limits: DecodingLimits, _ destination: Destination) {
    guard let file = order.asset.readAgain(limits: limits),
      var decoder = try? ImageDecoder(file.bytes, limits: limits)
    else { return }
    var waiting = Dictionary(grouping: order.regions) { ($0.frame ?? 1) - 1 }
    var page = order.ceiling.map {
      PageImage.Canvases(ofBytes: file.bytes.count, ceiling: $0)
    }
    var isWithoutStill = order.isOnSheet
    var defects: [Defect] = []
    while !waiting.isEmpty || page != nil || isWithoutStill,
      let frame = decoder.nextFrame(collecting: &defects)
    {
      for region in waiting.removeValue(forKey: frame.index) ?? [] {
        masks[region] = region.pixels.map {
          PixelMask(of: $0, in: frame.canvas, mostRuns: order.mostRuns)
        }
      }
      page?.add(frame.canvas, of: decoder)
      if isWithoutStill {
        still = frame.canvas
        isWithoutStill = frame.index < order.asset.image?.picture?.frame ?? 0
      }
    }
    image = page?.image(of: decoder, playedOn: destination)
    still = still.map { canvas in
      let scale = Double(ContactSheet.pictureSide) / Double(max(canvas.width, canvas.height))
      return Resampler(shrinking: canvas, by: scale)?.resample(canvas) ?? canvas
    }
  }
}

extension Resampler {
  /// Creates a resampler that scales canvases of the size of one by a factor; nil if that does not make them
  /// smaller.
  init?(shrinking canvas: Bitmap, by factor: Double) {
    let width = max(1, Int(clamping: Double(canvas.width) * factor))
    let height = max(1, Int(clamping: Double(canvas.height) * factor))
    guard width < canvas.width || height < canvas.height else { return nil }
    self.init(fromWidth: canvas.width, fromHeight: canvas.height, toWidth: width, toHeight: height)
  }
}

extension AssetFacts {
  /// Reads the image again; nil if it cannot be read or has changed since it was linted.
  fileprivate func readAgain(limits: DecodingLimits) -> HashedBytes? {
    let image = keptImage ?? (try? StickerFiles(reading: source, limits: limits).image())
    return image?.sha256 == contentHash ? image : nil
  }
}
