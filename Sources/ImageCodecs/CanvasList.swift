internal import Basics
internal import ImageContainers
public import Pixels

/// The canvases of an animation, all of one size, in a fraction of the memory of bitmaps.
///
/// Reading a canvas makes a bitmap. The first one is kept as it is, because its size is asked often.
public struct CanvasList: Sendable, RandomAccessCollection {
  private enum Canvas: Sendable {
    case whole(Bitmap)
    case banded(width: Int, height: Int, bands: [CanvasBand])
  }

  private var stored: [Canvas] = []
  /// The canvas that was added last; nil after all are added, when no other one follows.
  private var newest: Bitmap?
  /// The size of all bands, each of which counts once even if several canvases share it.
  private var bandBytes = 0

  /// The bands of a list that is smaller than this are not deflated, which saves time.
  private static let undeflatedBytes = 32 << 20
  /// The most memory that the bands of a list may take, in bytes: a quarter of what a job may take.
  static let maximumBytes = 128 << 20

  /// Creates an empty list.
  public init() {}

  /// Creates a list of canvases.
  public init(_ canvases: some Sequence<Bitmap>) {
    for canvas in canvases { append(canvas) }
    newest = nil
  }

  /// The position of the first canvas.
  public var startIndex: Int { 0 }
  /// The number of canvases.
  public var endIndex: Int { stored.count }

  /// A canvas.
  public subscript(position: Int) -> Bitmap {
    switch stored[position] {
    case .whole(let bitmap): return bitmap
    case .banded(let width, let height, let bands):
      var samples: [UInt8] = []
      samples.reserveCapacity(width * height * 4)
      for band in bands { band.append(to: &samples) }
      return Bitmap(width: width, height: height, samples: samples)
    }
  }

  /// Adds a canvas after the others.
  public mutating func append(_ canvas: Bitmap) {
    defer { newest = canvas }
    guard !stored.isEmpty else {
      stored = [.whole(canvas)]
      return
    }
    var before: [CanvasBand] = []
    if case .banded(canvas.width, canvas.height, let bands) = stored[stored.count - 1] {
      before = bands
    }
    let isLarge = bandBytes >= Self.undeflatedBytes
    var bands: [CanvasBand] = []
    for (index, range) in CanvasBand.ranges(of: canvas).enumerated() {
      if let newest, before.indices.contains(index),
        CanvasBand.areEqual(newest.samples.span, canvas.samples.span, range)
      {
        bands.append(before[index])
      } else {
        let band = CanvasBand(canvas.samples, range, deflates: isLarge)
        bandBytes += band.byteCount
        bands.append(band)
      }
    }
    stored.append(.banded(width: canvas.width, height: canvas.height, bands: bands))
  }

  /// Adds a canvas after the others.
  ///
  /// - Throws: `limitExceeded` if the list takes too much memory with it.
  mutating func appendWithinLimit(_ canvas: Bitmap) throws(ImageError) {
    append(canvas)
    guard bandBytes > Self.maximumBytes else { return }
    throw .limitExceeded(
      Defect(
        .limit, at: nil,
        "the frames are too complex: they take more than \(Self.maximumBytes.counted("byte")) of memory,"
          + " compressed"))
  }

  /// Returns the canvases at some positions, without copies of them.
  package func selecting(_ positions: some Sequence<Int>) -> CanvasList {
    var result = CanvasList()
    result.stored = positions.map { stored[$0] }
    result.bandBytes = bandBytes
    return result
  }

  package func map<Failure>(
    _ change: (Bitmap) throws(Failure) -> Bitmap
  ) throws(Failure) -> CanvasList {
    var result = CanvasList()
    for canvas in self { result.append(try change(canvas)) }
    result.newest = nil
    return result
  }

  /// Returns the canvases with transparent black for all transparent pixels.
  func withoutHiddenColor() -> CanvasList {
    guard contains(where: { $0.hasHiddenColor }) else { return self }
    return map { canvas in
      var canvas = canvas
      canvas.clearHiddenColor()
      return canvas
    }
  }
}

