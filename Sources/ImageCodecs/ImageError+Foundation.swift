public import SystemLibraries

extension ImageError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
