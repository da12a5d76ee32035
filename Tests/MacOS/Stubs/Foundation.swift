// swift-format-ignore-file
// The declarations of Foundation that this package uses.
@_exported import Darwin
public struct URL: Sendable, Hashable {
  public init(filePath: String) {}
  public func appendingPathComponent(_ c: String) -> URL { self };
  public func appendingPathComponent(_ c: String, isDirectory: Bool) -> URL { self }
  public func appending(path: String) -> URL { self }
  public var path: String { "" }
}
public struct Data: Sendable, Hashable, RandomAccessCollection {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let mappedIfSafe = ReadingOptions(rawValue: 1)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1);
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
  public init<S: Sequence>(_ bytes: S) where S.Element == UInt8 {}
  public init(contentsOf: URL, options: ReadingOptions = []) throws {}
  public func write(to: URL, options: WritingOptions = []) throws {}
  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
  public var startIndex: Int { 0 }; public var endIndex: Int { 0 }
  public subscript(i: Int) -> UInt8 { 0 }
}
public struct UUID: Sendable { public init() {}; public var uuidString: String { "" } }
public struct Date: Sendable { public init() {}; public var timeIntervalSince1970: Double { 0 } }
open class FileManager: @unchecked Sendable {
  public class var `default`: FileManager { FileManager() }; public init() {}
  open func createDirectory(
    atPath: String, withIntermediateDirectories: Bool, attributes: [String: Any]? = nil
  ) throws {}
  open func copyItem(atPath: String, toPath: String) throws {}
  open func removeItem(atPath: String) throws {}
}
open class ProcessInfo: @unchecked Sendable {
  public class var processInfo: ProcessInfo { ProcessInfo() }; public init() {}
  open var environment: [String: String] { [:] }; open var activeProcessorCount: Int { 1 }
}
open class Bundle: @unchecked Sendable {
  public class var main: Bundle { Bundle() }; public init() {};
  open var executablePath: String? { nil }
}
public struct CocoaError: Error {
  public struct Code: Equatable, Sendable {
    public static var fileWriteOutOfSpace: Code { Code() }
    public static var fileNoSuchFile: Code { Code() }
    public static var fileReadNoSuchFile: Code { Code() }
    public static var fileReadNoPermission: Code { Code() }
    public var rawValue: Int { 0 }
  }
  public var code: Code { Code() }; public var underlying: (any Error)? { nil }
}
public struct POSIXError: Error {
  public enum Code: Int32, Sendable { case EPERM = 1 }; public var code: Code { .EPERM }
}
open class JSONEncoder {
  public init() {}
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1);
    public static let sortedKeys = OutputFormatting(rawValue: 2);
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  open var outputFormatting: OutputFormatting = []
  open func encode<T: Encodable>(_ v: T) throws -> Data { Data([]) }
}
open class JSONDecoder {
  public init() {};
  open func decode<T: Decodable>(_ t: T.Type, from: Data) throws -> T { fatalError() }
}
extension StringProtocol { public var capitalized: String { "" } }
