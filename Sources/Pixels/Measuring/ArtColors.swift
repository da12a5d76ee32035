internal import Basics

/// The colors of a canvas's visible pixels, for comparing the art with any background.
package struct ArtColors: Sendable, Equatable {
  private struct Share: Equatable {
    var color: Pixel
    /// The number of pixels.
    var count: UInt32
  }

  /// Facts about art live until the report is written, so they are kept small.
  private let shares: [Share]

  /// Counts evenly spaced visible pixels of a canvas, about 128 per row and column.
  package init(of bitmap: Bitmap) {
    var counts: [UInt32: Int] = [:]
    let distance = max(1, max(bitmap.width, bitmap.height) / 128)
    let samples = bitmap.samples.span
    // Most colors occur again nearby. A slot counts one of them, without hashing it for the dictionary.
    var slots = [(color: UInt32, count: Int)](repeating: (0, 0), count: 1024)
    for y in stride(from: 0, to: bitmap.height, by: distance) {
      var index = y * bitmap.width * 4
      let end = index + bitmap.width * 4
      while index < end {
        let pixel = samples.pixelWord(at: index)
        index &+= distance &* 4
        guard pixel &>> 24 > 0 else { continue }
        // Steps of 8 codes are precise enough for `BackgroundColor`.
        let color = pixel.byteSwapped & 0xF8F8_F8F8 | 0x0404_0404
        let slot = color.slot(bits: 10)
        if slots[slot].color != color {
          if slots[slot].count > 0 { counts[slots[slot].color, default: 0] += slots[slot].count }
          slots[slot] = (color, 0)
        }
        slots[slot].count &+= 1
      }
    }
    for slot in slots where slot.count > 0 { counts[slot.color, default: 0] += slot.count }
    shares = counts.sorted { $0.key < $1.key }.map {
      Share(color: Pixel(packed: $0.key), count: UInt32($0.value))
    }
  }

  /// Returns the fraction of the visible pixels that can be told apart from an opaque background, 0
  /// to 1, as `BackgroundColor` defines it.
  package func visibleShare(on background: Pixel) -> Double {
    let background = BackgroundColor(background)
    let shown = shares.reduce(0) { background.shows($1.color) ? $0 + Int($1.count) : $0 }
    return Double(shown) / Double(max(1, shares.reduce(0) { $0 + Int($1.count) }))
  }
}
