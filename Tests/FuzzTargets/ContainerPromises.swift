import ImageContainers
import TestSupport

/// What is true of every walked file, and what more is true of one without a defect.
enum ContainerPromises {
  static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
    let signature = FileSignature(of: bytes)
    try promise(
      signature == FileSignature(of: Array(bytes.prefix(4096))),
      "the first 4,096 bytes are enough for a signature")
    let isImage = [.png, .gif, .jpeg].contains(signature)
    try promise((ImageContainer(bytes) != nil) == isImage, "an image's signature is walked")
    try promise(
      CRC32.checksum(of: bytes, in: 0..<bytes.count) == PNGBytes.checksum(bytes),
      "the CRC is the specification's")
    // Each walker takes bytes that begin as another format does, too.
    try check(.png(PNGContainer(bytes)), bytes)
    try check(.gif(GIFContainer(bytes)), bytes)
    try check(.jpeg(JPEGContainer(bytes)), bytes)
    let exif = Array("Exif\0\0".utf8) + bytes.prefix(65_000)
    let photo = JPEGBytes.inserting(JPEGBytes.segment(0xE1, exif))
    let container = JPEGContainer(photo)
    try promise(container.defects.isEmpty, "what an Exif segment holds is no defect")
    try check(.jpeg(container), photo)
  }

  static func check(_ container: ImageContainer, _ bytes: [UInt8]) throws(BrokenPromise) {
    try check(container.defects, bytes)
    switch container {
    case .png(let png): try check(png, bytes)
    case .gif(let gif): try check(gif, bytes)
    case .jpeg(let jpeg): try check(jpeg, bytes)
    }
    for entry in container.frameTable {
      try promise((0..<max(1, bytes.count)).contains(entry.offset), "a frame begins in the file")
      try promise(entry.delayDenominator > 0, "a delay has a denominator")
      try promise(entry.delayMilliseconds.isFinite, "a delay is a number")
    }
    if case .times(let plays) = container.loop {
      try promise(plays > 0, "an animation plays at least once")
    }
    if container.defects.isEmpty {
      try promise(
        container.canvas.map { $0.width > 0 && $0.height > 0 } == true,
        "a file without a defect has a canvas")
      try promise(!container.frameTable.isEmpty, "a file without a defect has a frame")
    }
  }

  static func check(_ defects: [Defect], _ bytes: [UInt8]) throws(BrokenPromise) {
    for defect in defects {
      try promise(
        !defect.message.isEmpty && !defect.message.hasSuffix("."),
        "a defect's message is a sentence without a full stop: \(defect.message)")
      if let place = defect.place {
        try promise((0...bytes.count).contains(place.offset), "a defect stands in the file")
        try promise(!place.part.isEmpty, "a defect's place has a name")
      }
      if let measured = defect.measured, let limit = defect.limit {
        try promise(measured.unit == limit.unit, "a limit has the unit of what was measured")
      }
    }
  }

  private static func check(_ png: PNGContainer, _ bytes: [UInt8]) throws(BrokenPromise) {
    let pieces =
      [png.palette, png.transparency].compactMap { $0 } + png.imageData + png.colorChunks
      + (png.animation?.frames.flatMap(\.data) ?? [])
    for piece in pieces { try checkPiece(piece, bytes) }
    if let palette = png.palette {
      try promise(
        palette.count % 3 == 0 && (3...768).contains(palette.count),
        "a palette has 1 to 256 colors")
    }
    var end = 0
    for run in png.chunks {
      try promise(run.offset >= end && run.count > 0, "chunks do not overlap")
      end = run.offset + run.byteCount + 12 * run.count
    }
    try promise(end <= bytes.count, "chunks lie within the file")
    for frame in png.animation?.frames ?? [] {
      try promise(
        frame.entry.byteCount == frame.data.reduce(0) { $0 + $1.count },
        "a frame's byte count is that of its data")
    }
    guard png.defects.isEmpty, let header = png.header else { return }
    try promise(
      bytes.suffix(12).elementsEqual(PNGBytes.chunk("IEND")), "a sound PNG ends with IEND")
    try promise(!png.imageData.isEmpty, "a sound PNG has image data")
    guard let animation = png.animation else { return }
    try promise(
      animation.declaredFrames == animation.frames.count && !animation.frames.isEmpty,
      "a sound APNG has as many frames as it declares")
    for entry in animation.frames.map(\.entry) {
      try promise(
        entry.width > 0 && entry.height > 0 && entry.x + entry.width <= header.width
          && entry.y + entry.height <= header.height && entry.byteCount > 0,
        "a sound APNG's frames have data and lie on the canvas")
    }
  }

  private static func check(_ gif: GIFContainer, _ bytes: [UInt8]) throws(BrokenPromise) {
    try promise(
      (0...65535).contains(gif.width) && (0...65535).contains(gif.height), "a screen has 16 bits")
    let palettes = [gif.globalPalette].compactMap { $0 } + gif.frames.compactMap(\.localPalette)
    for palette in palettes {
      try checkPiece(palette, bytes)
      try promise(
        palette.count % 3 == 0 && (6...768).contains(palette.count),
        "a palette has 2 to 256 colors")
    }
    if let block = gif.profileBlock { try checkPiece(block, bytes) }
    for frame in gif.frames {
      try checkPiece(frame.data, bytes)
      try promise(frame.entry.byteCount == frame.data.count, "a byte count is that of the data")
      try promise(bytes[frame.data.upperBound - 1] == 0, "image data ends with a terminator")
    }
  }

  private static func check(_ jpeg: JPEGContainer, _ bytes: [UInt8]) throws(BrokenPromise) {
    try promise((1...8).contains(jpeg.orientation), "an orientation is 1 to 8")
    for segment in jpeg.profileSegments { try checkPiece(segment, bytes) }
    if jpeg.defects.isEmpty { try promise(jpeg.scans > 0, "a sound JPEG has a scan") }
  }

  private static func checkPiece(_ piece: Range<Int>, _ bytes: [UInt8]) throws(BrokenPromise) {
    try promise(
      piece.lowerBound >= 0 && piece.upperBound <= bytes.count, "pieces lie within the file")
  }
}
