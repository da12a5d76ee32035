// swift-format-ignore-file
// The declarations of Dispatch that this package uses.
open class DispatchObject { public init() {}; public func activate() {} }
public final class DispatchQueue: @unchecked Sendable {
  public init(label: String) {}
  public class func global() -> DispatchQueue { DispatchQueue(label: "") }
  public func sync<T>(execute work: () throws -> T) rethrows -> T { try work() }
  public func async(execute work: @escaping @Sendable () -> Void) {}
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (() -> Void)?); func activate(); func cancel()
}
public protocol DispatchSourceTimer: DispatchSourceProtocol {
  func schedule(deadline: DispatchTime, repeating: DispatchTimeInterval)
}
public enum DispatchTimeInterval { case seconds(Int), milliseconds(Int) }
public struct DispatchTime: Comparable, Sendable {
  public static func now() -> DispatchTime { .init() }
  public var uptimeNanoseconds: UInt64 { 0 }
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool { false }
}
public func + (t: DispatchTime, i: DispatchTimeInterval) -> DispatchTime { t }
public class DispatchSource {
  public class func makeTimerSource(queue: DispatchQueue? = nil) -> any DispatchSourceTimer {
    fatalError()
  }
}
public final class DispatchSemaphore: Sendable {
  public init(value: Int) {}
  public func wait() {}
  @discardableResult public func signal() -> Int { 0 }
}
