extension FixedWidthInteger {
  /// Creates the integer nearest to a number, which is rounded toward zero; 0 for NaN.
  ///
  /// `Int(_:)` ends the program for a number that does not fit. Every number that follows from a file, a configuration
  /// or an option is converted by this initializer instead.
  @inlinable
  package init<Number: BinaryFloatingPoint>(clamping number: Number) {
    // The largest integer may be rounded up here, to the first number that does not fit.
    if number >= Number(Self.max) {
      self = .max
    } else if number > Number(Self.min) {
      self = Self(number)
    } else {
      self = number.isNaN ? 0 : .min
    }
  }
}
