internal import ImageContainers
internal import Pixels

/// Splits a stream of PAM images of straight RGBA with 8 bits, as ffmpeg writes them, into bitmaps.
///
/// Source: netpbm, pam(5).
struct PAMStream {
  private let limits: DecodingLimits
  private var pending: [UInt8] = []
  /// The size of the image in `pending`, after its header.
  private var size: CanvasSize?
  /// A header has about 70 bytes.
  private static let longestHeader = 1024

  init(limits: DecodingLimits) { self.limits = limits }

  /// Appends a part of the stream, and returns the images that are complete.
  mutating func images(appending part: [UInt8]) throws(ImportError) -> [Bitmap] {
    pending += part
    var images: [Bitmap] = []
    while true {
      if size == nil { size = try readHeader() }
      guard let size, let count = Int(exactly: size.decodedBytes(frames: 1)), pending.count >= count
      else { return images }
      images.append(
        Bitmap(width: size.width, height: size.height, samples: Array(pending[..<count])))
      pending.removeFirst(count)
      self.size = nil
    }
  }

  /// Removes a header, if it is complete, and returns the size of the image after it.
  private mutating func readHeader() throws(ImportError) -> CanvasSize? {
    let end = Array("ENDHDR\n".utf8)
    let head = pending.prefix(Self.longestHeader)
    guard let range = head.firstRange(of: end) else {
      guard head.count < Self.longestHeader else { throw ImportError("unexpected decoder output") }
      return nil
    }
    let lines = String(decoding: head[..<range.lowerBound], as: UTF8.self).split(separator: "\n")
    func value(_ name: String) -> Int? {
      lines.first { $0.hasPrefix(name + " ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
    guard lines.first == "P7", value("DEPTH") == 4, value("MAXVAL") == 255,
      let width = value("WIDTH"), let height = value("HEIGHT"),
      let size = CanvasSize(width: width, height: height)
    else { throw ImportError("unexpected decoder output") }
    pending.removeFirst(range.upperBound)
    return try size.checked(limits)
  }
}

extension CanvasSize {
  /// Returns the size if a canvas of it is within the limits.
  func checked(_ limits: DecodingLimits) throws(ImportError) -> CanvasSize {
    let defect = limits.defect(
      .pixels, width * height, "the canvas of \(self) has too many pixels")
    if let defect { throw ImportError(defect.message) }
    return self
  }
}
