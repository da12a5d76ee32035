// swift-format-ignore-file
// Replaces two files of swift-argument-parser that use more of macOS than the stubs have.
extension Error { func describe() -> String { String(describing: self) } }

enum JSONEncoder { static func encode<T: Encodable>(_ value: T) -> String { "" } }

final class Mutex<State>: @unchecked Sendable {
  private var state: State
  init(_ initialState: State) { state = initialState }
  func withLock<T>(_ body: @Sendable (inout State) throws -> T) rethrows -> T { try body(&state) }
  func withLockUnchecked<T>(_ body: (inout State) throws -> T) rethrows -> T { try body(&state) }
  func withLockExtendingLifetimeOfState<T>(
    _ body: @Sendable (inout State) throws -> T
  ) rethrows -> T { try body(&state) }
}
