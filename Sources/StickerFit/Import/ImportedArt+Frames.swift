internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import StickerPacks

extension ImportedArt {
  /// Decodes the PNG and JPEG files of a folder, whose names differ in one number, as frames in the order of
  /// that number.
  ///
  /// - Parameter rate: frames per second.
  init(framesIn folder: FilePath, rate: Double, _ options: FitOptions) throws {
    let names = try Self.frameNames(in: folder)
    guard let numbering = FrameNumbering(among: names) else {
      throw ImportError("has no numbered frames, such as wave-1.png and wave-2.png")
    }
    guard numbering.others.isEmpty else {
      let shown = numbering.others.prefix(3).map { $0.quoted }.joined(separator: ", ")
      let more = numbering.others.count > 3 ? " and others" : ""
      throw ImportError(
        "also has \(shown)\(more), which differ in more than the number; move them elsewhere")
    }
    var collection = FrameCollection(options)
    var colors: ColorDescription?
    var byteCount = 0
    for name in numbering.frames {
      do {
        let bytes = try FileReading.bytes(
          ofFileAt: folder.appending(name), limit: options.limits.fileBytes)
        byteCount += bytes.count
        var decoder = try ImageDecoder(bytes, limits: options.limits)
        guard !decoder.isAnimated else { throw ImportError("is animated") }
        guard let frame = try decoder.nextFrame() else { throw ImportError("has no image") }
        let (canvas, own) = decoder.container.storable(frame.canvas, bytes)
        guard own == colors ?? own else {
          throw ImportError("has a different color profile than the first frame")
        }
        colors = own
        try collection.append(canvas)
      } catch {
        throw ImportError("\(name.quoted): \(ImportError(error))")
      }
    }
    let delays = collection.canvases.indices.map { _ in Delay(seconds: 1 / rate) }
    try self.init(
      art: Artwork(
        CanvasAnimation(canvases: collection.canvases, delays: delays),
        colors: colors ?? .init()),
      collection, from: collection.canvases.count.counted("file"), byteCount: byteCount, options)
    remarks += numbering.gaps.map {
      "the numbers of the frames jump from \($0.lowerBound) to \($0.upperBound)"
    }
  }

  private static func frameNames(in folder: FilePath) throws -> [String] {
    guard let root = folder.resolved else { throw ImportError("cannot be read") }
    return try FolderListing(of: root, within: root).entries.filter {
      $0.kind == .file && ["png", "jpg", "jpeg"].contains($0.path.fileExtension)
    }.map { $0.name }
  }
}
