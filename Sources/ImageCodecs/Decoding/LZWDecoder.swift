/// Decodes a GIF image's compressed data to palette indices (GIF89a, appendix F).
///
/// Each code repeats a run of earlier indices, so a table entry is only an offset in the output and
/// a length.
package struct LZWDecoder {
  /// The reason decoding ended.
  package enum Ending: Equatable, Sendable {
    /// Every pixel has an index.
    case complete
    /// Every pixel has an index, and more codes follow.
    case surplus
    /// The end code precedes the last pixel.
    case endCode
    /// The data ends before the last pixel.
    case dataEnd
    /// The code is not in the table yet.
    case unknownCode(Int, tableSize: Int)
    /// The code size, in bits, is too large.
    case codeSize(Int)
  }

  // Codes have at most 12 bits, and two codes are reserved: clear and end.
  private static let maximumCodeSize = 11
  private static let maximumCodes = 4096

  /// One index per pixel; 0 for those that were not decoded.
  package private(set) var indices: [UInt8]
  /// The number of decoded indices.
  package private(set) var count = 0
  /// The highest of the decoded indices; 0 without any.
  package private(set) var highestIndex = 0
  /// The reason decoding ended.
  package private(set) var ending = Ending.dataEnd

  /// Decodes the data of an image: code size, sub-blocks and terminator.
  package init(_ data: ArraySlice<UInt8>, pixels: Int) {
    indices = [UInt8](repeating: 0, count: pixels)
    guard let codeSize = data.first.map(Int.init) else { return }
    guard codeSize <= Self.maximumCodeSize else {
      ending = .codeSize(codeSize)
      return
    }
    ending = decode(Self.joined(data.dropFirst()), codeSize)
    // Copies may write more than they should.
    for index in count..<min(count + 7, pixels) { indices[index] = 0 }
  }

  var isComplete: Bool { count == indices.count }

  mutating func replaceIndices(_ other: [UInt8]) {
    indices = other
    highestIndex = Int(other.max() ?? 0)
  }

  /// Returns the contents of sub-blocks without their lengths.
  private static func joined(_ blocks: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(blocks.count)
    var position = blocks.startIndex
    while position < blocks.endIndex, blocks[position] > 0 {
      let end = min(blocks.endIndex, position + 1 + Int(blocks[position]))
      result += blocks[position + 1..<end]
      position = end
    }
    return result
  }

  /// Writes the indices of the codes, and returns why it stopped.
  private mutating func decode(_ codes: [UInt8], _ codeSize: Int) -> Ending {
    let clear = 1 << codeSize
    let end = clear + 1
    var table = [Run](repeating: Run(start: 0, length: 0), count: Self.maximumCodes)
    var next = end + 1
    var width = codeSize + 1
    // The previous run, to which the next code's first index is appended; its length is 0 at first.
    var (start, length) = (0, 0)
    var reader = CodeReader()
    var (written, highest, positionWhenComplete) = (0, 0, 0)

    let total = indices.count
    let source = codes.span
    var output = indices.mutableSpan
    var runs = table.mutableSpan
    defer { (count, highestIndex) = (written, highest) }

    while true {
      guard let code = reader.next(width, of: source) else {
        return written == total ? .complete : .dataEnd
      }
      if code == clear {
        next = end + 1
        width = codeSize + 1
        length = 0
        continue
      }
      guard code != end else { return written == total ? .complete : .endCode }
      guard written < total else {
        // The padding of the last byte may look like a code.
        if reader.byte == positionWhenComplete { continue }
        return .surplus
      }
      guard code < next || code == next && length > 0 else {
        return .unknownCode(code, tableSize: next)
      }
      // The new entry is the previous run and this one's first index, which follows it in the
      // output.
      if length > 0, next < Self.maximumCodes {
        runs[next] = Run(start: start, length: length &+ 1)
        next &+= 1
        if next == 1 &<< width, width < 12 { width &+= 1 }
      }
      start = written
      if code < clear {
        length = 1
        output[written] = UInt8(truncatingIfNeeded: code)
        highest = max(highest, code)
        written &+= 1
      } else {
        let run = runs[code]
        length = run.length
        let copied = min(length, total &- written)
        output.repeatRun(from: run.start, count: copied, at: written)
        written &+= copied
      }
      if written == total { positionWhenComplete = reader.byte }
    }
  }
}

/// Indices of the output that a code repeats, in one number: a table of them is half as large as of two.
private struct Run {
  private static let lengthBits: UInt64 = 16
  private let bits: UInt64

  /// - Parameter length: at most the number of codes, 4,096.
  @inline(__always)
  init(start: Int, length: Int) {
    bits =
      UInt64(truncatingIfNeeded: start) &<< Self.lengthBits | UInt64(truncatingIfNeeded: length)
  }

  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: bits &>> Self.lengthBits) }
  @inline(__always)
  var length: Int { Int(truncatingIfNeeded: bits & (1 &<< Self.lengthBits &- 1)) }
}

/// Reads codes, the first bit in the lowest one of a byte.
private struct CodeReader {
  /// The next codes, the first in the lowest bits. Bits from `bitCount` on may be set.
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// The number of bytes that were taken into `bits`.
  private var position = 0

  /// The index of the byte in which the next code begins.
  var byte: Int { position &- bitCount &>> 3 }

  /// Returns the next code of a width in bits; nil where the data ends within it.
  @inline(__always)
  mutating func next(_ width: Int, of source: Span<UInt8>) -> Int? {
    if bitCount < width {
      let count = min((63 &- bitCount) &>> 3, source.count &- position)
      bits |= source.bits(from: position) &<< UInt64(truncatingIfNeeded: bitCount)
      position &+= count
      bitCount &+= count &* 8
      guard bitCount >= width else { return nil }
    }
    let code = Int(truncatingIfNeeded: bits) & (1 &<< width &- 1)
    bits &>>= UInt64(truncatingIfNeeded: width)
    bitCount &-= width
    return code
  }
}

extension Span where Element == UInt8 {
  /// Returns up to eight bytes, the first in the lowest bits.
  @inline(__always)
  fileprivate func bits(from index: Int) -> UInt64 {
    guard index &+ 8 <= count else {
      return (index..<count).reversed().reduce(0) { $0 << 8 | UInt64(self[$1]) }
    }
    // Unsafe: only for types with invalid bit patterns. The load checks its bounds.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

extension MutableSpan where Element == UInt8 {
  /// Copies a run to a place after its start. It may end one byte after that place.
  ///
  /// Up to seven bytes after the copy are overwritten.
  @inline(__always)
  fileprivate mutating func repeatRun(from start: Int, count: Int, at place: Int) {
    if place &- start >= 8, place &+ count &+ 7 <= self.count {
      var bytes = unsafe mutableBytes
      var offset = 0
      while offset < count {
        // Unsafe: only for types with invalid bit patterns. The accesses check their bounds.
        let eight = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: start &+ offset, as: UInt64.self)
        bytes.storeBytes(of: eight, toByteOffset: place &+ offset, as: UInt64.self)
        offset &+= 8
      }
    } else {
      for offset in 0..<count { self[place &+ offset] = self[start &+ offset] }
    }
  }
}
