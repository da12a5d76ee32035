package import ImageCodecs
internal import Pixels

/// Chooses the frames of an animation with which what is shown over the whole time differs least.
package struct FrameChoice {
  /// An animation in which some frames are shown in the time of others.
  package struct Selection {
    /// The indices of the frames that are kept, in ascending order. The first frame is always one.
    package var kept: [Int]
    /// The time for which each of them is shown.
    package var delays: [Delay]
    /// For each frame of the animation, the position in `kept` of the one that is shown in its time.
    package var timeline: [Int]

    var steps: [StickerChange.Step] {
      kept.count < timeline.count ? [.frames(kept: kept.count, of: timeline.count)] : []
    }
  }

  private let delays: [Delay]
  private let milliseconds: [Float]
  /// Small canvases, premultiplied.
  private let small: [[SIMD4<Float>]]

  /// The longer side of a small canvas, in pixels: enough to see what moves.
  private static let side = 48

  package init(of animation: CanvasAnimation) {
    delays = animation.delays
    let times = delays.map { Float($0.milliseconds) }
    milliseconds = times.allSatisfy { $0 == 0 } ? times.map { _ in 1 } : times
    small = animation.canvases.map { $0.small(side: Self.side) }
  }

  /// The numbers of frames that are tried, from all to two.
  static func counts(of frames: Int) -> [Int] {
    var counts = [frames]
    for share in [(7, 8), (3, 4), (2, 3), (1, 2), (2, 5), (1, 3), (1, 4), (1, 5), (1, 6)] {
      counts.append((frames * share.0 + share.1 - 1) / share.1)
    }
    while let last = counts.last, last > 3 { counts.append(last * 2 / 3) }
    return counts.filter { $0 >= 2 || $0 == frames }.reduce(into: []) {
      if $0.last != $1 { $0.append($1) }
    }
  }

  /// Returns the frames to keep; nil if that is impossible, or if a delay would not be an exact fraction.
  ///
  /// - Parameters:
  ///   - count: the number of frames to keep, 1 to all.
  ///   - shortest: the least delay of a frame if not all are kept, in milliseconds.
  package func selection(of count: Int, shortest: Double = 0) -> Selection? {
    let frames = small.count
    guard count < frames else {
      return Selection(
        kept: Array(0..<frames), delays: delays, timeline: Array(0..<frames))
    }
    // No frame is shown much longer than if all were.
    let longest = min(frames, 2 * (frames / count + 1) + 2)
    // For each frame, the costs of showing it in the time of those that follow.
    let costs = (0..<frames).map { first -> [Float] in
      var (sum, time): (Float, Float) = (0, 0)
      return (first..<min(frames, first + longest)).map { shown in
        if shown > first { sum += difference(first, shown) * milliseconds[shown] }
        time += milliseconds[shown]
        return time < Float(shortest) ? .infinity : sum
      }
    }
    // The least cost of the frames before each position, and the last kept one of them.
    var least = [Float](repeating: .infinity, count: frames + 1)
    least[0] = 0
    var choices: [[Int32]] = []
    for _ in 0..<count {
      var next = [Float](repeating: .infinity, count: frames + 1)
      var choice = [Int32](repeating: 0, count: frames + 1)
      for first in 0..<frames where least[first] < .infinity {
        for (length, cost) in costs[first].enumerated() {
          let end = first + length + 1
          if least[first] + cost < next[end] {
            next[end] = least[first] + cost
            choice[end] = Int32(first)
          }
        }
      }
      least = next
      choices.append(choice)
    }
    guard least[frames] < .infinity else { return nil }
    var kept: [Int] = []
    var end = frames
    for choice in choices.reversed() {
      end = Int(choice[end])
      kept.append(end)
    }
    return selection(kept.reversed())
  }

  private func selection(_ kept: [Int]) -> Selection? {
    var result = Selection(kept: kept, delays: [], timeline: [])
    for (position, first) in kept.enumerated() {
      let end = position + 1 < kept.count ? kept[position + 1] : delays.count
      let sum = delays[first..<end].dropFirst().reduce(delays[first]) { $0?.adding($1) }
      guard let sum else { return nil }
      result.delays.append(sum)
      result.timeline += repeatElement(position, count: end - first)
    }
    return result
  }

  /// The share of the time in which another frame is shown than the animation's, 0 to 1.
  func shareOfDropped(_ selection: Selection) -> Double {
    guard selection.kept.count < small.count else { return 0 }
    let kept = selection.kept.reduce(0) { $0 + milliseconds[$1] }
    return Double(1 - kept / milliseconds.reduce(0, +))
  }

  /// Returns dropped frames, each in the middle of one of `count` equal parts of them, by how much they differ from
  /// what is shown.
  func typicalDropped(_ selection: Selection, count: Int) -> [Int] {
    let dropped = selection.timeline.indices.filter {
      selection.kept[selection.timeline[$0]] != $0
    }
    let sorted = dropped.map {
      (difference(selection.kept[selection.timeline[$0]], $0), $0)
    }.sorted { $0 < $1 }
    let count = min(count, sorted.count)
    return (0..<count).map { sorted[sorted.count * (2 * $0 + 1) / (2 * count)].1 }
  }

  private func difference(_ first: Int, _ second: Int) -> Float {
    var sum = SIMD4<Float>.zero
    for (one, other) in zip(small[first], small[second]) {
      let difference = one - other
      sum += difference * difference
    }
    return sum.sum()
  }
}

extension Bitmap {
  /// The means of squares of pixels, premultiplied.
  fileprivate func small(side: Int) -> [SIMD4<Float>] {
    let step = max(1, max(width, height) / side)
    let (columns, rows) = ((width + step - 1) / step, (height + step - 1) / step)
    var sums = [SIMD4<Float>](repeating: .zero, count: columns * rows)
    let source = samples.span
    for y in 0..<height {
      for x in 0..<width {
        let pixel = source.pixel(at: (y * width + x) * 4)
        guard pixel.alpha > 0 else { continue }
        let alpha = Float(pixel.alpha)
        sums[y / step * columns + x / step] +=
          SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), 255) * alpha
      }
    }
    let factor = 1 / (255 * Float(step * step))
    return sums.map { $0 * factor }
  }
}

extension Artwork {
  /// Returns the art with some of its frames.
  func keeping(_ selection: FrameChoice.Selection) -> Artwork {
    guard selection.kept.count < animation.canvases.count else { return self }
    var result = self
    result.animation = CanvasAnimation(
      canvases: animation.canvases.selecting(selection.kept), delays: selection.delays)
    return result
  }
}
