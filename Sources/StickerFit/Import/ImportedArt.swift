internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import StickerPacks

/// The art of a file or folder in a legal size, before it is encoded.
struct ImportedArt {
  var art: Artwork
  /// The changes so far.
  private(set) var steps: [StickerChange.Step]
  /// The input, if it is an image that is decoded without other programs.
  private(set) var file: [UInt8]?
  /// The size of the input, in bytes.
  let byteCount: Int
  /// Remarks about the result for the user, as sentences in lower case without a full stop.
  var remarks: [String] = []

  /// Creates art of canvases that were scaled as they came.
  ///
  /// - Parameter source: the name of the format.
  init(
    art: Artwork, _ collection: FrameCollection, from source: String, byteCount: Int,
    _ options: FitOptions
  ) throws(ImageError) {
    self.art = art
    self.byteCount = byteCount
    steps = [.imported(from: source)]
    if let size = collection.size, max(size.width, size.height) > art.side {
      steps.append(.scaled(side: art.side))
    }
    try square(options.destination)
  }

  /// Decodes a PNG, APNG, GIF or JPEG.
  init(image bytes: [UInt8], _ options: FitOptions) throws(ImageError) {
    art = try Artwork(bytes, limits: options.limits)
    (file, byteCount, steps) = (bytes, bytes.count, [])
    if art.format == .jpeg {
      let container = try ImageDecoder(bytes, limits: options.limits).container
      let (canvas, colors) = container.storable(art.animation.canvases[0], bytes)
      art = Artwork(
        CanvasAnimation(canvases: [canvas], delays: art.animation.delays), colors: colors)
      steps.append(.imported(from: "JPEG"))
    }
    let side = options.destination.largestSide
    if art.side > side {
      art = try art.scaled(toSide: side)
      steps.append(.scaled(side: side))
    }
    try square(options.destination)
  }

  /// Pads the art to a square with transparency.
  private mutating func square(_ destination: Destination) throws(ImageError) {
    let side = art.side
    if art.bounds.width != art.bounds.height {
      art = try art.shown(art.bounds, inWidth: side, height: side)
      steps.append(.squared)
    }
    let smallest = destination.smallestSide
    if side < smallest {
      remarks.append(
        "the canvas of \(side) px will be blurred: stickers have at least \(smallest) px")
    }
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
