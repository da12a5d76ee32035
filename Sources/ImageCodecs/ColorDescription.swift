package import ImageContainers
internal import Pixels

/// A file's color information, which a copy of the file keeps. None means sRGB.
///
/// ``ImageDecoder/colors`` has what the file states, without what viewers cannot read, and an encoder of the
/// same format stores it as it is. The formats have no common form of it, so an encoder of another format
/// stores nothing: convert the pixels to sRGB first.
public struct ColorDescription: Sendable, Equatable {
  /// Whether the file stores grayscale pixels, which a gray profile requires.
  package var isGray = false
  /// The iCCP, sRGB, cICP, gAMA and cHRM chunks of a PNG.
  package var chunks: [UInt8] = []
  /// The block of a GIF with its profile.
  private(set) var block: [UInt8] = []
  /// The APP2 segments of a JPEG with its profile.
  private(set) var segments: [UInt8] = []

  /// No color information.
  public init() {}

  /// A PNG's sRGB chunk with the perceptual rendering intent.
  public static let sRGB: ColorDescription = {
    var description = ColorDescription()
    description.chunks = PNGChunk.bytes("sRGB", [0])
    return description
  }()
}

extension ColorDescription {
  /// Reads the color information of a parsed file.
  package init(of container: ImageContainer, bytes file: [UInt8]) {
    if case .png(let png) = container {
      isGray = png.header?.colorType == .gray || png.header?.colorType == .grayAlpha
    }
    // Viewers ignore it in this file, but may not ignore it in another.
    if case .unreadable = StatedColors(of: container, bytes: file) { return }
    switch container {
    case .png(let png): chunks = png.colorChunks.flatMap { file[$0] }
    case .gif(let gif): block = gif.profileBlock.map { Array(file[$0]) } ?? []
    case .jpeg(let jpeg):
      // CMYK and gray are decoded to RGB, which their profiles do not describe.
      if jpeg.profileColorSpace == "RGB" { segments = jpeg.profileSegments.flatMap { file[$0] } }
    }
  }

  /// Whether a gray file and one in color can both have this information: it has no profile, primaries or
  /// code points.
  var fitsGrayAndColor: Bool {
    var start = 0
    while start + 8 <= chunks.count {
      let type = chunks[start + 4..<start + 8]
      guard type.elementsEqual("sRGB".utf8) || type.elementsEqual("gAMA".utf8) else { return false }
      start += 12 + chunks[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return true
  }

  /// Returns the information for a PNG of some images: that of a gray file does not describe colors.
  func describing(_ images: some Sequence<Bitmap>) -> ColorDescription {
    guard isGray, images.contains(where: { !$0.isGray }) else { return self }
    var result = ColorDescription()
    if fitsGrayAndColor { result.chunks = chunks }
    return result
  }
}

extension Bitmap {
  fileprivate var isGray: Bool {
    let samples = samples.span
    return stride(from: 0, to: samples.count, by: 4).allSatisfy {
      samples[$0] == samples[$0 + 1] && samples[$0] == samples[$0 + 2]
    }
  }
}
