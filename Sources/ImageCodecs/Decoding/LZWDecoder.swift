/// Decodes a GIF image's compressed data to palette indices (GIF89a, appendix F).
///
/// Each code repeats a run of earlier indices, so a table entry is only an offset in the output and
/// a length.
package struct LZWDecoder {
  /// Why decoding ended.
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
  /// Why decoding ended.
  package private(set) var ending = Ending.dataEnd

  /// Decodes the data of an image: code size, sub-blocks and terminator.
  package init(_ data: ArraySlice<UInt8>, pixels: Int) {
    indices = [UInt8](repeating: 0, count: pixels)
    guard let codeSize = data.first.map(Int.init) else { return }
    guard codeSize <= Self.maximumCodeSize else {
      ending = .codeSize(codeSize)
      return
    }
    decode(Self.joined(data.dropFirst()), codeSize)
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

  private mutating func decode(_ codes: [UInt8], _ codeSize: Int) {
    let clear = 1 << codeSize
    let end = clear + 1
    var starts = [Int](repeating: 0, count: Self.maximumCodes)
    var lengths = [Int](repeating: 0, count: Self.maximumCodes)
    var next = end + 1
    var width = codeSize + 1
    // The previous run, to which the next code's first index is appended; its length is 0 at first.
    var (start, length) = (0, 0)
    var (bits, bitCount, position) = (0, 0, 0)
    var written = 0
    var positionWhenComplete = 0

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
        // The padding of the last byte may look like a code.
        if position == positionWhenComplete { continue }
        ending = .surplus
        return
      }
      guard code < next || code == next && length > 0 else {
        ending = .unknownCode(code, tableSize: next)
        return
      }
      // The new entry is the previous run and this one's first index, which follows it in the
      // output.
      if length > 0, next < Self.maximumCodes {
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
      if written == total { positionWhenComplete = position }
    }
  }
}
