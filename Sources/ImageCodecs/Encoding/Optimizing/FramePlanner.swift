internal import Basics
internal import ImageContainers
internal import Pixels

/// Chooses what each frame of an APNG stores, and what happens to it afterwards.
///
/// A frame is drawn over one of three canvases: the previous one, that one with its frame's area cleared,
/// or the canvas before that frame. Which ones are possible depends on all choices before, so several
/// plans are followed from frame to frame, the cheapest of each canvas.
struct FramePlanner {
  /// A canvas over which the next frame can be drawn.
  private struct Base {
    /// The choices that lead to it.
    var plan: FramePlan
    var disposal: DisposeOperation
    var canvas: Bitmap
  }

  let canvases: CanvasList
  let layout: PNGLayout
  let compression: QuickCompression
  /// The number of plans that are followed, which limits time and memory.
  let width: Int
  /// The maximum number of frames that are compressed at the same time.
  let jobs: Int

  /// Returns the cheapest plan that was found.
  func plan() throws(ImageError) -> FramePlan {
    let first = FramePlan.Step(disposal: .none, area: canvases[0].bounds, blends: [.source])
    var plans = [
      FramePlan(steps: [first], cost: try size(of: .replacing(first.area, of: canvases[0])))
    ]
    for index in canvases.indices.dropFirst() {
      plans = try extended(by: index, over: bases(of: plans, before: index))
      plans.sort { $0.cost < $1.cost }
      plans.removeLast(max(0, plans.count - width))
    }
    return plans[0]
  }

  /// The different canvases over which a frame can be drawn, each at the lowest cost.
  private func bases(of plans: [FramePlan], before index: Int) -> [Base] {
    let shown = canvases[index - 1]
    var bases = [Base(plan: plans[0], disposal: .none, canvas: shown)]
    func add(_ disposal: DisposeOperation, _ canvas: Bitmap, _ plan: FramePlan) {
      guard !bases.contains(where: { $0.canvas == canvas }) else { return }
      bases.append(Base(plan: plan, disposal: disposal, canvas: canvas))
    }
    for plan in plans {
      var cleared = shown
      cleared.clear(plan.steps[index - 1].area)
      add(.background, cleared, plan)
      // Viewers treat the first frame's as .background (PNG Third Edition, 11.3.6.2).
      if index > 1 { add(.previous, plan.base(ofFrame: index - 1, of: canvases), plan) }
    }
    return bases
  }

  /// The plans of the bases with the next frame, in each of its possible areas.
  private func extended(by index: Int, over bases: [Base]) throws(ImageError) -> [FramePlan] {
    let canvas = canvases[index]
    // A larger area can make more of the canvas transparent for the next frame.
    let vanishing =
      index + 1 < canvases.count ? canvas.areaVanishing(in: canvases[index + 1]) : nil
    let choices = bases.flatMap { base in
      let changed = canvas.changedArea(from: base.canvas)
      let area = FrameDraft.area(of: changed)
      let larger = FrameDraft.area(of: changed, and: vanishing)
      return (area == larger ? [area] : [area, larger]).map { (base: base, area: $0) }
    }
    // All pixels of an area are the same over each base.
    let areas = Array(Set(choices.map { $0.area }))
    let sizes = try areas.blockingMap(jobs: jobs) { area throws(ImageError) in
      try size(of: .replacing(area, of: canvas))
    }
    let replacing = Dictionary(uniqueKeysWithValues: zip(areas, sizes))
    return try choices.blockingMap(jobs: jobs) { base, area throws(ImageError) in
      var sizes = [(blend: BlendOperation.source, size: replacing[area] ?? .max)]
      if let changes = FrameDraft.changing(area, of: canvas, over: base.canvas, layout) {
        sizes.append((.over, try size(of: changes)))
      }
      let least = sizes.map { $0.size }.min() ?? 0
      // Only operations that may give the smallest frame at the highest level.
      let promising = sizes.filter { $0.size <= least + least / 20 }.map { $0.blend }
      var plan = base.plan
      plan.steps.append(.init(disposal: base.disposal, area: area, blends: promising))
      plan.cost += least
      return plan
    }
  }

  /// The estimated size of a frame in bytes.
  private func size(of draft: FrameDraft) throws(ImageError) -> Int {
    try compression.smallest([layout.rows(of: draft.pixels)]).byteCount
  }
}
