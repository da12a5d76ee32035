internal import Basics
internal import ImageContainers
package import Pixels
package import Timing

/// Encodes images in as few bytes as possible, with exactly the same canvases and timing.
///
/// The color of fully transparent pixels is not kept. Each file is decoded again and compared before it
/// is returned, except with the effort `quick`, which is for estimates: it stores each frame over the
/// previous one, in the layout of the fewest bits.
package struct LosslessOptimizer: Sendable {
  package var effort = ImageEncoder.Effort.smallest
  /// Whether files may have a palette or a transparent color, which some players of animations display
  /// incorrectly.
  package var allowsPalette = true
  /// Whether a file that is not described as gray may be.
  package var allowsGray = true
  /// Whether repeated frames of an animation become one with the sum of their delays.
  package var mergesFrames = true
  /// The maximum number of candidates that are compressed at the same time, each of which takes as much
  /// memory as a canvas.
  package var jobs = 1

  package init() {}

  /// Encodes a still image. Throws as `ImageEncoder.png` does.
  package func png(
    _ bitmap: Bitmap, colors: ColorDescription = .init()
  ) throws(ImageError) -> [UInt8] {
    try PNGEncoding.checkSize(of: bitmap)
    var cleared = bitmap
    cleared.clearHiddenColor()
    let layouts = ColorSurvey(of: [cleared]).layouts(
      isAnimated: false, colors, allowsPalette: allowsPalette, allowsGray: allowsGray)
    if effort == .quick {
      return try PNGEncoding.still(cleared, layout: layouts[layouts.count - 1], colors)
    }
    var ways = layouts.map { (layout: $0, image: cleared) }
    if effort == .maximum {
      for case .indexed(let palette) in layouts {
        ways += palette.otherOrders(for: cleared).map { (.indexed($0), cleared) }
      }
      // Colors that go on where nothing is visible can take fewer bytes than an edge.
      if cleared != bitmap, case .rgba = layouts[0] { ways.append((.rgba, bitmap)) }
    }
    let candidates = ways.map {
      ThoroughCompression.Candidate(
        rows: $0.layout.rows(of: $0.image), overhead: $0.layout.chunks.count)
    }
    let choice = try ThoroughCompression(effort).smallest(candidates, jobs: jobs)
    let (layout, image) = ways[choice.index]
    let file = PNGEncoding.still(choice.data, image, layout, colors)
    try check(file, is: CanvasAnimation(canvases: [image], delays: [.zero]))
    return file
  }

  /// Encodes an animation. Parameters and errors are those of `ImageEncoder.apng`.
  package func apng(
    _ animation: CanvasAnimation, loop: LoopCount, hiddenImage: Bitmap? = nil,
    colors: ColorDescription = .init()
  ) throws(ImageError) -> [UInt8] {
    try PNGEncoding.checkSize(of: animation.canvases[0])
    var animation = animation
    animation.canvases = animation.canvases.withoutHiddenColor()
    var hiddenImage = hiddenImage
    hiddenImage?.clearHiddenColor()
    if mergesFrames { animation.mergeRepeatedFrames() }
    var survey = ColorSurvey(of: animation.canvases)
    if let hiddenImage { survey.add(hiddenImage) }
    let layouts = survey.layouts(
      isAnimated: true, colors, allowsPalette: allowsPalette, allowsGray: allowsGray)
    if effort == .quick {
      return try PNGEncoding.animation(
        animation, layout: layouts[layouts.count - 1], loop: loop, hiddenImage: hiddenImage,
        colors,
        jobs: jobs)
    }
    var plans: [(layout: PNGLayout, plan: FramePlan)] = []
    for (layout, compression) in try promising(layouts, for: animation.canvases) {
      var plan = try FramePlanner(
        canvases: animation.canvases, layout: layout, compression: compression,
        width: effort == .maximum ? 16 : 4, jobs: jobs
      ).plan()
      plan.cost += layout.chunks.count
      plans.append((layout, plan))
    }
    plans.sort { $0.plan.cost < $1.plan.cost }
    let (layout, plan) = plans[0]
    let file = PNGEncoding.file(
      try frames(of: animation, plan, layout), of: animation.canvases[0], loop: loop,
      hiddenImage: try hiddenImage.map { image throws(ImageError) in
        try ThoroughCompression(effort).smallest([.init(rows: layout.rows(of: image))], jobs: jobs)
          .data
      }, layout, colors)
    // Estimates are a few bytes off, which matters in tiny files.
    var smallest = file
    for layout in smallest.count < 4096 ? [nil, layout] : [] {
      let quick = try PNGEncoding.animation(
        animation, layout: layout, loop: loop, hiddenImage: hiddenImage, colors, jobs: jobs)
      if quick.count < smallest.count { smallest = quick }
    }
    try check(smallest, is: animation, loop: loop, hiddenImage: hiddenImage)
    return smallest
  }

  /// Returns the layouts in which canvases like the first one take at most a tenth more than in the best
  /// layout: a plan takes long.
  private func promising(
    _ layouts: [PNGLayout], for canvases: CanvasList
  ) throws(ImageError) -> [(layout: PNGLayout, compression: QuickCompression)] {
    let estimates = try layouts.map { layout throws(ImageError) in
      let rows = layout.rows(of: canvases[0])
      let compression = try QuickCompression(of: rows)
      let size =
        try compression.smallest([rows]).byteCount * canvases.count + layout.chunks.count
      return (layout: layout, compression: compression, size: size)
    }
    let least = estimates.map { $0.size }.min() ?? 0
    return estimates.filter { $0.size <= least + least / 10 }.map { ($0.layout, $0.compression) }
  }

  private func frames(
    of animation: CanvasAnimation, _ plan: FramePlan, _ layout: PNGLayout
  ) throws(ImageError) -> [PNGEncoding.Frame] {
    let compression = ThoroughCompression(effort)
    let steps = plan.steps
    return try Array(steps.indices).blockingMap(jobs: jobs) { index throws(ImageError) in
      let drafts = plan.drafts(ofFrame: index, of: animation.canvases, layout)
      let choice = try compression.smallest(
        drafts.map { .init(rows: layout.rows(of: $0.pixels)) }, jobs: 1)
      return PNGEncoding.Frame(
        area: drafts[0].area, delay: animation.delays[index],
        dispose: index + 1 < steps.count ? steps[index + 1].disposal : .none,
        blend: drafts[choice.index].blend, data: choice.data)
    }
  }

  /// Throws if a file does not show exactly the animation, of which a still image is one canvas.
  func check(
    _ file: [UInt8], is animation: CanvasAnimation, loop: LoopCount? = nil,
    hiddenImage: Bitmap? = nil
  ) throws(ImageError) {
    var limits = DecodingLimits()
    (limits.fileBytes, limits.pixels, limits.frames, limits.decodedBytes) = (.max, .max, .max, .max)
    var decoder = try ImageDecoder(file, limits: limits)
    var index = 0
    while let frame = try decoder.nextFrame() {
      guard index < animation.canvases.count,
        frame.canvas.changedArea(from: animation.canvases[index]) == nil
      else { throw .codecFailed("the optimized frame \(index + 1) differs from the original") }
      index += 1
    }
    let hidden = try decoder.hiddenImage()
    var isSame = index == animation.canvases.count && (hidden == nil) == (hiddenImage == nil)
    if let hidden, let hiddenImage {
      isSame = isSame && hidden.changedArea(from: hiddenImage) == nil
    }
    if let loop {
      isSame =
        isSame
        && decoder.container.frameTable.map { $0.delay } == animation.delays.map { $0.storable }
        && decoder.loop?.plays == loop.plays
    }
    guard isSame else { throw .codecFailed("the optimized animation differs from the original") }
  }
}

extension CanvasAnimation {
  /// Merges equal canvases in succession into one that is shown as long as all of them.
  fileprivate mutating func mergeRepeatedFrames() {
    var kept: [(index: Int, delay: Delay)] = []
    var last: Bitmap?
    for (index, canvas) in canvases.enumerated() {
      let delay = delays[index]
      if canvas == last, let before = kept.last?.delay, before.isExact, delay.isExact,
        let sum = before.adding(delay)
      {
        kept[kept.count - 1].delay = sum
      } else {
        kept.append((index, delay))
      }
      last = canvas
    }
    guard kept.count < canvases.count else { return }
    self = CanvasAnimation(
      canvases: canvases.selecting(kept.map { $0.index }), delays: kept.map { $0.delay })
  }
}

extension Delay {
  /// Viewers replace delays of up to 10 ms with longer ones, so the sum of two is not their time.
  fileprivate var isExact: Bool { Delay(numerator: 1, denominator: 100) < self }
}
