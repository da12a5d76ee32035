internal import ImageCodecs
internal import ImageContainers

extension ImportedArt {
  /// Decodes a still or animated WebP file.
  init(webP bytes: [UInt8], _ options: FitOptions) throws {
    var decoder = try WebPDecoder(bytes, limits: options.limits)
    var collection = FrameCollection(options)
    var delays: [Delay] = []
    while let frame = try decoder.nextFrame() {
      try collection.append(frame.canvas)
      delays.append(frame.delay.storable)
    }
    try self.init(
      art: Artwork(
        CanvasAnimation(canvases: collection.canvases, delays: delays), loop: decoder.file.loop),
      collection, from: "WebP", byteCount: bytes.count, options)
  }
}
