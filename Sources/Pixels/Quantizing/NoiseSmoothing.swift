extension Bitmap {
  /// Returns the bitmap without weak noise, such as the dithering of a GIF: each pixel becomes the mean of those
  /// of its neighbors, up to 2 px away, that differ little from it. Edges, weak ones of flat areas too, and translucent
  /// pixels stay as they are.
  ///
  /// - Parameter difference: the largest difference of a neighbor in each channel, in codes.
  package func smoothed(upTo difference: UInt8) -> Bitmap {
    guard difference > 0 else { return self }
    let edges = WeakEdges(in: self, upTo: Float(difference))
    return smoothed(upTo: Int32(difference), edges, alongRows: true)
      .smoothed(upTo: Int32(difference), edges, alongRows: false)
  }

  private func smoothed(upTo difference: Int32, _ edges: WeakEdges, alongRows: Bool) -> Bitmap {
    let (step, length) = alongRows ? (4, width) : (width * 4, height)
    var result = self
    let source = samples.span
    var target = result.samples.mutableSpan
    let usual = SIMD4<Int32>(repeating: difference)
    for index in stride(from: 0, to: source.count, by: 4) {
      let word = source.pixelWord(at: index)
      guard word >= 0xFF00_0000 else { continue }
      let place = alongRows ? index / 4 % width : index / step
      // Most pixels of drawings are in flat areas.
      if place >= 2, place + 2 < length, source.pixelWord(at: index - step) == word,
        source.pixelWord(at: index + step) == word, source.pixelWord(at: index - 2 * step) == word,
        source.pixelWord(at: index + 2 * step) == word
      {
        continue
      }
      let limit = edges.codes(of: word).map { SIMD4<Int32>(repeating: $0) } ?? usual
      let center = Self.channels(word)
      var sum = center
      var count: Int32 = 1
      for offset in -2...2 where offset != 0 && place + offset >= 0 && place + offset < length {
        let neighbor = source.pixelWord(at: index + offset * step)
        if neighbor == word {
          sum &+= center
          count &+= 1
          continue
        }
        guard neighbor >= 0xFF00_0000 else { continue }
        let channels = Self.channels(neighbor)
        let distance = channels &- center
        guard all(distance .<= limit), all(distance .>= 0 &- limit) else { continue }
        sum &+= channels
        count &+= 1
      }
      guard count > 1 else { continue }
      let factor = Self.reciprocals[Int(count)]
      let mean = (sum &* factor &+ 0x8000) &>> 16
      target.storePixelWord(
        UInt32(truncatingIfNeeded: mean.x) | UInt32(truncatingIfNeeded: mean.y) << 8
          | UInt32(truncatingIfNeeded: mean.z) << 16 | 0xFF00_0000, at: index)
    }
    return result
  }

  /// 65,536 divided by a number of neighbors.
  private static let reciprocals: [Int32] = [0, 65536, 32768, 21845, 16384, 13107]

  @inline(__always)
  private static func channels(_ word: UInt32) -> SIMD4<Int32> {
    SIMD4(
      Int32(truncatingIfNeeded: word & 0xFF), Int32(truncatingIfNeeded: word >> 8 & 0xFF),
      Int32(truncatingIfNeeded: word >> 16 & 0xFF), 0)
  }
}
