/// Why a build failed.
package struct BuildFailure: Error, Equatable, CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String
  /// Whether the arguments are invalid; otherwise the build failed on its files or on the system.
  package var isUsage: Bool

  /// Creates a failure.
  package init(_ description: String, isUsage: Bool = false) {
    self.description = description
    self.isUsage = isUsage
  }
}
