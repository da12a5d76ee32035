/// Reverses the filters of PNG rows in place (PNG Third Edition, 9).
///
/// The bytes of a pixel are the first lanes of a vector, so a load reads up to seven bytes after the
/// pixel, and lanes without a byte of the pixel hold anything. A store writes the pixel's bytes only.
///
/// Unsafe: all functions rely on this:
/// - A row has `count` bytes, a multiple of the size of a pixel, after its filter type.
/// - `prior` has as many bytes: the row above without its filter, or zeros above the first row.
/// - `padding` more bytes can be read after both.
enum RowFilter {
  /// The bytes that are read after the end of a row.
  static let padding = 8

  /// Reverses the filter of a row.
  ///
  /// - Parameter pixelSize: the bytes of a pixel, 1 for several pixels in a byte: 1, 2, 3, 4, 6 or 8.
  /// - Returns: false for an invalid filter type.
  @unsafe
  static func reverse(
    _ row: UnsafeMutableRawPointer, above prior: UnsafeRawPointer, count: Int, pixelSize: Int
  ) -> Bool {
    // The size is a type, because a loop for a variable size is half as fast.
    switch pixelSize {
    case 1: unsafe reverse(row, prior, count, of: UInt8.self)
    case 2: unsafe reverse(row, prior, count, of: UInt16.self)
    case 3: unsafe reverse(row, prior, count, of: Pair<UInt16, UInt8>.self)
    case 4: unsafe reverse(row, prior, count, of: UInt32.self)
    case 6: unsafe reverse(row, prior, count, of: Pair<UInt32, UInt16>.self)
    case 8: unsafe reverse(row, prior, count, of: UInt64.self)
    default: false
    }
  }

  private static func reverse<Bytes: PixelBytes>(
    _ row: UnsafeMutableRawPointer, _ prior: UnsafeRawPointer, _ count: Int, of _: Bytes.Type
  ) -> Bool {
    switch unsafe row.load(fromByteOffset: -1, as: UInt8.self) {
    case 0: break
    case 1: unsafe reverseSub(row, count, of: Bytes.self)
    case 2: unsafe reverseUp(row, prior, count)
    case 3: unsafe reverseAverage(row, prior, count, of: Bytes.self)
    case 4: unsafe reversePaeth(row, prior, count, of: Bytes.self)
    default: return false
    }
    return true
  }

  private static func reverseUp(
    _ row: UnsafeMutableRawPointer, _ prior: UnsafeRawPointer, _ count: Int
  ) {
    let row = unsafe row.assumingMemoryBound(to: UInt8.self)
    let prior = unsafe prior.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count { unsafe row[index] &+= prior[index] }
  }

  private static func reverseSub<Bytes: PixelBytes>(
    _ row: UnsafeMutableRawPointer, _ count: Int, of _: Bytes.Type
  ) {
    var left = SIMD8<UInt8>.zero
    var offset = 0
    while offset < count {
      left = unsafe left &+ pixel(row + offset)
      unsafe Bytes.store(left, to: row + offset)
      offset &+= Bytes.count
    }
  }

  private static func reverseAverage<Bytes: PixelBytes>(
    _ row: UnsafeMutableRawPointer, _ prior: UnsafeRawPointer, _ count: Int, of _: Bytes.Type
  ) {
    var left = SIMD8<UInt8>.zero
    var offset = 0
    while offset < count {
      let above = unsafe pixel(prior + offset)
      // Half of the sum, rounded down, without its ninth bit.
      let mean = left & above &+ (left ^ above) &>> 1
      left = unsafe mean &+ pixel(row + offset)
      unsafe Bytes.store(left, to: row + offset)
      offset &+= Bytes.count
    }
  }

  private static func reversePaeth<Bytes: PixelBytes>(
    _ row: UnsafeMutableRawPointer, _ prior: UnsafeRawPointer, _ count: Int, of _: Bytes.Type
  ) {
    var left = SIMD8<Int16>.zero
    var upperLeft = SIMD8<Int16>.zero
    var offset = 0
    while offset < count {
      let above = SIMD8<Int16>(truncatingIfNeeded: unsafe pixel(prior + offset))
      let stored = SIMD8<Int16>(truncatingIfNeeded: unsafe pixel(row + offset))
      // The same as the three distances of the specification, with fewer steps that wait for the pixel on
      // the left: the idea is stb_image's. A test compares all values.
      let threshold = upperLeft &* 3 &- above &- left
      let lower = pointwiseMin(left, above)
      let higher = pointwiseMax(left, above)
      var nearest = upperLeft.replacing(with: lower, where: higher .<= threshold)
      nearest.replace(with: higher, where: threshold .<= lower)
      // Added as bytes, the sums stay below 256.
      left = unsafe unsafeBitCast(
        unsafeBitCast(stored, to: SIMD16<UInt8>.self)
          &+ unsafeBitCast(nearest, to: SIMD16<UInt8>.self), to: SIMD8<Int16>.self)
      unsafe Bytes.store(SIMD8<UInt8>(truncatingIfNeeded: left), to: row + offset)
      upperLeft = above
      offset &+= Bytes.count
    }
  }

  private static func pixel(_ address: UnsafeRawPointer) -> SIMD8<UInt8> {
    unsafe address.loadUnaligned(as: SIMD8<UInt8>.self)
  }
}

/// The bytes of a pixel, as a type that stores as many.
private protocol PixelBytes {
  static var count: Int { get }
  static func store(_ bytes: UInt64, to address: UnsafeMutableRawPointer)
}

extension PixelBytes {
  /// Stores the first `count` lanes.
  @inline(__always)
  static func store(_ pixel: SIMD8<UInt8>, to address: UnsafeMutableRawPointer) {
    unsafe store(UInt64(littleEndian: unsafeBitCast(pixel, to: UInt64.self)), to: address)
  }
}

extension PixelBytes where Self: FixedWidthInteger & BitwiseCopyable {
  static var count: Int { MemoryLayout<Self>.size }

  @inline(__always)
  static func store(_ bytes: UInt64, to address: UnsafeMutableRawPointer) {
    unsafe address.storeBytes(of: Self(truncatingIfNeeded: bytes).littleEndian, as: Self.self)
  }
}

extension UInt8: PixelBytes {}
extension UInt16: PixelBytes {}
extension UInt32: PixelBytes {}
extension UInt64: PixelBytes {}

private enum Pair<First: PixelBytes, Second: PixelBytes>: PixelBytes {
  static var count: Int { First.count + Second.count }

  @inline(__always)
  static func store(_ bytes: UInt64, to address: UnsafeMutableRawPointer) {
    unsafe First.store(bytes, to: address)
    unsafe Second.store(bytes &>> UInt64(8 * First.count), to: address + First.count)
  }
}
