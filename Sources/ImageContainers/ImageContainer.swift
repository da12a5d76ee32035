internal import Basics
package import Timing

// Indirect, because facts are copied often.
/// The structure of an image file, parsed but not decoded.
package indirect enum ImageContainer: Sendable {
  /// A PNG or APNG.
  case png(PNGContainer)
  /// A GIF.
  case gif(GIFContainer)
  /// A JPEG.
  case jpeg(JPEGContainer)

  /// Parses a file; nil if it does not begin as a PNG, GIF or JPEG.
  package init?(_ bytes: [UInt8]) {
    switch FileSignature(of: bytes) {
    case .png: self = .png(PNGContainer(bytes))
    case .gif: self = .gif(GIFContainer(bytes))
    case .jpeg: self = .jpeg(JPEGContainer(bytes))
    case .unsupported, .empty, .gitLFSPointer, .unknown: return nil
    }
  }

  package var format: ImageFormat {
    switch self {
    case .png(let png): png.animation == nil ? .png : .apng
    case .gif: .gif
    case .jpeg: .jpeg
    }
  }

  /// Whether it is a PNG or APNG of color type 3, whose pixels are numbers of a palette.
  package var isIndexed: Bool {
    if case .png(let png) = self { png.header?.colorType == .indexed } else { false }
  }

  /// All defects, in file order.
  package var defects: [Defect] {
    switch self {
    case .png(let png): png.defects
    case .gif(let gif): gif.defects
    case .jpeg(let jpeg): jpeg.defects
    }
  }

  package var metadata: Metadata {
    switch self {
    case .png(let png): png.metadata
    case .gif(let gif): gif.metadata
    case .jpeg(let jpeg): jpeg.metadata
    }
  }

  /// The canvas as a viewer shows it, in pixels; nil if the file does not declare one.
  package var canvas: CanvasSize? {
    switch self {
    case .png(let png): png.header.flatMap { CanvasSize(width: $0.width, height: $0.height) }
    case .gif(let gif): CanvasSize(width: gif.width, height: gif.height)
    case .jpeg(let jpeg):
      jpeg.orientation > 4
        ? CanvasSize(width: jpeg.height, height: jpeg.width)
        : CanvasSize(width: jpeg.width, height: jpeg.height)
    }
  }

  /// The frames as stored; a still image has one.
  package var frameTable: [FrameEntry] {
    switch self {
    case .png(let png):
      if let animation = png.animation {
        animation.frames.map { $0.entry }
      } else if let header = png.header, let first = png.imageData.first {
        [
          .still(
            width: header.width, height: header.height, offset: first.lowerBound - 8,
            byteCount: png.imageData.reduce(0) { $0 + $1.count })
        ]
      } else {
        []
      }
    case .gif(let gif): gif.frames.map { $0.entry }
    case .jpeg(let jpeg):
      canvas == nil
        ? [] : [.still(width: jpeg.width, height: jpeg.height, offset: 0, byteCount: 0)]
    }
  }

  /// The number of times the animation plays; nil for a still image.
  package var loop: LoopCount? {
    switch self {
    case .png(let png): png.animation.map { LoopCount(plays: $0.plays) }
    case .gif(let gif):
      gif.loopCount.map(LoopCount.init(repetitions:)) ?? (gif.frames.count > 1 ? .unstated : nil)
    case .jpeg: nil
    }
  }
}

/// The formats of stickers.
public enum ImageFormat: String, Sendable, CaseIterable {
  /// A still PNG.
  case png
  /// An animated PNG.
  case apng
  /// A GIF, still or animated.
  case gif
  /// A JPEG.
  case jpeg

  /// The display name of the format.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .apng: "APNG"
    case .gif: "GIF"
    case .jpeg: "JPEG"
    }
  }

  /// The file extensions that App Store Connect accepts for the format, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .png, .apng: ["png"]
    case .gif: ["gif"]
    case .jpeg: ["jpg", "jpeg"]
    }
  }
}

/// A canvas, in pixels. Its sides can be divided by, and their product fits in an integer.
public struct CanvasSize: Sendable, Hashable, CustomStringConvertible {
  /// The width in pixels, 1 to 2,147,483,647.
  public let width: Int
  /// The height in pixels, 1 to 2,147,483,647.
  public let height: Int

  /// The sides that a canvas can have (PNG Third Edition, 11.2.1).
  private static let sides = 1...Int(Int32.max)

  /// Creates the size that a file states; nil if no canvas can have it.
  package init?(width: Int, height: Int) {
    guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// Creates the size of a bitmap, or a calculated one, with the nearest sides that a canvas can have.
  package init(clampingWidth width: Int, height: Int) {
    self.width = min(max(width, Self.sides.lowerBound), Self.sides.upperBound)
    self.height = min(max(height, Self.sides.lowerBound), Self.sides.upperBound)
  }

  /// Returns the size of `frames` canvases of four bytes per pixel, or the largest number on overflow, as a
  /// file can declare sides whose product does not fit in an integer.
  package func decodedBytes(frames: Int) -> Int64 {
    [width, height, 4, frames].reduce(1) { product, factor in
      let (result, overflow) = product.multipliedReportingOverflow(by: Int64(factor))
      return overflow ? .max : result
    }
  }

  /// `408 × 408 px`
  public var description: String { Self.text(width, height) }

  /// Two sides as messages show them, including those that no canvas can have.
  package static func text(_ width: some BinaryInteger, _ height: some BinaryInteger) -> String {
    "\(width.grouped) × \(height.grouped) px"
  }
}
