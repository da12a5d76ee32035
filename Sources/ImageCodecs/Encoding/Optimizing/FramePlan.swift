internal import ImageContainers
internal import Pixels

/// The area and operations of each frame of an APNG.
///
/// The pixels follow from the canvases, so they are made again when they are needed: those of all frames and
/// of several plans would take many times the memory of the canvases.
struct FramePlan {
  /// A frame and what happened to the one before it.
  struct Step {
    /// The dispose operation of the previous frame.
    var disposal: DisposeOperation
    var area: PixelRect
    /// The blend operations that may give the smallest frame.
    var blends: [BlendOperation]
  }

  /// A step for each canvas so far.
  var steps: [Step]
  /// The estimated size of all frames, in bytes.
  var cost: Int

  /// The canvas over which the frame at an index above 0 is drawn.
  func base(ofFrame index: Int, of canvases: CanvasList) -> Bitmap {
    var index = index
    // The canvas below the previous frame; never used for the second frame.
    while steps[index].disposal == .previous { index -= 1 }
    var base = canvases[index - 1]
    if steps[index].disposal == .background { base.clear(steps[index - 1].area) }
    return base
  }

  /// Returns the ways to store the frame at an index, all of one area.
  func drafts(
    ofFrame index: Int, of canvases: CanvasList, _ layout: PNGLayout
  ) -> [FrameDraft] {
    let step = steps[index]
    guard step.blends.contains(.over) else {
      return [.replacing(step.area, of: canvases[index])]
    }
    let base = base(ofFrame: index, of: canvases)
    return FrameDraft.drafts(of: canvases[index], over: base, layout, in: step.area)
      .filter { step.blends.contains($0.blend) }
  }
}
