extension UInt32 {
  /// Returns the number's place in a hash table of 2 to the power of `bits` places, 1 to 31: Knuth's multiplicative hash.
  @inlinable
  package func slot(bits: UInt32) -> Int {
    // The highest bits depend on all others. The factor is odd and near 2^32 divided by the golden ratio.
    Int((self &* 0x9E37_79B1) &>> (32 &- bits))
  }
}
