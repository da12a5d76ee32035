/// Why a bundle could not be looked at.
package struct BundleFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path and what is wrong with it, in one sentence without a full stop.
  package var description: String
  /// Whether the fault lies with what was asked for and not with the machine.
  package var isUsage: Bool
}
