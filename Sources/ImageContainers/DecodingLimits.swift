internal import Basics

/// The most that decoding one file may cost, checked before anything is allocated.
///
/// The defaults are far above any sticker that Apple accepts and far below what exhausts a machine.
public struct DecodingLimits: Sendable, Equatable {
  package enum Limit: String, Sendable {
    case fileBytes = "file size limit"
    case pixels = "pixel limit"
    case side = "side limit"
    case frames = "frame limit"
    case decodedBytes = "decoded size limit"

    fileprivate var unit: Quantity.Unit {
      switch self {
      case .fileBytes, .decodedBytes: .bytes
      case .pixels, .side: .pixels
      case .frames: .frames
      }
    }
  }

  /// The size of the file, in bytes.
  public var fileBytes = 32 * 1024 * 1024
  /// The pixels of one canvas, width times height.
  public var pixels = 16_777_216
  /// The longest side of a canvas, in pixels: the maximum of GIF and JPEG. A longer row of a PNG could
  /// hide gigabytes after its end, which take minutes to skip.
  public static let side = 65_535
  /// The frames of one animation.
  public var frames = 2_000
  /// All frames as full canvases of four bytes per pixel, in bytes. A frame that is larger than its
  /// canvas, which GIF allows, counts with its own size.
  public var decodedBytes = 1_000_000_000
  /// Whether libpng and giflib decode all images that they can. Does not affect the result.
  package var usesReferenceDecoders = false

  /// The defaults.
  public init() {}

  package subscript(limit: Limit) -> Int {
    switch limit {
    case .fileBytes: fileBytes
    case .pixels: pixels
    case .side: Self.side
    case .frames: frames
    case .decodedBytes: decodedBytes
    }
  }

  /// The defect of a number that is over a limit; nil for one that is not.
  ///
  /// - Parameter subject: the beginning of the message, with the number: "the file has 9 bytes".
  package func defect(
    _ limit: Limit, _ number: some BinaryInteger, _ subject: String, at place: Place? = nil
  ) -> Defect? {
    let maximum = self[limit]
    guard number > maximum else { return nil }
    return Defect(
      .limit, at: place, "\(subject) (\(limit.rawValue): \(maximum.grouped))",
      measured: Quantity(number, limit.unit), limit: Quantity(maximum, limit.unit))
  }

  /// The first limit that a container is over, as a defect; nil when it is within all of them.
  package func defect(of container: ImageContainer) -> Defect? {
    guard let canvas = container.canvas else { return nil }
    let frames = container.frameTable
    return defect(
      ofCanvas: canvas, frames: frames.count, decodedBytes: Self.decodedBytes(frames, canvas))
  }

  /// The first limit that canvases are over before they are made, as a defect; nil when they are within all
  /// of them.
  package func defect(ofCanvas canvas: CanvasSize, frames: Int) -> Defect? {
    defect(ofCanvas: canvas, frames: frames, decodedBytes: canvas.decodedBytes(frames: frames))
  }

  private func defect(ofCanvas canvas: CanvasSize, frames: Int, decodedBytes: Int64) -> Defect? {
    let pixels = Int64(canvas.width) * Int64(canvas.height)
    let side = max(canvas.width, canvas.height)
    return defect(.pixels, pixels, "the canvas of \(canvas) has \(pixels.counted("pixel"))")
      ?? defect(.side, side, "the canvas has a side of \(side.grouped) px")
      ?? defect(.frames, frames, "the animation has \(frames.counted("frame"))")
      ?? defect(
        .decodedBytes, decodedBytes, "the decoded frames take \(decodedBytes.counted("byte"))")
  }

  private static func decodedBytes(_ frames: [FrameEntry], _ canvas: CanvasSize) -> Int64 {
    let one = canvas.decodedBytes(frames: 1)
    return frames.reduce(0) { sum, frame in
      let own = CanvasSize(clampingWidth: frame.width, height: frame.height)
        .decodedBytes(frames: 1)
      let (result, overflow) = sum.addingReportingOverflow(max(one, own))
      return overflow ? .max : result
    }
  }
}
