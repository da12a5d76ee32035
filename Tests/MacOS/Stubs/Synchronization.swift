// swift-format-ignore-file
// The declaration of Synchronization that this package uses. The toolchain's text is for Linux only.
@available(macOS 15.0, *)
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ initialValue: consuming sending Value) {}
  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result { fatalError() }
}
