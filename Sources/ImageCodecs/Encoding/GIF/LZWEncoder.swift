/// Compresses the pixels of GIF images, each of which may have several indices that look right: the one that
/// makes the longest known string is used.
///
/// Source: GIF89a, appendix F. The choice between indices follows the idea of gifsicle's `--lossy`.
struct LZWEncoder {
  /// The indices that each pixel may be stored as.
  struct Choices {
    /// For each wanted index, those that may be stored for it, and the cost of each.
    var indices: [[(index: UInt8, cost: Float)]]
    /// The index that leaves a pixel as it is.
    var transparent: UInt8
  }

  /// A known string that the pixels so far can be stored as.
  private struct Match {
    var code: Int
    /// Its first index.
    var first: UInt8
    var cost: Float
  }

  private static let maximumCodes = 4096
  /// The number of strings that are followed at once, which limits time.
  private static let width = 6
  /// The largest number of strings of one pixel: more than its choices.
  private static let mostMatches = 256 + 1

  /// The number of codes after which a full table is judged; 0 to clear it at once. None is the best for all images.
  var judgedCodes = 64

  /// A place in the data at which the table can be cleared.
  private struct Place {
    /// The first pixel that is not encoded.
    var start: Int
    var byteCount: Int
    var pending: UInt32
    var pendingBits: UInt32

    var bitCount: Int { byteCount * 8 + Int(pendingBits) }
  }

  /// Whether the table of the last image was full.
  private(set) var wasFull = false

  private let bits: Int
  private let transparent: UInt8
  /// The choices for each wanted index, one after the other, and where they begin; the last is the end.
  private let choices: [(index: UInt8, cost: Float)]
  private let starts: [Int]
  /// The code of each string with one more index; 0 for none, because no such string has the code 0.
  private var children = [UInt16](repeating: 0, count: maximumCodes << 8)
  /// The bits of the indices that follow each string in others. The table of all is too large for the fastest cache.
  private var followers = [UInt64](repeating: 0, count: maximumCodes)
  /// Each string without its last index, and that index.
  private var strings = [(before: Int, last: UInt8)](repeating: (0, 0), count: maximumCodes)
  private var codeCount = 0
  private var codeSize = 0
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingBits: UInt32 = 0
  /// The largest cost of each pixel.
  private var limits: [Float] = []

