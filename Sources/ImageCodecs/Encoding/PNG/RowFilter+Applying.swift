extension RowFilter {
  /// A filter, with the filter type that precedes a row in a file (PNG Third Edition, 9.2).
  enum Kind: UInt8, CaseIterable, Sendable {
    case none, sub, up, average, paeth
  }

  /// Filters a row.
  ///
  /// Unsafe: the loops have no branches and no checks, so the compiler vectorizes them. The parameters must be as
  /// described.
  ///
  /// - Parameters:
  ///   - row: `count` bytes, a multiple of `pixelSize`.
  ///   - prior: as many bytes: the row above, or zeros above the first row.
  ///   - target: receives as many bytes.
  ///   - pixelSize: the bytes of a pixel, 1 for several pixels in a byte.
  @unsafe
  static func apply(
    _ kind: Kind, to row: UnsafePointer<UInt8>, above prior: UnsafePointer<UInt8>,
    count: Int, pixelSize: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let left = unsafe row - pixelSize
    let upperLeft = unsafe prior - pixelSize
    switch kind {
    case .none:
      unsafe target.update(from: row, count: count)
    case .sub:
      // Nothing is on the left of the first pixel, which counts as zeros.
      for index in 0..<pixelSize { unsafe target[index] = row[index] }
      for index in pixelSize..<count { unsafe target[index] = row[index] &- left[index] }
    case .up:
      for index in 0..<count { unsafe target[index] = row[index] &- prior[index] }
    case .average:
      for index in 0..<pixelSize { unsafe target[index] = row[index] &- prior[index] &>> 1 }
      for index in pixelSize..<count {
        let (beside, above) = unsafe (left[index], prior[index])
        // Half of the sum, rounded down, without its ninth bit.
        unsafe target[index] = row[index] &- (beside & above &+ (beside ^ above) &>> 1)
      }
    case .paeth:
      for index in 0..<pixelSize { unsafe target[index] = row[index] &- prior[index] }
      for index in pixelSize..<count {
        let (a, b, c) = unsafe (
          Int16(truncatingIfNeeded: left[index]), Int16(truncatingIfNeeded: prior[index]),
          Int16(truncatingIfNeeded: upperLeft[index])
        )
        let (toA, toB) = (b &- c, a &- c)
        let (distanceA, distanceB) = (max(toA, 0 &- toA), max(toB, 0 &- toB))
        let distanceC = max(toA &+ toB, 0 &- toA &- toB)
        let nearer = distanceB < distanceA ? b : a
        let nearest = distanceC < min(distanceA, distanceB) ? c : nearer
        unsafe target[index] = row[index] &- UInt8(truncatingIfNeeded: nearest)
      }
    }
  }

  /// Returns the sum of the absolute values of signed bytes.
  @unsafe
  static func sumOfAbsoluteValues(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<bytes.count {
      let byte = unsafe bytes[index]
      sum &+= UInt32(truncatingIfNeeded: min(byte, 0 &- byte))
    }
    return sum
  }
}
