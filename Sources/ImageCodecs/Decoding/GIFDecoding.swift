internal import Basics
internal import ImageContainers
internal import Pixels

/// Decodes the images in a parsed GIF.
struct GIFDecoding {
  let container: GIFContainer
  let bytes: [UInt8]

  /// Draws as much of a frame as its data has, clipped to the canvas, and returns what is wrong
  /// with the data.
  func draw(_ frame: GIFContainer.Frame, on canvas: inout Bitmap) -> [Defect] {
    let (width, height) = (frame.entry.width, frame.entry.height)
    let place = Place("image data", offset: frame.data.lowerBound)
    guard width > 0, height > 0 else {
      return [
        Defect(
          .corrupt, at: place, "invalid image size: \(CanvasSize(width: width, height: height))")
      ]
    }
    guard let palette = container.palette(of: frame) else {
      return [Defect(.corrupt, at: place, "missing palette")]
    }
    let codeSize = Int(bytes[frame.data.lowerBound])
    var defects: [Defect] = []
    if !(2...8).contains(codeSize) {
      defects.append(
        Defect(
          .corrupt, at: place, "invalid LZW minimum code size: expected 2 to 8, found \(codeSize)",
          measured: Quantity(codeSize, .value), limit: Quantity(8, .value)))
    }
    let decoded = LZWDecoder(bytes[frame.data], pixels: width * height)
    if let defect = Self.defect(of: decoded, at: place) { defects.append(defect) }
    if let stray = paint(decoded, frame, palette, on: &canvas) {
      let colors = palette.count / 3
      defects.append(
        Defect(
          .corrupt, at: place,
          "invalid palette index in row \((stray.row + 1).grouped): expected 0 to \(colors - 1), found \(stray.index)",
          measured: Quantity(stray.index, .value), limit: Quantity(colors - 1, .value)))
    }
    return defects
  }

  /// Returns what is wrong with image data that does not end with its last pixel.
  private static func defect(of decoded: LZWDecoder, at place: Place) -> Defect? {
    let progress = "after \(decoded.count.grouped) of \(decoded.indices.count.counted("pixel"))"
    let problem: String
    switch decoded.ending {
    // An invalid code size is a defect of its own.
    case .complete, .codeSize: return nil
    case .surplus:
      return Defect(.trailingBytes, at: place, "unexpected image data after the last pixel")
    case .endCode: problem = "unexpected LZW end code \(progress)"
    case .dataEnd: problem = "truncated image data \(progress)"
    case .unknownCode(let code, let tableSize):
      problem = "invalid LZW code \(progress): expected at most \(tableSize), found \(code)"
    }
    return Defect(
      .corrupt, at: place, problem, measured: Quantity(decoded.count, .pixels),
      limit: Quantity(decoded.indices.count, .pixels))
  }

  /// Paints the decoded indices and returns the first that is outside the palette.
  private func paint(
    _ decoded: LZWDecoder, _ frame: GIFContainer.Frame, _ palette: Range<Int>,
    on canvas: inout Bitmap
  ) -> (row: Int, index: UInt8)? {
    let entry = frame.entry
    let order = frame.interlaced ? Self.interlacedRows(entry.height) : Array(0..<entry.height)
    let colors = palette.count / 3
    let transparent = frame.transparentIndex.map(Int.init) ?? -1
    let (canvasWidth, canvasHeight) = (canvas.width, canvas.height)
    let visible = min(entry.width, max(0, canvasWidth - entry.x))
    var stray: (row: Int, index: UInt8)?
    let indices = decoded.indices.span
    let bytes = bytes.span
    var samples = canvas.samples.mutableSpan
    for row in 0..<entry.height {
      let start = row * entry.width
      guard start < decoded.count else { break }
      let y = entry.y + order[row]
      let isVisible = y < canvasHeight
      var target = (y * canvasWidth + entry.x) * 4
      for position in start..<min(start + entry.width, decoded.count) {
        let index = Int(indices[position])
        if index >= colors {
          if index != transparent, stray == nil { stray = (row, indices[position]) }
        } else if index != transparent, isVisible, position &- start < visible {
          let color = palette.lowerBound &+ index &* 3
          samples[target] = bytes[color]
          samples[target &+ 1] = bytes[color &+ 1]
          samples[target &+ 2] = bytes[color &+ 2]
          samples[target &+ 3] = 255
        }
        target &+= 4
      }
    }
    return stray
  }

  /// Returns the row of the image for each stored row of an interlaced one (GIF89a, appendix E).
  static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }
}
