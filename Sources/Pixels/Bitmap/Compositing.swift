extension Bitmap {
  /// Sets `area` to transparent black, clipped to the bitmap.
  package mutating func clear(_ area: PixelRect) {
    guard let area = area.intersection(bounds) else { return }
    let width = width
    var target = samples.mutableSpan
    for y in area.y..<area.y + area.height {
      let start = (y * width + area.x) * 4
      for sample in start..<start + area.width * 4 { target[sample] = 0 }
    }
  }

  /// Replaces the pixels at a position with `source`, including alpha, clipped to the bitmap.
  package mutating func replace(with source: Bitmap, x: Int, y: Int) {
    let placed = PixelRect(x: x, y: y, width: source.width, height: source.height)
    guard placed != bounds else {
      self = source
      return
    }
    guard let area = placed.intersection(bounds) else { return }
    let width = width
    var target = samples.mutableSpan
    let origin = source.samples.span
    for y in area.y..<area.y + area.height {
      let to = (y * width + area.x) * 4
      let from = ((y - placed.y) * source.width + area.x - x) * 4
      for sample in 0..<area.width * 4 { target[to + sample] = origin[from + sample] }
    }
  }

  /// Composites `source` over the pixels at a position, clipped to the bitmap.
  ///
  /// The Porter-Duff over operator for straight alpha, rounded to nearest (PNG Third Edition,
  /// 13.16).
  package mutating func blend(_ source: Bitmap, x: Int, y: Int) {
    let placed = PixelRect(x: x, y: y, width: source.width, height: source.height)
    guard let area = placed.intersection(bounds) else { return }
    let width = width
    var target = samples.mutableSpan
    let origin = source.samples.span
    for row in area.y..<area.y + area.height {
      var to = (row * width + area.x) * 4
      var from = ((row - y) * source.width + area.x - x) * 4
      let end = from + area.width * 4
      while from < end {
        // Most pixels are transparent or opaque, and so are their neighbors.
        if from + 8 <= end {
          let pair = origin.pixelPair(at: from)
          let alpha = pair & pairAlphaMask
          if alpha == 0 || alpha == pairAlphaMask {
            if alpha != 0 { target.storePixelPair(pair, at: to) }
            to += 8
            from += 8
            continue
          }
        }
        let alpha = Int(origin[from + 3])
        if alpha == 255 || alpha > 0 && target[to + 3] == 0 {
          for channel in 0..<4 { target[to + channel] = origin[from + channel] }
        } else if alpha > 0 {
          let weight = alpha * 255
          let kept = Int(target[to + 3]) * (255 - alpha)
          let total = weight + kept
          for channel in 0..<3 {
            let sum = Int(origin[from + channel]) * weight + Int(target[to + channel]) * kept
            target[to + channel] = UInt8((sum + total / 2) / total)
          }
          target[to + 3] = UInt8((total + 127) / 255)
        }
        to += 4
        from += 4
      }
    }
  }

  /// Returns the bounds of the pixels that differ from `other`, which must have the same size.
  /// Fully transparent pixels are equal, regardless of their color.
  package func changedArea(from other: Bitmap) -> PixelRect? {
    precondition(width == other.width && height == other.height, "the sizes differ")
    let mine = samples.span
    let theirs = other.samples.span
    return PixelRect(inWidth: width, height: height) { place in
      let index = place * 4
      return mine[index + 3] != theirs[index + 3]
        || mine[index + 3] != 0
          && (mine[index] != theirs[index] || mine[index + 1] != theirs[index + 1]
            || mine[index + 2] != theirs[index + 2])
    }
  }

  /// Returns the bounds of the pixels that are visible here but not in `next`, of the same size.
  package func areaVanishing(in next: Bitmap) -> PixelRect? {
    let mine = samples.span
    let theirs = next.samples.span
    return PixelRect(inWidth: width, height: height) {
      mine[$0 * 4 + 3] != 0 && theirs[$0 * 4 + 3] == 0
    }
  }
}
