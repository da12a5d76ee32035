package import Basics

/// A number and its unit.
public struct Quantity: Sendable, Equatable {
  /// The unit of a quantity.
  public enum Unit: String, Sendable {
    /// Bytes of a file or of memory.
    case bytes
    /// Pixels of a side or of a canvas.
    case pixels
    /// Milliseconds.
    case milliseconds
    /// Frames of an animation.
    case frames
    /// Characters of a label, in Unicode scalars.
    case characters
    /// Files or stickers.
    case files
    /// Percent of what the message names.
    case percent
    /// A value that the file's format defines.
    case value
  }

  /// The number.
  public var value: Double
  /// The unit.
  public var unit: Unit

  package init(_ value: some BinaryInteger, _ unit: Unit) {
    self.value = Double(value)
    self.unit = unit
  }

  /// JSON has no infinite numbers, which a file can state, or make of two that it states.
  package init(_ value: Double, _ unit: Unit) {
    let most = Double.greatestFiniteMagnitude
    self.value = value.isNaN ? 0 : min(max(value, -most), most)
    self.unit = unit
  }
}

extension Quantity: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("unit", unit)
    json.add("value", value)
  }
}
