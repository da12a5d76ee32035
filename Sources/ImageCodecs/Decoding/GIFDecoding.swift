internal import Basics
internal import ImageContainers
internal import Pixels

/// Decodes the images in a parsed GIF.
struct GIFDecoding {
  let container: GIFContainer
  let bytes: [UInt8]
  /// Whether giflib decodes complete images.
  let usesReference: Bool

  /// Draws as much of a frame as its data has, clipped to the canvas, and returns what is wrong
  /// with the data.
  func draw(_ frame: GIFContainer.Frame, on canvas: inout Bitmap) -> [Defect] {
    let (width, height) = (frame.entry.width, frame.entry.height)
    let place = Place("image data", offset: frame.data.lowerBound)
    guard width > 0, height > 0 else {
      return [
        Defect(
          .corrupt, at: place, "invalid image size: \(CanvasSize.text(width, height))")
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
    var decoded = LZWDecoder(bytes[frame.data], pixels: width * height)
    if usesReference, decoded.isComplete, defects.isEmpty {
      do {
        decoded.replaceIndices(try ReferenceGIFDecoder.indices(of: frame, in: bytes))
      } catch {
        defects.append(Defect(.corrupt, at: place, "giflib cannot decode the image: \(error)"))
      }
    }
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
    let transparent = frame.transparentIndex.map(Int.init) ?? -1
    let colors = colors(in: palette, transparent: transparent)
    let (canvasWidth, canvasHeight) = (canvas.width, canvas.height)
    let visible = min(entry.width, max(0, canvasWidth - entry.x))
    let indices = decoded.indices.span
    let table = colors.span
    var samples = canvas.samples.mutableSpan
    for row in 0..<entry.height {
      let start = row * entry.width
      guard start < decoded.count else { break }
      let y = entry.y + order[row]
      guard y < canvasHeight else { continue }
      var target = (y * canvasWidth + entry.x) * 4
      for position in start..<min(start + visible, decoded.count) {
        let color = table[Int(indices[position])]
        if color != 0 { samples.storePixelWord(color, at: target) }
        target &+= 4
      }
    }
    let colorCount = palette.count / 3
    guard decoded.highestIndex >= colorCount else { return nil }
    let stray = (0..<decoded.count).first {
      Int(indices[$0]) >= colorCount && Int(indices[$0]) != transparent
    }
    return stray.map { ($0 / entry.width, indices[$0]) }
  }

  /// The pixel of each index, red in the lowest byte; 0 for those that draw nothing.
  private func colors(in palette: Range<Int>, transparent: Int) -> [UInt32] {
    (0..<256).map { index in
      guard index < palette.count / 3, index != transparent else { return 0 }
      let color = bytes[(palette.lowerBound + 3 * index)...]
      return color.prefix(3).reversed().reduce(255) { $0 << 8 | UInt32($1) }
    }
  }

  /// Returns the row of the image for each stored row of an interlaced one (GIF89a, appendix E).
  static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }
}
