public import SystemLibraries

extension LintError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
