internal import Basics
internal import ImageContainers
internal import Pixels
package import Timing

/// Encodes canvases as WebP files of different qualities.
///
/// A frame stores the part of its canvas that differs from the one before, in whichever of the possible ways is the
/// smallest.
package struct WebPEncoder {
  /// Whether this program can write and decode WebP files, which depends on the package's trait `WebP`.
  package static var isAvailable: Bool {
    #if WebP
      true
    #else
      false
    #endif
  }

  private let animation: CanvasAnimation
  private let loop: LoopCount
  /// The maximum number of frames that are encoded at the same time.
  private let jobs: Int
  /// The frames without loss; none before they were encoded.
  private var exact: [Frame] = []

  private struct Frame: Sendable {
    var area: PixelRect
    var blend: BlendOperation
    /// A still file.
    var file: [UInt8]
  }

  package init(_ animation: CanvasAnimation, loop: LoopCount, jobs: Int) {
    (self.animation, self.loop, self.jobs) = (animation, loop, jobs)
  }

  /// Returns a file. The colors of transparent pixels are lost at any quality, and alpha is kept.
  ///
  /// - Parameter quality: from 0 to 100; nil for no loss. Frames that are no larger without loss are stored without it
  ///   if that is known from before.
  package mutating func encode(quality: Int?) throws(ImageError) -> [UInt8] {
    var frames = try frames(quality: quality)
    if quality == nil { exact = frames }
    for (index, frame) in exact.enumerated() where frame.file.count <= frames[index].file.count {
      frames[index] = frame
    }
    return file(of: frames)
  }

  private func frames(quality: Int?) throws(ImageError) -> [Frame] {
    let animation = animation
    let indices = Array(animation.canvases.indices)
    return try indices.blockingMap(jobs: jobs) { index throws(ImageError) in
      var smallest: Frame?
      for draft in Self.drafts(ofFrame: index, of: animation.canvases) {
        let file = try Shim.encodeWebP(draft.pixels, quality: quality)
        guard file.count < smallest?.file.count ?? .max else { continue }
        smallest = Frame(area: draft.area, blend: draft.blend, file: file)
      }
      guard let smallest else { throw .codecFailed("there is no way to encode the frame") }
      return smallest
    }
  }

  private static func drafts(ofFrame index: Int, of canvases: CanvasList) -> [FrameDraft] {
    let canvas = canvases[index]
    guard index > 0 else { return [.replacing(canvas.bounds, of: canvas)] }
    let before = canvases[index - 1]
    var area = FrameDraft.area(of: canvas.changedArea(from: before))
    // Offsets are stored without their lowest bit.
    area = area.union(
      PixelRect(x: area.x & ~1, y: area.y & ~1, width: 1, height: 1))
    let replacing = FrameDraft.replacing(area, of: canvas)
    guard let changes = replacing.pixels.changes(over: before.cropped(to: area)) else {
      return [replacing]
    }
    return [replacing, FrameDraft(area: area, blend: .over, pixels: changes)]
  }

  private func file(of frames: [Frame]) -> [UInt8] {
    guard frames.count > 1 else { return frames[0].file }
    var (time, shown) = (0.0, 0)
    let parts = zip(frames, animation.delays).map { frame, delay in
      // Each frame begins within half a millisecond of its time.
      time += delay.milliseconds
      let length = max(0, Int(clamping: time.rounded()) - shown)
      shown += length
      let entry = FrameEntry(
        x: frame.area.x, y: frame.area.y, width: frame.area.width, height: frame.area.height,
        delay: Delay(numerator: length, denominator: 1000), dispose: .none, blend: frame.blend,
        offset: 0, byteCount: frame.file.count)
      return (entry: entry, still: frame.file)
    }
    return WebPFile.animation(of: parts, loop: loop)
  }
}
