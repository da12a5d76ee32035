internal import Basics
internal import ImageContainers
internal import Pixels

/// Chooses what each frame of an APNG stores, and what happens to it afterwards.
///
/// A frame is drawn over one of three canvases: the previous one, that one with its frame's area cleared,
/// or what was there before that frame. Which ones are possible depends on all choices before, so several
/// series of choices are followed from frame to frame, the cheapest of each canvas.
struct FramePlanner {
  /// A frame and what happened to the one before it.
  struct Step {
    /// The dispose operation of the previous frame.
    var disposal: DisposeOperation
    /// The ways to store the frame, all of one area.
    var drafts: [FrameDraft]
  }

  /// The choices for the frames so far.
  private struct Path {
    var steps: [Step]
    /// The estimated size of all frames, in bytes.
    var cost: Int
    /// The canvas before the last frame was drawn.
    var base: Bitmap

    var area: PixelRect { steps[steps.count - 1].drafts[0].area }
  }

  /// A canvas over which the next frame can be drawn.
  private struct Base {
    var path: Path
    var disposal: DisposeOperation
    var canvas: Bitmap
  }

  /// The number of paths that are followed, which limits time and memory.
  private static let width = 4

  let canvases: [Bitmap]
  let layout: PNGLayout
  let compression: QuickCompression
  /// The maximum number of frames that are compressed at the same time.
  let jobs: Int

  /// Returns a step for each canvas, and the estimated size of all of them in bytes.
  func plan() throws(ImageError) -> (steps: [Step], cost: Int) {
    let first = FrameDraft(area: canvases[0].bounds, blend: .source, pixels: canvases[0])
    var paths = [
      Path(
        steps: [Step(disposal: .none, drafts: [first])],
        cost: try compression.smallest([layout.rows(of: first.pixels)]).byteCount,
        base: Bitmap(width: canvases[0].width, height: canvases[0].height))
    ]
    for index in canvases.indices.dropFirst() {
      let bases = bases(of: paths, before: index)
      let found = bases.blockingMap(jobs: jobs) { base in
        Result { () throws(ImageError) in try extended(by: index, over: base) }
      }
      paths = []
      for result in found { paths += try result.get() }
      paths.sort { $0.cost < $1.cost }
      paths.removeLast(max(0, paths.count - Self.width))
    }
    return (paths[0].steps, paths[0].cost)
  }

  /// The different canvases over which a frame can be drawn, each at the lowest cost.
  private func bases(of paths: [Path], before index: Int) -> [Base] {
    let shown = canvases[index - 1]
    var bases = [Base(path: paths[0], disposal: .none, canvas: shown)]
    func add(_ disposal: DisposeOperation, _ canvas: Bitmap, _ path: Path) {
      guard !bases.contains(where: { $0.canvas == canvas }) else { return }
      bases.append(Base(path: path, disposal: disposal, canvas: canvas))
    }
    for path in paths {
      var cleared = shown
      cleared.clear(path.area)
      add(.background, cleared, path)
      // Viewers treat the first frame's as .background (PNG Third Edition, 11.3.6.2).
      if index > 1 { add(.previous, path.base, path) }
    }
    return bases
  }

  /// The path of a base with the next frame, in each of its possible areas.
  private func extended(by index: Int, over base: Base) throws(ImageError) -> [Path] {
    let canvas = canvases[index]
    // A larger area can make more of the canvas transparent for the next frame.
    let vanishing =
      index + 1 < canvases.count ? canvas.areaVanishing(in: canvases[index + 1]) : nil
    var choices = [FrameDraft.drafts(of: canvas, over: base.canvas, layout)]
    if let vanishing {
      let larger = FrameDraft.drafts(of: canvas, over: base.canvas, layout, in: vanishing)
      if larger[0].area != choices[0][0].area { choices.append(larger) }
    }
    return try choices.map { drafts throws(ImageError) in
      let sizes = try drafts.map { draft throws(ImageError) in
        try compression.smallest([layout.rows(of: draft.pixels)]).byteCount
      }
      let least = sizes.min() ?? 0
      // Only drafts that may be the smallest at the highest level.
      let promising = zip(drafts, sizes).filter { $1 <= least + least / 20 }.map(\.0)
      return Path(
        steps: base.path.steps + [Step(disposal: base.disposal, drafts: promising)],
        cost: base.path.cost + least, base: base.canvas)
    }
  }
}
