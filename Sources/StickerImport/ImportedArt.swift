internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerFit
internal import StickerPacks

/// The art of a file or folder in a legal size, before it is encoded.
struct ImportedArt {
  var art: Artwork
  /// What was changed so far.
  private(set) var steps: [StickerChange.Step]
  /// The size of the input, in bytes.
  let byteCount: Int
  /// What the user should know about the result, as sentences in lower case without a full stop.
  var remarks: [String] = []

  /// Creates art of canvases that were scaled as they came.
  ///
  /// - Parameter source: the name of the format.
  init(
    art: Artwork, _ collection: FrameCollection, from source: String, byteCount: Int,
    _ profile: PlatformProfile
  ) throws(ImportError) {
    self.art = art
    self.byteCount = byteCount
    steps = [.imported(from: source)]
    if let size = collection.size, max(size.width, size.height) > art.side {
      steps.append(.scaled(side: art.side))
    }
    try square(profile)
  }

  /// Decodes a PNG, APNG, GIF or JPEG.
  init(
    image bytes: [UInt8], limits: DecodingLimits, _ profile: PlatformProfile
  ) throws(ImportError) {
    do throws(ImageError) {
      art = try Artwork(bytes, limits: limits)
      byteCount = bytes.count
      steps = []
      if art.format == .jpeg {
        let container = try ImageDecoder(bytes, limits: limits).container
        let (canvas, colors) = container.storable(art.animation.canvases[0], bytes)
        art = Artwork(
          CanvasAnimation(canvases: [canvas], delays: art.animation.delays), colors: colors)
        steps.append(.imported(from: "JPEG"))
      }
    } catch {
      throw ImportError(error)
    }
    let side = profile.largestSide
    if art.side > side {
      art = try Self.making { () throws(ImageError) in try art.scaled(toSide: side) }
      steps.append(.scaled(side: side))
    }
    try square(profile)
  }

  /// Returns the bytes that identify a file. A video may be larger than what can be read at once.
  static func head(_ path: FilePath) throws(ImportError) -> [UInt8] {
    do {
      return try FileReading.head(ofFileAt: path, count: 4096)
    } catch {
      throw ImportError(error)
    }
  }

  /// Returns the content of a file within the size limit.
  static func bytes(_ path: FilePath, _ limits: DecodingLimits) throws(ImportError) -> [UInt8] {
    do {
      return try FileReading.bytes(ofFileAt: path, limit: limits.fileBytes)
    } catch {
      throw ImportError(error)
    }
  }

  /// Pads the art to a square with transparency.
  private mutating func square(_ profile: PlatformProfile) throws(ImportError) {
    let side = art.side
    if art.bounds.width != art.bounds.height {
      art = try Self.making { () throws(ImageError) in
        try art.shown(art.bounds, inWidth: side, height: side)
      }
      steps.append(.squared)
    }
    let smallest = profile.smallestSide
    if side < smallest {
      remarks.append(
        "the canvas of \(side) px will be blurred: stickers have at least \(smallest) px")
    }
  }

  private static func making(
    _ make: () throws(ImageError) -> Artwork
  ) throws(ImportError) -> Artwork {
    do { return try make() } catch { throw ImportError(error) }
  }

  /// Makes the art a GIF, or a PNG or APNG.
  mutating func convert(toGIF: Bool) {
    guard toGIF != (art.format == .gif) else { return }
    let source = art.format.name
    if toGIF { art.becomeGIF() } else { art.becomePNG() }
    // From what else it came is already known.
    if steps.first.map({ if case .imported = $0 { false } else { true } }) ?? true {
      steps.insert(.imported(from: source), at: 0)
    }
  }
}
