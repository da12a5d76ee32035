import TestSupport

/// Mutates PNGs and repairs what a mutation breaks, so mutated files get past the checksums.
///
/// Each repair is skipped now and then: the defects that it removes must be tested too.
package struct PNGMutator {
  /// libFuzzer's own mutation of bytes; the result has at most `most` bytes.
  package typealias ByteMutation = (_ bytes: [UInt8], _ most: Int) -> [UInt8]

  private var random: SplitMix
  private let mutateBytes: ByteMutation
  private var file = PNGFile()

  /// Creates a mutator; the same seed and bytes make the same mutation.
  package init(seed: UInt64, mutateBytes: @escaping ByteMutation) {
    random = SplitMix(state: seed)
    self.mutateBytes = mutateBytes
  }

  /// Returns the bytes with a few changes; the result has at most `most` bytes.
  package mutating func mutate(_ bytes: [UInt8], most: Int) -> [UInt8] {
    file = PNGFile(bytes)
    guard !chance(1, in: 24), !file.chunks.isEmpty else { return mutateBytes(bytes, most) }
    for _ in 0...Int.random(in: 0..<3, using: &random) { change() }
    repair()
    let mutated = file.bytes
    return mutated.count <= most ? mutated : mutateBytes(bytes, most)
  }

  /// Returns the file with correct lengths, checksums, sequence numbers, frame counts and image data.
  package static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var mutator = PNGMutator(seed: 0) { bytes, _ in bytes }
    mutator.file = PNGFile(bytes)
    mutator.placeFrames()
    mutator.fitImages()
    mutator.number()
    return mutator.file.bytes
  }

  private mutating func repair() {
    if !chance(1, in: 8) { placeFrames() }
    if !chance(1, in: 4) { fitImages() }
    if !chance(1, in: 8) { number() }
  }

  // MARK: Changes

  private mutating func change() {
    let index = Int.random(in: 0..<max(1, file.chunks.count), using: &random)
    guard index < file.chunks.count else { return insert(at: 0) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: file.chunks.insert(file.chunks[index], at: anywhere())
    case 1: file.chunks.remove(at: index)
    case 2: file.chunks.swapAt(index, Int.random(in: 0..<file.chunks.count, using: &random))
    case 3: insert(at: anywhere())
    case 4: file.chunks[index].data = mutateBytes(file.chunks[index].data, 1024)
    case 5: split(index)
    case 6: changeHeader()
    case 7, 8: changeFrame()
    case 9: addFrame()
    default: changeRows()
    }
  }

  private mutating func anywhere() -> Int { Int.random(in: 0...file.chunks.count, using: &random) }

  private mutating func insert(at index: Int) {
    let number = PNGBytes.number(odd())
    let chunk: PNGFile.Chunk =
      switch Int.random(in: 0..<11, using: &random) {
      case 0: .init("acTL", number + PNGBytes.number(odd()))
      case 1: .init("fcTL", frameControl())
      case 2: .init("fdAT", number + PNGBytes.zlib(noise(Int.random(in: 0..<64, using: &random))))
      case 3: .init("tRNS", noise(Int.random(in: 0..<8, using: &random)))
      case 4: .init("PLTE", noise(3 * Int.random(in: 0..<20, using: &random)))
      case 5: .init("IDAT", noise(Int.random(in: 0..<16, using: &random)))
      case 6: .init("gAMA", number)
      case 7: .init("iCCP", Array("name".utf8) + [0, 0] + Zlib.deflated(noise(40)))
      case 8: .init("sRGB", noise(1))
      case 9:
        .init(
          ["CgBI", "teXt", "ABCD", "IHDR", "cICP", "cHRM"].randomElement(using: &random) ?? "IEND")
      default: .init("IEND")
      }
    file.chunks.insert(chunk, at: index)
  }

  private mutating func split(_ index: Int) {
    let isFrame = file.chunks[index].has("fdAT")
    let start = isFrame ? 4 : 0
    guard isFrame || file.chunks[index].has("IDAT"), file.chunks[index].data.count > start else {
      return
    }
    let data = file.chunks[index].data
    let cut = Int.random(in: start..<data.count, using: &random)
    var second = file.chunks[index]
    second.data = Array(data.prefix(start) + data[cut...])
    file.chunks[index].data = Array(data[..<cut])
    file.chunks.insert(second, at: index + 1)
  }

  private mutating func changeHeader() {
    guard let index = file.chunks.firstIndex(where: { $0.has("IHDR") }),
      file.chunks[index].data.count == 13
    else { return }
    let forms: [(depth: UInt8, color: UInt8)] = [
      (1, 0), (2, 0), (4, 0), (8, 0), (16, 0), (8, 2), (16, 2), (1, 3), (2, 3), (4, 3), (8, 3),
      (8, 4), (16, 4), (8, 6), (16, 6),
    ]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: file.chunks[index].data.replaceSubrange(0..<4, with: PNGBytes.number(side()))
    case 1: file.chunks[index].data.replaceSubrange(4..<8, with: PNGBytes.number(side()))
    case 2:
      let form = forms.randomElement(using: &random) ?? (8, 6)
      file.chunks[index].data.replaceSubrange(8..<10, with: [form.depth, form.color])
    case 3: file.chunks[index].data[12] ^= 1
    default:
      let byte = Int.random(in: 8..<13, using: &random)
      file.chunks[index].data[byte] = UInt8.random(in: 0...17, using: &random)
    }
  }

  private mutating func changeFrame() {
    let frames = file.chunks.indices.filter {
      file.chunks[$0].has("fcTL") && file.chunks[$0].data.count == 26
    }
    guard let index = frames.randomElement(using: &random) else { return addFrame() }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let field = 4 * Int.random(in: 0..<5, using: &random)
      file.chunks[index].data.replaceSubrange(field..<field + 4, with: PNGBytes.number(odd()))
    case 1, 2:
      file.chunks[index].data.replaceSubrange(
        4..<20, with: [side(), side(), side(), side()].flatMap(PNGBytes.number))
    case 3:
      let delay = Int.random(in: 20..<24, using: &random)
      file.chunks[index].data[delay] = UInt8.random(in: 0...255, using: &random)
    default:
      file.chunks[index].data[24] = UInt8.random(in: 0...3, using: &random)
      file.chunks[index].data[25] = UInt8.random(in: 0...2, using: &random)
    }
  }

  /// Adds a valid frame, and an acTL if there is none.
  private mutating func addFrame() {
    if !file.chunks.contains(where: { $0.has("acTL") }) {
      file.chunks.insert(
        .init("acTL", PNGBytes.number(1) + PNGBytes.number(0)), at: min(1, file.chunks.count))
    }
    let end = file.chunks.lastIndex { $0.has("IEND") } ?? file.chunks.count
    file.chunks.insert(
      contentsOf: [
        .init("fcTL", frameControl()), .init("fdAT", PNGBytes.number(0) + PNGBytes.zlib(noise(9))),
      ], at: end)
  }

  private mutating func changeRows() {
    guard let image = file.images.randomElement(using: &random) else { return }
    var rows = file.rows(of: image)
    guard !rows.isEmpty else { return }
    if chance(1, in: 2) {
      let row = image.geometry.isSmall ? image.geometry.rowLengths.first ?? 1 : 1
      let filter = row * Int.random(in: 0...(rows.count - 1) / row, using: &random)
      rows[filter] = UInt8.random(in: 0...5, using: &random)
    } else {
      rows = mutateBytes(rows, min(rows.count + 16, 4096))
    }
    file.store(compressed(rows), in: image)
  }

  private mutating func compressed(_ rows: [UInt8]) -> [UInt8] {
    chance(1, in: 2) ? PNGBytes.zlib(rows) : Zlib.deflated(rows)
  }

  // MARK: Repairs

  /// Moves frames onto the canvas. A first frame that is the static image covers all of it.
  private mutating func placeFrames() {
    guard let canvas = file.geometry, canvas.isSmall else { return }
    var sawImage = false
    for index in file.chunks.indices {
      if file.chunks[index].has("IDAT") { sawImage = true }
      guard file.chunks[index].has("fcTL"), file.chunks[index].data.count == 26 else { continue }
      let stored = (1..<5).map { PNGFile.number(file.chunks[index].data, 4 * $0) }
      let width = sawImage ? 1 + max(0, stored[0] - 1) % canvas.width : canvas.width
      let height = sawImage ? 1 + max(0, stored[1] - 1) % canvas.height : canvas.height
      let place = [
        stored[2] % (canvas.width - width + 1), stored[3] % (canvas.height - height + 1),
      ]
      file.chunks[index].data.replaceSubrange(
        4..<20, with: ([width, height] + place).flatMap(PNGBytes.number))
    }
  }

  /// Gives each image exactly the rows that its size requires.
  private mutating func fitImages() {
    for image in file.images where image.geometry.isSmall {
      let lengths = image.geometry.rowLengths
      let stored = file.rows(of: image)
      let expected = lengths.reduce(0, +)
      guard stored.count != expected else { continue }
      var rows = stored.isEmpty ? [1] : stored
      while rows.count < expected { rows += rows.prefix(expected - rows.count) }
      rows.removeLast(rows.count - expected)
      var start = 0
      for length in lengths {
        rows[start] %= 5
        start += length
      }
      file.store(compressed(rows), in: image)
    }
  }

  private mutating func number() {
    var sequence = 0
    let frames = file.chunks.count { $0.has("fcTL") }
    for index in file.chunks.indices where file.chunks[index].data.count >= 4 {
      if file.chunks[index].has("fcTL") || file.chunks[index].has("fdAT") {
        file.chunks[index].data.replaceSubrange(0..<4, with: PNGBytes.number(sequence))
        sequence += 1
      } else if file.chunks[index].has("acTL") {
        file.chunks[index].data.replaceSubrange(0..<4, with: PNGBytes.number(frames))
      }
    }
  }

  // MARK: Chance

  private mutating func chance(_ favorable: Int, in all: Int) -> Bool {
    Int.random(in: 0..<all, using: &random) < favorable
  }

  private mutating func side() -> Int { Int.random(in: 1...20, using: &random) }

  private mutating func odd() -> Int {
    let numbers = [
      0, 1, 2, 3, 7, 16, 255, 256, 65535, 65536, 1 << 22, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
    ]
    return numbers.randomElement(using: &random) ?? 0
  }

  private mutating func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func frameControl() -> [UInt8] {
    [0, side(), side(), side(), side()].flatMap(PNGBytes.number) + [0, 1, 0, 10]
      + [UInt8.random(in: 0...2, using: &random), UInt8.random(in: 0...1, using: &random)]
  }
}