  /// - Parameter bits: the palette size as a power of two, 1 to 8.
  init(bits: Int, _ choices: Choices) {
    self.bits = max(2, bits)
    transparent = choices.transparent
    self.choices = choices.indices.flatMap { $0 }
    starts = choices.indices.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Returns the code size and the data blocks of an image, and the indices that they store.
  ///
  /// - Parameters:
  ///   - wanted: the index of each pixel.
  ///   - keepCosts: the cost of a transparent pixel instead of each; infinite where it would be wrong.
  mutating func encode(
    _ wanted: [UInt8], keepCosts: [Float], limits: [Float]
  ) -> (data: [UInt8], indices: [UInt8]) {
    self.limits = limits
    var matches = [Match](
      repeating: Match(code: 0, first: 0, cost: 0), count: 2 * Self.mostMatches)
    bytes = []
    wasFull = false
    reset()
    write(code: 1 << bits)
    var indices = wanted
    var last: Match?
    // Where the table was empty, and where it was judged last since it is full.
    var (empty, judged) = (place(0), Place?.none)
    // The first pixel of the next string, and the pixels of the one before.
    var (start, length) = (0, 0)
    while start < wanted.count {
      var found = longest(from: start, wanted, keepCosts, &matches)
      if let before = last {
        write(before)
        if codeCount < Self.maximumCodes {
          add(before, found.match.first)
          // A string of the new code, which goes on after all pixels of the one before.
          if before.first == found.match.first, found.end - start >= length {
            found = longest(
              from: start, wanted, keepCosts, startingWith: found.match.first, &matches)
          }
        } else {
          wasFull = true
          let here = place(start)
          let since = judged ?? here
          if here.bitCount - since.bitCount >= judgedCodes * codeSize {
            // More bits for a pixel than since the table was empty.
            if judgedCodes == 0
              || (here.bitCount - since.bitCount) * (since.start - empty.start)
                > (since.bitCount - empty.bitCount) * (here.start - since.start)
            {
              (start, last, judged) = (since.start, nil, nil)
              clear(at: since)
              empty = place(start)
              continue
            }
            judged = here
          } else {
            judged = since
          }
        }
      }
      var code = found.match.code
      for index in (start..<found.end).reversed() {
        indices[index] = index == start ? found.match.first : strings[code].last
        code = strings[code].before
      }
      length = found.end - start
      (last, start) = (found.match, found.end)
    }
    if let last { write(last) }
    write(code: 1 << bits + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    (pending, pendingBits) = (0, 0)
    return (blocks(), indices)
  }

  /// Returns the cheapest of the longest known strings that the pixels from `start` can be stored as, and
  /// the end of its pixels.
  ///
  /// - Parameter matches: a place for the strings of the pixels so far, and for those with one more pixel.
  private func longest(
    from start: Int, _ wanted: [UInt8], _ keepCosts: [Float], startingWith first: UInt8? = nil,
    _ matches: inout [Match]
  ) -> (match: Match, end: Int) {
    let (table, followers) = (children.span, followers.span)
    let (choices, starts, limits) = (choices.span, starts.span, limits.span)
    let (wanted, keepCosts) = (wanted.span, keepCosts.span)
    var matches = matches.mutableSpan
    var (current, count) = (0, 0)
    for place in starts[Int(wanted[start])]..<starts[Int(wanted[start]) + 1] {
      let (index, cost) = choices[place]
      if cost > limits[start] { break }
      if index != first ?? index { continue }
      matches[count] = Match(code: Int(index), first: index, cost: cost)
      count += 1
    }
    if keepCosts[start] < .infinity, transparent == first ?? transparent {
      matches[count] = Match(code: Int(transparent), first: transparent, cost: keepCosts[start])
      count += 1
    }
    var end = start + 1
    while end < wanted.count {
      let (begin, stop) = (starts[Int(wanted[end])], starts[Int(wanted[end]) + 1])
      let (limit, keepCost) = (limits[end], keepCosts[end])
      let longer = Self.mostMatches - current
      var longerCount = 0
      for position in current..<current + count {
        let match = matches[position]
        let known = followers[match.code]
        if known == 0 { continue }
        var place = begin
        while place < stop, choices[place].cost <= limit {
          let (index, cost) = choices[place]
          if known & Self.mask(index) != 0 {
            Self.follow(match, index, cost, table, &matches, longer, &longerCount)
          }
          place += 1
        }
        if keepCost < .infinity, known & Self.mask(transparent) != 0 {
          Self.follow(match, transparent, keepCost, table, &matches, longer, &longerCount)
        }
      }
      if longerCount == 0 { break }
      (current, count) = (longer, longerCount)
      end += 1
    }
    var best = matches[current]
    for position in current..<current + count where matches[position].cost < best.cost {
      best = matches[position]
    }
    return (best, end)
  }

  /// Returns the bit of an index, by its lowest six bits.
  @inline(__always)
  private static func mask(_ index: UInt8) -> UInt64 { 1 &<< UInt64(index) }

  /// Adds a string with one more index to the cheapest ones, of which there are `count` from `start` on.
  @inline(__always)
  private static func follow(
    _ match: Match, _ index: UInt8, _ cost: Float, _ table: Span<UInt16>,
    _ matches: inout MutableSpan<Match>, _ start: Int, _ count: inout Int
  ) {
    let code = Int(table[match.code << 8 | Int(index)])
    guard code > 0 else { return }
    let next = Match(code: code, first: match.first, cost: match.cost + cost)
    if count < width {
      matches[start + count] = next
      count += 1
      return
    }
    var worst = start
    for position in start + 1..<start + count where matches[worst].cost < matches[position].cost {
      worst = position
    }
    if next.cost < matches[worst].cost { matches[worst] = next }
  }

  /// Makes a string with one more index known.
  private mutating func add(_ match: Match, _ index: UInt8) {
    children[match.code << 8 | Int(index)] = UInt16(codeCount)
    followers[match.code] |= Self.mask(index)
    strings[codeCount] = (match.code, index)
    codeCount += 1
  }

  private func place(_ start: Int) -> Place {
    Place(start: start, byteCount: bytes.count, pending: pending, pendingBits: pendingBits)
  }

  /// Clears the table at an earlier place.
  private mutating func clear(at place: Place) {
    bytes.removeLast(bytes.count - place.byteCount)
    (pending, pendingBits) = (place.pending, place.pendingBits)
    write(code: 1 << bits)
    reset()
  }

  private mutating func reset() {
    for code in 1 << bits + 2..<max(1 << bits + 2, codeCount) {
      children[strings[code].before << 8 | Int(strings[code].last)] = 0
      followers[strings[code].before] = 0
    }
    codeSize = bits + 1
    codeCount = 1 << bits + 2
  }

  private mutating func write(_ match: Match) {
    write(code: match.code)
    // The decoder knows as many codes when it reads the next one.
    if codeCount >= 1 << codeSize, codeSize < 12 { codeSize += 1 }
  }

  private mutating func write(code: Int) {
    pending |= UInt32(code) << pendingBits
    pendingBits += UInt32(codeSize)
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  /// The code size, the data in blocks of at most 255 bytes, and their terminator.
  private func blocks() -> [UInt8] {
    var result = [UInt8(bits)]
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      result.append(UInt8(block.count))
      result += block
    }
    return result + [0]
  }
}
