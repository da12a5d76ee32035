import ImageContainers
import TestSupport

/// Invariants of the container walkers, for any bytes and for files without a defect.
enum ContainerInvariants {
  static func check(_ bytes: [UInt8]) throws(InvariantViolation) {
    let signature = FileSignature(of: bytes)
    try invariant(
      signature == FileSignature(of: Array(bytes.prefix(4096))),
      "the first 4,096 bytes are enough for a signature")
    let isImage = [.png, .gif, .jpeg].contains(signature)
    try invariant(
      (ImageContainer(bytes) != nil) == isImage,
      "a container is found exactly for the signatures of images")
    try invariant(
      CRC32.checksum(of: bytes, in: 0..<bytes.count) == PNGBytes.checksum(bytes),
      "the CRC equals that of the specification's algorithm")
    // Each walker must also survive bytes that start with another format's signature.
    try check(.png(PNGContainer(bytes)), bytes)
    try check(.gif(GIFContainer(bytes)), bytes)
    try check(.jpeg(JPEGContainer(bytes)), bytes)
    let exif = Array("Exif\0\0".utf8) + bytes.prefix(65_000)
    let photo = JPEGBytes.inserting(JPEGBytes.segment(0xE1, exif))
    let container = JPEGContainer(photo)
    try invariant(container.defects.isEmpty, "the content of an Exif segment is never a defect")
    try check(.jpeg(container), photo)
  }

  static func check(_ container: ImageContainer, _ bytes: [UInt8]) throws(InvariantViolation) {
    try check(container.defects, bytes)
    switch container {
    case .png(let png): try check(png, bytes)
    case .gif(let gif): try check(gif, bytes)
    case .jpeg(let jpeg): try check(jpeg, bytes)
    }
    for entry in container.frameTable {
      try invariant(
        (0..<max(1, bytes.count)).contains(entry.offset), "a frame starts inside the file")
      try invariant(entry.delay.denominator > 0, "a delay's denominator is positive")
      try invariant(entry.delay.milliseconds.isFinite, "a delay is finite")
    }
    if case .times(let plays) = container.loop {
      try invariant(plays > 0, "an animation plays at least once")
    }
    if container.defects.isEmpty {
      try invariant(
        container.canvas.map { $0.width > 0 && $0.height > 0 } == true,
        "a file without a defect has a canvas")
      try invariant(!container.frameTable.isEmpty, "a file without a defect has a frame")
    }
  }

  static func check(_ defects: [Defect], _ bytes: [UInt8]) throws(InvariantViolation) {
    for defect in defects {
      try invariant(
        !defect.message.isEmpty && !defect.message.hasSuffix("."),
        "a defect's message is not empty and has no full stop: \(defect.message)")
      if let place = defect.place {
        try invariant(
          (0...bytes.count).contains(place.offset), "a defect is located inside the file")
        try invariant(!place.part.isEmpty, "a defect's place has a name")
      }
      if let measured = defect.measured, let limit = defect.limit {
        try invariant(measured.unit == limit.unit, "a limit has the unit of what was measured")
      }
    }
  }

  private static func check(_ png: PNGContainer, _ bytes: [UInt8]) throws(InvariantViolation) {
    let ranges =
      [png.palette, png.transparency].compactMap { $0 } + png.imageData + png.colorChunks
      + (png.animation?.frames.flatMap(\.data) ?? [])
    for range in ranges { try checkRange(range, bytes) }
    if let palette = png.palette {
      try invariant(
        palette.count % 3 == 0 && (3...768).contains(palette.count),
        "a palette has 1 to 256 colors")
    }
    var end = 0
    for run in png.chunks {
      try invariant(run.offset >= end && run.count > 0, "chunks do not overlap")
      end = run.offset + run.byteCount + 12 * run.count
    }
    try invariant(end <= bytes.count, "chunks are inside the file")
    for frame in png.animation?.frames ?? [] {
      try invariant(
        frame.entry.byteCount == frame.data.reduce(0) { $0 + $1.count },
        "a frame's byte count equals that of its data")
    }
    guard png.defects.isEmpty, let header = png.header else { return }
    try invariant(
      bytes.suffix(12).elementsEqual(PNGBytes.chunk("IEND")), "a valid PNG ends with IEND")
    try invariant(!png.imageData.isEmpty, "a valid PNG has image data")
    guard let animation = png.animation else { return }
    try invariant(
      animation.declaredFrames == animation.frames.count && !animation.frames.isEmpty,
      "a valid APNG has as many frames as it declares")
    for entry in animation.frames.map(\.entry) {
      try invariant(
        entry.width > 0 && entry.height > 0 && entry.x + entry.width <= header.width
          && entry.y + entry.height <= header.height && entry.byteCount > 0,
        "a valid APNG's frames have data and fit on the canvas")
    }
  }

  private static func check(_ gif: GIFContainer, _ bytes: [UInt8]) throws(InvariantViolation) {
    try invariant(
      (0...65535).contains(gif.width) && (0...65535).contains(gif.height),
      "a screen's sides have 16 bits")
    let palettes = [gif.globalPalette].compactMap { $0 } + gif.frames.compactMap(\.localPalette)
    for palette in palettes {
      try checkRange(palette, bytes)
      try invariant(
        palette.count % 3 == 0 && (6...768).contains(palette.count),
        "a palette has 2 to 256 colors")
    }
    if let block = gif.profileBlock { try checkRange(block, bytes) }
    for frame in gif.frames {
      try checkRange(frame.data, bytes)
      try invariant(
        frame.entry.byteCount == frame.data.count, "a frame's byte count equals that of its data")
      try invariant(bytes[frame.data.upperBound - 1] == 0, "image data ends with a terminator")
    }
  }

  private static func check(_ jpeg: JPEGContainer, _ bytes: [UInt8]) throws(InvariantViolation) {
    try invariant((1...8).contains(jpeg.orientation), "an orientation is 1 to 8")
    for segment in jpeg.profileSegments { try checkRange(segment, bytes) }
    try invariant(
      (0...64 * jpeg.components).contains(jpeg.incompleteCoefficients),
      "a component has 64 coefficients")
    if jpeg.defects.isEmpty { try invariant(jpeg.scans > 0, "a valid JPEG has a scan") }
  }

  private static func checkRange(_ range: Range<Int>, _ bytes: [UInt8]) throws(InvariantViolation) {
    try invariant(
      range.lowerBound >= 0 && range.upperBound <= bytes.count, "ranges are inside the file")
  }
}
