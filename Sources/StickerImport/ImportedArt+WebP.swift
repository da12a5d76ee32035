internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerFit

extension ImportedArt {
  /// Decodes a still or animated WebP file with dwebp, which decodes stills: each frame is passed to it as a
  /// file of its own, and composited here.
  init(webP bytes: [UInt8], _ options: FitOptions) throws {
    let file = try WebPFile(bytes)
    _ = try file.canvas?.checked(options.limits)
    let convert = file.profile.flatMap { ICCProfile($0).conversionToSRGB }
    var collection = FrameCollection(options)
    func add(_ canvas: Bitmap) throws {
      try collection.append(convert?(canvas) ?? canvas)
    }
    var delays: [Delay] = []
    if let canvas = file.canvas, !file.frames.isEmpty {
      var compositor = FrameCompositor(width: canvas.width, height: canvas.height)
      for frame in file.frames {
        let entry = frame.entry
        let image = try Self.decode(WebPFile.still(frame, of: bytes), options.limits)
        let (shown, _) = compositor.show(entry) { canvas in
          switch entry.blend {
          case .source: canvas.replace(with: image, x: entry.x, y: entry.y)
          case .over: canvas.blend(image, x: entry.x, y: entry.y)
          }
        }
        try add(shown)
        delays.append(entry.delay.storable)
      }
    } else {
      try add(Self.decode(bytes, options.limits))
      delays = [.zero]
    }
    try self.init(
      art: Artwork(
        CanvasAnimation(canvases: collection.canvases, delays: delays), loop: file.loop),
      collection, from: "WebP", byteCount: bytes.count, options)
  }

  private static func decode(_ file: [UInt8], _ limits: DecodingLimits) throws -> Bitmap {
    var stream = PAMStream(limits: limits)
    var image: Bitmap?
    // Without -nodither, dwebp adds noise to strongly compressed art.
    try OptionalProgram.dwebp.run(
      ["-quiet", "-nodither", "-pam", "-o", "-", "--", "-"], input: file
    ) { part in
      image = try stream.images(appending: part).first ?? image
    }
    guard let image else { throw ImportError("dwebp cannot decode it") }
    return image
  }
}
