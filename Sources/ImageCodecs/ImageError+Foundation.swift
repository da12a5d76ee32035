public import SystemLibraries

extension ImageError: LocalizedError {
  public var errorDescription: String? { description }
}
