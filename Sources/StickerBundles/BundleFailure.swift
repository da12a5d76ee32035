/// Why a bundle could not be looked at.
public struct BundleFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path and what is wrong with it, in one sentence without a full stop.
  public var description: String
  /// Whether the fault lies with what was asked for and not with the machine.
  public var isUsage: Bool
}
