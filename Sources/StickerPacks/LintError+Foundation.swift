public import SystemLibraries

extension LintError: LocalizedError {
  public var errorDescription: String? { description }
}
