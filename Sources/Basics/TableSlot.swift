extension UInt32 {
  /// Returns a place in a table that has a power of two places: Knuth's multiplicative hash.
  ///
  /// - Parameter bits: the power, 1 to 31.
  @inlinable
  package func slot(bits: UInt32) -> Int {
    // The highest bits depend on all others. The factor is odd and near 2^32 divided by the golden ratio.
    Int((self &* 0x9E37_79B1) &>> (32 &- bits))
  }
}
