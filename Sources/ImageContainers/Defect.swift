package import Basics

/// A violation of a file's format, and where in the file it is.
public struct Defect: Error, Sendable, Equatable {
  /// The kind of a defect. One lint rule reports each kind.
  public enum Kind: String, Sendable, CaseIterable {
    /// A checksum mismatch, an invalid value, or data that cannot be decoded.
    case corrupt
    /// The file ends too early.
    case truncated
    /// Data follows the end of the image.
    case trailingBytes
    /// The PNG was optimized by Xcode for iOS (a `CgBI` chunk), which most other decoders do not
    /// support.
    case appleOptimized
    /// The format allows the coding, but most decoders do not support it.
    case unsupportedCoding
    /// The frame count in acTL is 0 or differs from the number of fcTL chunks.
    case frameCount
    /// The sequence number of an fcTL or fdAT is out of order.
    case frameSequence
    /// A frame is empty or extends beyond the canvas.
    case frameArea
    /// A dispose or blend operation is invalid.
    case frameOperation
    /// An animation chunk is missing, duplicate or out of order.
    case frameOrder
    /// A frame has no image data.
    case frameData
    /// A decoding limit is exceeded, so the file was not decoded completely.
    case limit

    /// Whether a file with the defect must not be changed, because it may lose more.
    package var isDamage: Bool { self != .trailingBytes && self != .appleOptimized }
  }

  /// The kind of defect.
  public var kind: Kind
  /// The chunk, block or segment, and its offset.
  public var place: Place?
  /// The problem, in lower case without a period: what was expected and what was found.
  public var message: String
  /// The measured value, if there is one to compare.
  public var measured: Quantity?
  /// The expected value or the limit, in the same unit.
  public var limit: Quantity?

  package init(
    _ kind: Kind, at place: Place?, _ message: String, measured: Quantity? = nil,
    limit: Quantity? = nil
  ) {
    self.kind = kind
    self.place = place
    self.message = message
    self.measured = measured
    self.limit = limit
  }
}

/// A place in a file: a named part and its offset.
public struct Place: Sendable, Equatable {
  /// The chunk, block or segment, such as `IDAT`, `image descriptor` or `SOS`. In JSON, the path of
  /// the value, such as `stickers[2].filename`.
  public var part: String
  /// The offset of the part, in bytes from the start of the file.
  public var offset: Int
  /// The line in a text file, from 1; nil in an image.
  public var line: Int?
  /// The column in a text file, from 1, in Unicode scalars; nil in an image.
  public var column: Int?

  package init(_ part: String, offset: Int) {
    self.part = part
    self.offset = offset
  }

  package init(_ part: String, offset: Int, line: Int, column: Int) {
    self.init(part, offset: offset)
    self.line = line
    self.column = column
  }
}

extension Place: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("column", column)
    json.add("line", line)
    json.add("offset", offset)
    json.add("part", part)
  }
}

extension [Defect] {
  // A malicious file can have a defect every few bytes, and a folder many such files. The first few say how
  // a file is damaged.
  static let maximumCount = 8

  /// Appends a defect unless there are `maximumCount` already.
  package mutating func note(_ defect: Defect) {
    guard count < Self.maximumCount else { return }
    append(defect)
  }

  mutating func note(_ kind: Defect.Kind, _ part: String, _ offset: Int, _ message: String) {
    note(Defect(kind, at: Place(part, offset: offset), message))
  }

  /// Appends a defect if data follows the end of an image.
  mutating func noteTrailing(from end: Int, to fileEnd: Int) {
    let count = fileEnd - end
    guard count > 0 else { return }
    note(
      Defect(
        .trailingBytes, at: Place("trailing bytes", offset: end),
        "\(count.counted("byte")) \(count == 1 ? "follows" : "follow") the end of the image",
        measured: Quantity(count, .bytes), limit: Quantity(0, .bytes)))
  }
}
