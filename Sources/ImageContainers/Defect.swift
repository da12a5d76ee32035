/// Something in a file's bytes that its format does not allow, with the place where it stands.
package struct Defect: Sendable, Equatable, Codable {
  /// What kind of damage it is. Every kind is one lint rule's business.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// The file breaks its format: a wrong checksum, an impossible value, data that does not decode.
    case corrupt
    /// The file ends before its format says it may.
    case truncated
    /// There are bytes after the end of the image.
    case trailingBytes
    /// The PNG was rewritten by Xcode for iOS (a `CgBI` chunk) and is no standard PNG any more.
    case appleOptimized
    /// The file has a form that the system's decoder cannot read, though its format allows it.
    case unsupportedCoding
    /// acTL's number of frames is 0 or is not the number of fcTL chunks.
    case frameCount
    /// An fcTL or fdAT has a sequence number that is repeated, missing or out of order.
    case frameSequence
    /// A frame is empty or reaches outside the canvas.
    case frameArea
    /// A dispose or blend operation has no meaning.
    case frameOperation
    /// An animation chunk stands where the specification does not allow it.
    case frameOrder
    /// A frame has no image data.
    case frameData
    /// A decoding limit was reached, so the file was not decoded whole.
    case limit
  }

  /// What kind of damage it is.
  package var kind: Kind
  /// The chunk, block or segment, and the byte at which it begins.
  package var place: Place?
  /// One sentence without a full stop: what was found and what was expected.
  package var message: String
  /// The measured number, where there is one that a reader would compare.
  package var measured: Quantity?
  /// What the measured number should have been, or was allowed to be; of the same unit.
  package var limit: Quantity?

  /// Creates a defect.
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

/// A place in a file: which part of it, and the offset in bytes from the file's first byte.
package struct Place: Sendable, Equatable, Codable {
  /// The chunk, block or segment: `IDAT`, `image descriptor`, `SOS`. In JSON, the value's path:
  /// `stickers[2].filename`.
  package var part: String
  /// Where the part begins, in bytes from the start of the file.
  package var offset: Int
  /// The line of a text, from 1; nil in an image.
  package var line: Int?
  /// The column in that line as a number of Unicode scalars, from 1; nil in an image.
  package var column: Int?

  /// Creates a place in an image.
  package init(_ part: String, offset: Int) {
    self.part = part
    self.offset = offset
  }

  /// Creates a place in a text.
  package init(_ part: String, offset: Int, line: Int, column: Int) {
    self.init(part, offset: offset)
    self.line = line
    self.column = column
  }
}

extension [Defect] {
  /// A hostile file can hold a defect every few bytes; past this many they say nothing new.
  static let mostKept = 64

  /// Keeps a defect unless there are enough already.
  package mutating func note(_ defect: Defect) {
    guard count < Self.mostKept else { return }
    append(defect)
  }

  mutating func note(
    _ kind: Defect.Kind, at place: Place?, _ message: String,
    measured: Quantity? = nil, limit: Quantity? = nil
  ) {
    note(Defect(kind, at: place, message, measured: measured, limit: limit))
  }

  mutating func note(
    _ kind: Defect.Kind, _ part: String, _ offset: Int, _ message: String,
    measured: Quantity? = nil, limit: Quantity? = nil
  ) {
    note(kind, at: Place(part, offset: offset), message, measured: measured, limit: limit)
  }

  /// Notes the bytes from the end of an image to the end of its file, if there are any.
  mutating func noteTrailing(from end: Int, to fileEnd: Int) {
    let count = fileEnd - end
    guard count > 0 else { return }
    note(
      .trailingBytes, "trailing bytes", end,
      "\(count) \(count == 1 ? "byte follows" : "bytes follow") the end of the image",
      measured: Quantity(count, .bytes), limit: Quantity(0, .bytes))
  }
}
