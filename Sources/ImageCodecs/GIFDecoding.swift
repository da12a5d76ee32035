internal import ImageContainers
internal import Pixels

/// Decodes the images inside a walked GIF, each as a stand-alone GIF of its own.
struct GIFDecoding {
  let container: GIFContainer
  let bytes: [UInt8]

  /// The frame's pixels, as far as its data goes, and what is wrong with the rest.
  func bitmap(of frame: GIFContainer.Frame) -> (bitmap: Bitmap, defect: Defect?) {
    let (width, height) = (frame.entry.width, frame.entry.height)
    var bitmap = Bitmap(width: width, height: height)
    guard width > 0, height > 0 else { return (bitmap, nil) }
    let place = Place("image data", offset: frame.data.lowerBound)
    guard let palette = container.palette(of: frame) else {
      return (bitmap, Defect(.corrupt, at: place, "the frame has no palette"))
    }
    let decoded = Shim.decodeGIFIndices(alone(frame), width: width, height: height)
    let order = frame.interlaced ? Self.interlacedRows(height) : Array(0..<height)
    var stray: (row: Int, index: UInt8)?
    for row in 0..<min(decoded.rows, height) {
      let index = paint(decoded.indices, row: row, to: order[row], frame, palette, in: &bitmap)
      if let index, stray == nil { stray = (row, index) }
    }
    if let stray {
      let colors = palette.count / 3
      return (
        bitmap,
        Defect(
          .corrupt, at: place,
          "row \(stray.row + 1) uses colour \(stray.index) of a palette of \(colors)",
          measured: Quantity(stray.index, .value), limit: Quantity(colors - 1, .value))
      )
    }
    let defect = decoded.failure.map { failure in
      Defect(
        .corrupt, at: place, "row \(decoded.rows + 1) of \(height) does not decode: \(failure)",
        measured: Quantity(decoded.rows, .pixels), limit: Quantity(height, .pixels))
    }
    return (bitmap, defect)
  }

  /// Paints one row and returns the first index that the palette does not have.
  private func paint(
    _ indices: [UInt8], row: Int, to target: Int, _ frame: GIFContainer.Frame,
    _ palette: Range<Int>, in bitmap: inout Bitmap
  ) -> UInt8? {
    let width = bitmap.width
    let indices = indices.span
    let bytes = bytes.span
    var samples = bitmap.samples.mutableSpan
    var stray: UInt8?
    for x in 0..<width {
      let index = indices[row * width + x]
      let color = palette.lowerBound + Int(index) * 3
      guard index != frame.transparentIndex else { continue }
      guard color < palette.upperBound else {
        stray = stray ?? index
        continue
      }
      let position = (target * width + x) * 4
      for channel in 0..<3 { samples[position + channel] = bytes[color + channel] }
      samples[position + 3] = 255
    }
    return stray
  }

  /// A GIF of the one frame, at the origin of a screen of its own size.
  private func alone(_ frame: GIFContainer.Frame) -> [UInt8] {
    let size = [frame.entry.width, frame.entry.height].flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    var gif = Array("GIF89a".utf8) + size + [0, 0, 0]
    gif += [0x2C, 0, 0, 0, 0] + size + [0]
    gif += bytes[frame.data]
    gif.append(0x3B)
    return gif
  }

  /// Where the stored rows of an interlaced image belong (GIF89a, appendix E).
  static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }
}
