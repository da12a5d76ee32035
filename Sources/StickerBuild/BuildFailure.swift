/// Why a pack was not built.
package struct BuildFailure: Error, Equatable, CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String
  /// Whether the fault lies with what was asked for and not with the machine.
  package var isUsage: Bool

  init(_ description: String, isUsage: Bool = false) {
    self.description = description
    self.isUsage = isUsage
  }
}