/// Some rows of a canvas: the samples, or the indices of a palette.
private struct CanvasBand: Sendable {
  /// The pixels of the palette, red in the lowest byte; empty without one.
  private var palette: [UInt32] = []
  /// The samples or indices, one of each pixel; no indices if there is only one color.
  private var bytes: [UInt8]
  private let sampleCount: Int
  private var isDeflated = false

  /// Few enough that many bands have at most 256 colors, and enough for their palettes not to matter.
  private static let rows = 32

  /// The ranges of the samples of each band of a bitmap.
  static func ranges(of bitmap: Bitmap) -> [Range<Int>] {
    let size = bitmap.width * rows * 4
    guard size > 0 else { return [] }
    return stride(from: 0, to: bitmap.samples.count, by: size).map {
      $0..<Swift.min($0 + size, bitmap.samples.count)
    }
  }

  /// Stores a range of samples, compressed if `deflates` is true and that makes them smaller.
  init(_ samples: [UInt8], _ range: Range<Int>, deflates: Bool) {
    sampleCount = range.count
    if let indexed = Self.indexed(samples.span, range) {
      (palette, bytes) = indexed
    } else {
      bytes = Array(samples[range])
    }
    if deflates, let smaller = try? Shim.deflate(bytes, level: 1), smaller.count < bytes.count {
      (bytes, isDeflated) = (smaller, true)
    }
  }

  /// The memory that the band takes.
  var byteCount: Int { bytes.count + palette.count * 4 }

  /// Whether a range of samples is equal in two canvases.
  static func areEqual(_ first: Span<UInt8>, _ second: Span<UInt8>, _ range: Range<Int>) -> Bool {
    // A row may have an odd number of pixels.
    for place in stride(from: range.lowerBound, to: range.upperBound - 4, by: 8) {
      if first.pixelPair(at: place) != second.pixelPair(at: place) { return false }
    }
    let end = range.upperBound - 4
    return first.pixelWord(at: end) == second.pixelWord(at: end)
  }

  /// Nil for more than 256 colors.
  private static func indexed(
    _ samples: Span<UInt8>, _ range: Range<Int>
  ) -> (palette: [UInt32], indices: [UInt8])? {
    var palette: [UInt32] = []
    /// The number of each color in the palette, from 1, at a place that follows from the color.
    var places = [UInt16](repeating: 0, count: 1024)
    var indices = [UInt8](repeating: 0, count: range.count / 4)
    var target = indices.mutableSpan
    var last: UInt32?
    var index: UInt8 = 0
    for position in target.indices {
      let pixel = samples.pixelWord(at: range.lowerBound + position * 4)
      // Most pixels equal their neighbor.
      if pixel != last {
        last = pixel
        var place = pixel.slot(bits: 10)
        while places[place] > 0, palette[Int(places[place]) - 1] != pixel {
          place = (place + 1) % places.count
        }
        if places[place] == 0 {
          guard palette.count < 256 else { return nil }
          palette.append(pixel)
          places[place] = UInt16(palette.count)
        }
        index = UInt8(places[place] - 1)
      }
      target[position] = index
    }
    return (palette, palette.count == 1 ? [] : indices)
  }

  /// Appends the samples to those of the bands above.
  func append(to samples: inout [UInt8]) {
    let content = isDeflated ? inflated : bytes
    guard !palette.isEmpty else {
      samples += content
      return
    }
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: sampleCount))
    var target = samples.mutableSpan
    let colors = palette.span
    let indices = content.span
    guard !indices.isEmpty else {
      for place in 0..<sampleCount / 4 { target.storePixelWord(colors[0], at: start + place * 4) }
      return
    }
    for place in 0..<indices.count {
      target.storePixelWord(colors[Int(indices[place])], at: start + place * 4)
    }
  }

  private var inflated: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: palette.isEmpty ? sampleCount : sampleCount / 4) {
      target, count in
      // Unsafe: the stream was made here of as many bytes, so it has no damage and fills the memory.
      _ = unsafe Shim.inflate(bytes, 0..<bytes.count, isRaw: false, into: target)
      count = target.count
    }
  }
}
