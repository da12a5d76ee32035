extension PixelSet {
  var count: Int {
    // Without a check for overflow, the sum is vectorized.
    isMember.reduce(0) { $0 &+ ($1 ? 1 : 0) }
  }

  /// The bounds of the pixels in the set; nil if it is empty.
  var bounds: PixelRect? { PixelRect(inWidth: width, height: height) { isMember[$0] } }

  /// The pixels that are not in the set.
  var others: PixelSet { PixelSet(like: self) { !isMember[$0] } }

  /// Returns the pixels that are in this set and for which a predicate holds.
  func filter(_ isIncluded: (Int) -> Bool) -> PixelSet {
    PixelSet(like: self) { isMember[$0] && isIncluded($0) }
  }

  /// The places along the four edges of the canvas, each once.
  var ring: [Int] { PixelRect(x: 0, y: 0, width: width, height: height).edges(inWidth: width) }

  var corners: [Int] { [0, width - 1, (height - 1) * width, width * height - 1] }

  /// Returns the part of the set that is connected to some places by sides of pixels.
  func connected(to places: some Sequence<Int>) -> PixelSet {
    var reached = PixelSet(width: width, height: height)
    var isOpen = isMember
    // Flood fill by runs instead of pixels keeps the stack small.
    var waiting = Array(places)
    while let place = waiting.popLast() {
      guard isOpen[place] else { continue }
      let row = place / width * width
      var left = place
      while left > row, isOpen[left - 1] { left -= 1 }
      var right = place + 1
      while right < row + width, isOpen[right] { right += 1 }
      for inside in left..<right {
        isOpen[inside] = false
        reached.insert(inside)
      }
      for offset in [-width, width] where isOpen.indices.contains(left + offset) {
        var wasOpen = false
        for next in left + offset..<right + offset {
          if isOpen[next], !wasOpen { waiting.append(next) }
          wasOpen = isOpen[next]
        }
      }
    }
    return reached
  }

  /// The connected parts of the set, each with its places; the first is not the largest.
  var parts: [[Int]] {
    var isReached = [Bool](repeating: false, count: isMember.count)
    var parts: [[Int]] = []
    for start in isMember.indices where isMember[start] && !isReached[start] {
      isReached[start] = true
      var part = [start]
      var next = 0
      while next < part.count {
        let (y, x) = part[next].quotientAndRemainder(dividingBy: width)
        next += 1
        for row in max(0, y - 1)...min(height - 1, y + 1) {
          for column in max(0, x - 1)...min(width - 1, x + 1) {
            let neighbor = row * width + column
            guard isMember[neighbor], !isReached[neighbor] else { continue }
            isReached[neighbor] = true
            part.append(neighbor)
          }
        }
      }
      parts.append(part)
    }
    return parts
  }

  /// The distance of each pixel from the nearest one of the set, in pixels; infinite if it is empty.
  ///
  /// Source: Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012: the lower
  /// envelope of parabolas, along rows and then along columns.
  var distances: [Float] {
    var squares = isMember.map { $0 ? 0 : Float.infinity }
    var envelope = ParabolaEnvelope(capacity: max(width, height))
    for y in 0..<height { envelope.transform(&squares, from: y * width, step: 1, count: width) }
    for x in 0..<width { envelope.transform(&squares, from: x, step: width, count: height) }
    for place in squares.indices { squares[place].formSquareRoot() }
    return squares
  }

  /// Returns the pixels whose distance from the set is at most a number of pixels.
  func grown(by distance: Float) -> PixelSet {
    let distances = distances
    return PixelSet(like: self) { distances[$0] <= distance }
  }

  /// Returns the pixels whose distance from all others is more than a number of pixels. What is outside of
  /// the canvas takes nothing away.
  func shrunk(by distance: Float) -> PixelSet {
    let outside = others.distances
    return PixelSet(like: self) { outside[$0] > distance }
  }
}

/// The lower envelope of parabolas, with room for those of one line.
private struct ParabolaEnvelope {
  private var line: [Float]
  private var centers: [Int]
  /// The place where each parabola begins.
  private var starts: [Float]

  init(capacity: Int) {
    line = [Float](repeating: 0, count: capacity)
    centers = [Int](repeating: 0, count: capacity)
    starts = [Float](repeating: 0, count: capacity)
  }

  mutating func transform(_ values: inout [Float], from start: Int, step: Int, count: Int) {
    for place in 0..<count { line[place] = values[start + place * step] }
    var last = -1
    for center in 0..<count where line[center] < .infinity {
      var begin = -Float.infinity
      while last >= 0 {
        let rise =
          line[center] - line[centers[last]]
          + Float((center - centers[last]) * (center + centers[last]))
        begin = rise / Float(2 * (center - centers[last]))
        guard begin <= starts[last] else { break }
        last -= 1
        begin = -.infinity
      }
      last += 1
      (centers[last], starts[last]) = (center, begin)
    }
    guard last >= 0 else { return }
    var current = 0
    for place in 0..<count {
      while current < last, starts[current + 1] < Float(place) { current += 1 }
      let distance = Float(place - centers[current])
      values[start + place * step] = distance * distance + line[centers[current]]
    }
  }
}
