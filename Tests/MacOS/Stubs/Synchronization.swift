// swift-format-ignore-file
// The declarations of Synchronization that this package uses. The toolchain's text is for Linux only.
@available(macOS 15.0, *)
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ initialValue: consuming sending Value) {}
  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result { fatalError() }
}
public protocol AtomicRepresentable {}
extension Int: AtomicRepresentable {}
extension Int32: AtomicRepresentable {}
public struct AtomicLoadOrdering { public static var sequentiallyConsistent: Self { .init() } }
public struct AtomicStoreOrdering { public static var sequentiallyConsistent: Self { .init() } }
public struct AtomicUpdateOrdering { public static var sequentiallyConsistent: Self { .init() } }
@available(macOS 15.0, *)
public struct Atomic<Value: AtomicRepresentable>: ~Copyable {
  public init(_ initialValue: consuming Value) {}
  public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
  public borrowing func store(_ desired: consuming Value, ordering: AtomicStoreOrdering) {}
}
@available(macOS 15.0, *)
extension Atomic: @unchecked Sendable where Value: Sendable {}
@available(macOS 15.0, *)
extension Atomic where Value: FixedWidthInteger {
  @discardableResult public borrowing func add(
    _ operand: Value, ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) { fatalError() }
  @discardableResult public borrowing func subtract(
    _ operand: Value, ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) { fatalError() }
}
