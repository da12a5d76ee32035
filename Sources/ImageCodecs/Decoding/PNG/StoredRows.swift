internal import Pixels

/// The rows of an image as its zlib stream holds them: each follows its filter type, and those of an
/// interlaced image come in passes (PNG Third Edition, 7 and 8).
struct StoredRows {
  private let width: Int
  private let height: Int
  private let pixelBits: Int
  private let passes: [StoredPass]
  private let isRaw: Bool
  /// The number of bytes of all rows with their filter types.
  let byteCount: Int

  /// - Parameter isRaw: whether the stream has neither the header nor the checksum of zlib.
  init(width: Int, height: Int, interlaced: Bool, pixelBits: Int, isRaw: Bool) {
    self.width = width
    self.height = height
    self.pixelBits = pixelBits
    self.isRaw = isRaw
    passes = StoredPass.all(width: width, height: height, interlaced: interlaced)
    byteCount = passes.reduce(0) { $0 + $1.height * (1 + $1.rowBytes(pixelBits)) }
  }

  private var sampleCount: Int { width * height * 4 }

  /// Decodes a zlib stream that holds exactly these rows; nil if it does not, or if a row has an invalid
  /// filter type or palette index.
  func bitmap(
    inflating bytes: [UInt8], _ range: Range<Int>, _ expansion: PixelExpansion
  ) -> Bitmap? {
    let storedBytes = byteCount + RowFilter.padding
    let samples: [UInt8]
    if let start = startInBitmap {
      samples = unsafe [UInt8](unsafeUninitializedCapacity: start + storedBytes) { memory, count in
        let stored = unsafe UnsafeMutableBufferPointer(rebasing: memory[start...])
        count = unsafe decode(bytes, range, expansion, by: stored, to: memory) ? sampleCount : 0
      }
    } else {
      samples = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: storedBytes) {
        stored in
        unsafe [UInt8](unsafeUninitializedCapacity: sampleCount) { memory, count in
          count = unsafe decode(bytes, range, expansion, by: stored, to: memory) ? sampleCount : 0
        }
      }
    }
    return samples.isEmpty ? nil : Bitmap(width: width, height: height, samples: samples)
  }

  /// The place where the rows can begin in the memory of their bitmap, which is faster than memory of their own; nil if
  /// that would take far more memory than the bitmap.
  ///
  /// A row is read before its pixels are written, and once more for the filter of the next row. So pixels
  /// must end where their row begins, or before: for row y, `pixels * (y + 1) <= start + stored * y`.
  /// Both sides are linear in y, so the first and the last row decide.
  private var startInBitmap: Int? {
    guard passes.count == 1, pixelBits <= 32 else { return nil }
    let (pixels, stored) = (width * 4, byteCount / height)
    return max(pixels, pixels * height - stored * (height - 1))
  }

  /// Inflates a stream to `stored`, which has room for all rows and the padding that filters read, and
  /// converts it to `samples`.
  ///
  /// Unsafe: the rows of all passes have `byteCount` bytes with their filter types, and the pixels of a pass are within
  /// `width` and `height`. Where both share memory, see `startInBitmap`.
  private func decode(
    _ bytes: [UInt8], _ range: Range<Int>, _ expansion: PixelExpansion,
    by stored: UnsafeMutableBufferPointer<UInt8>, to samples: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    precondition(stored.count >= byteCount + RowFilter.padding && samples.count >= sampleCount)
    let rows = unsafe UnsafeMutableBufferPointer(rebasing: stored[..<byteCount])
    guard unsafe Shim.inflate(bytes, range, isRaw: isRaw, into: rows),
      var row = UnsafeMutableRawPointer(stored.baseAddress),
      let samples = UnsafeMutableRawPointer(samples.baseAddress)
    else { return false }
    unsafe stored[byteCount...].initialize(repeating: 0)
    let zeros = [UInt8](
      repeating: 0, count: (width * pixelBits + 7) / 8 + RowFilter.padding)
    return unsafe zeros.withUnsafeBytes { zeros in
      for pass in passes {
        guard var prior = zeros.baseAddress else { return false }
        let count = pass.rowBytes(pixelBits)
        for y in stride(from: pass.y, to: height, by: pass.stepY) {
          unsafe row += 1
          guard
            unsafe RowFilter.reverse(
              row, above: prior, count: count, pixelSize: max(1, pixelBits / 8)),
            unsafe expansion.expand(
              row, count: pass.width, to: samples + 4 * (y * width + pass.x), step: pass.stepX)
          else { return false }
          unsafe prior = UnsafeRawPointer(row)
          unsafe row += count
        }
      }
      return true
    }
  }
}

/// The rows that are stored one after another: all of them, or one of Adam7's passes, which hold every
/// `stepX`th pixel of every `stepY`th row.
private struct StoredPass {
  /// The column of the first pixel.
  var x = 0
  /// The row of the first pixel.
  var y = 0
  var stepX = 1
  var stepY = 1
  /// The pixels of each stored row, at least 1.
  var width: Int
  /// The number of stored rows, at least 1.
  var height: Int

  /// Returns the passes of an image in the order in which they are stored, without empty ones.
  static func all(width: Int, height: Int, interlaced: Bool) -> [StoredPass] {
    guard interlaced else { return [StoredPass(width: width, height: height)] }
    return [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ].compactMap { x, y, stepX, stepY in
      guard x < width, y < height else { return nil }
      return StoredPass(
        x: x, y: y, stepX: stepX, stepY: stepY, width: (width - x + stepX - 1) / stepX,
        height: (height - y + stepY - 1) / stepY)
    }
  }

  /// The bytes of a stored row without its filter type.
  func rowBytes(_ pixelBits: Int) -> Int { (width * pixelBits + 7) / 8 }
}
