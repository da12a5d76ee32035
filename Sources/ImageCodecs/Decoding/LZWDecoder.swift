/// Turns a GIF image's compressed data into palette indices (GIF89a, appendix F).
///
/// A code stands for a run of indices that came before, so the table holds no runs of its own: each
/// entry is a place in the output and a length.
package struct LZWDecoder {
  /// Why the indices end where they do.
  package enum Ending: Equatable, Sendable {
    /// There is an index for every pixel.
    case complete
    /// There is an index for every pixel, and there are codes for more.
    case surplus
    /// The end code comes before the last pixel.
    case endCode
    /// The data ends before the last pixel.
    case dataEnd
    /// A code that stands for nothing yet.
    case unknownCode(Int, tableSize: Int)
    /// The code size leaves no room for a code; this many bits.
    case codeSize(Int)
  }

  /// Codes have at most 12 bits, and two of them are the clear code and the end code.
  private static let largestCodeSize = 11
  private static let mostCodes = 4096

  /// One index for each pixel; those that were not decoded are 0.
  package private(set) var indices: [UInt8]
  /// How many of `indices` were decoded.
  package private(set) var count = 0
  /// Why there are no more.
  package private(set) var ending = Ending.dataEnd

  /// Decodes the data of an image: its code size, sub-blocks and terminator.
  package init(_ data: ArraySlice<UInt8>, pixels: Int) {
    indices = [UInt8](repeating: 0, count: pixels)
    guard let codeSize = data.first.map(Int.init) else { return }
    guard codeSize <= Self.largestCodeSize else {
      ending = .codeSize(codeSize)
      return
    }
    decode(Self.joined(data.dropFirst()), codeSize)
  }

  /// The contents of sub-blocks without the lengths before them.
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

  private mutating func decode(_ codes: [UInt8], _ codeSize: Int) {
    let clear = 1 << codeSize
    let end = clear + 1
    var starts = [Int](repeating: 0, count: Self.mostCodes)
    var lengths = [Int](repeating: 0, count: Self.mostCodes)
    var next = end + 1
    var width = codeSize + 1
    // The run before, to which the next code's first index is added; a length of 0 stands for none.
    var (start, length) = (0, 0)
    var (bits, bitCount, position) = (0, 0, 0)
    var written = 0
    var positionWhenWhole = 0

    let total = indices.count
    let source = codes.span
    var output = indices.mutableSpan
    var startTable = starts.mutableSpan
    var lengthTable = lengths.mutableSpan
    defer { count = written }

    while true {
      while bitCount < width {
        guard position < source.count else {
          ending = written == total ? .complete : .dataEnd
          return
        }
        bits |= Int(source[position]) &<< bitCount
        position &+= 1
        bitCount &+= 8
      }
      let code = bits & (1 &<< width &- 1)
      bits &>>= width
      bitCount &-= width
      if code == clear {
        next = end + 1
        width = codeSize + 1
        length = 0
        continue
      }
      guard code != end else {
        ending = written == total ? .complete : .endCode
        return
      }
      guard written < total else {
        // Bits that fill up the last byte may look like a code.
        if position == positionWhenWhole { continue }
        ending = .surplus
        return
      }
      guard code < next || code == next && length > 0 else {
        ending = .unknownCode(code, tableSize: next)
        return
      }
      // The new entry is the run before and this one's first index, which follows it in the output.
      if length > 0, next < Self.mostCodes {
        startTable[next] = start
        lengthTable[next] = length &+ 1
        next &+= 1
        if next == 1 &<< width, width < 12 { width &+= 1 }
      }
      start = written
      if code < clear {
        length = 1
        output[written] = UInt8(truncatingIfNeeded: code)
        written &+= 1
      } else {
        let from = startTable[code]
        length = lengthTable[code]
        let copied = min(length, total &- written)
        for offset in 0..<copied { output[written &+ offset] = output[from &+ offset] }
        written &+= copied
      }
      if written == total { positionWhenWhole = position }
    }
  }
}
