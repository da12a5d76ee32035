/// A number with its unit.
package struct Quantity: Sendable, Equatable, Codable {
  /// What is counted.
  package enum Unit: String, Sendable, Codable {
    /// Bytes of a file or of memory.
    case bytes
    /// Pixels along a side, or in a canvas.
    case pixels
    /// Milliseconds.
    case milliseconds
    /// Frames of an animation.
    case frames
    /// Characters of a label, as Unicode scalars.
    case characters
    /// Files or stickers.
    case files
    /// Hundredths of a whole that the message names.
    case percent
    /// A number that the file's format gives a meaning to.
    case value
  }

  /// The number.
  package var value: Double
  /// What it counts.
  package var unit: Unit

  /// Creates a quantity.
  package init(_ value: some BinaryInteger, _ unit: Unit) {
    self.value = Double(value)
    self.unit = unit
  }

  /// Creates a quantity that may have a fraction.
  package init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }
}
