internal import Basics
internal import Timing

/// Parses a PNG's animation chunks: acTL, fcTL and fdAT, their order and sequence numbers.
///
/// Source: PNG Third Edition, 11.3.6 (APNG chunks) and 4.9 (sequence numbers).
struct APNGParser {
  private var control: (frames: Int, plays: Int, offset: Int)?
  private var frames: [PNGContainer.Frame] = []
  private var firstIsDefault = false
  private var sawImage = false
  private var nextSequence = 0
  private var sequenceIsBroken = false
  private var strayChunk: (type: String, offset: Int)?

  mutating func sawImageData(_ data: Range<Int>) {
    if !sawImage { firstIsDefault = !frames.isEmpty }
    sawImage = true
    if firstIsDefault { add(data) }
  }

  private mutating func add(_ data: Range<Int>) {
    guard let last = frames.indices.last else { return }
    frames[last].data.append(data)
    frames[last].entry.byteCount += data.count
  }

  mutating func read(
    _ type: String, _ data: Range<Int>, at offset: Int, in bytes: [UInt8],
    container: inout PNGContainer
  ) {
    let place = Place(type, offset: offset)
    switch type {
    case "acTL": readControl(data, at: place, in: bytes, container: &container)
    case "fcTL": readFrame(data, at: place, in: bytes, container: &container)
    default: readFrameData(data, at: place, in: bytes, container: &container)
    }
  }

  private mutating func readControl(
    _ data: Range<Int>, at place: Place, in bytes: [UInt8], container: inout PNGContainer
  ) {
    guard let frames = bytes.bigEndian32(at: data.lowerBound), data.count == 8,
      let plays = bytes.bigEndian32(at: data.lowerBound + 4)
    else {
      container.defects.note(
        .frameOrder, at: place,
        "invalid acTL length: expected 8 bytes, found \(data.count.grouped)",
        measured: Quantity(data.count, .bytes), limit: Quantity(8, .bytes))
      return
    }
    if sawImage {
      container.defects.note(
        .frameOrder, at: place, "unexpected acTL after IDAT: viewers show a still image")
    } else if control != nil {
      container.defects.note(.frameOrder, at: place, "duplicate acTL")
    } else {
      control = (frames, plays, place.offset)
    }
  }

  private mutating func readFrame(
    _ data: Range<Int>, at place: Place, in bytes: [UInt8], container: inout PNGContainer
  ) {
    guard data.count == 26, let header = container.header else {
      container.defects.note(
        .frameOrder, at: place,
        "invalid fcTL length: expected 26 bytes, found \(data.count.grouped)",
        measured: Quantity(data.count, .bytes), limit: Quantity(26, .bytes))
      return
    }
    if control == nil { strayChunk = strayChunk ?? (place.part, place.offset) }
    checkSequence(at: data.lowerBound, place, in: bytes, container: &container)
    func number(_ offset: Int) -> Int { bytes.bigEndian32(at: data.lowerBound + offset) ?? 0 }
    func short(_ offset: Int) -> Int { bytes.bigEndian16(at: data.lowerBound + offset) ?? 0 }
    let denominator = short(22)
    let operations = (bytes[data.lowerBound + 24], bytes[data.lowerBound + 25])
    let dispose: DisposeOperation? = [.none, .background, .previous].at(operations.0)
    let blend: BlendOperation? = [.source, .over].at(operations.1)
    let entry = FrameEntry(
      x: number(12), y: number(16), width: number(4), height: number(8),
      delay: Delay(numerator: short(20), denominator: denominator == 0 ? 100 : denominator),
      dispose: dispose ?? .none, blend: blend ?? .source, offset: place.offset, byteCount: 0)
    let name = "frame \(frames.count + 1)"
    if dispose == nil {
      container.defects.note(
        .frameOperation, at: place,
        "invalid dispose operation of \(name): expected 0 to 2, found \(operations.0)",
        measured: Quantity(operations.0, .value), limit: Quantity(2, .value))
    }
    if blend == nil {
      container.defects.note(
        .frameOperation, at: place,
        "invalid blend operation of \(name): expected 0 or 1, found \(operations.1)",
        measured: Quantity(operations.1, .value), limit: Quantity(1, .value))
    }
    checkArea(entry, name, place, header, container: &container)
    if !sawImage, !frames.isEmpty {
      container.defects.note(.frameOrder, at: place, "duplicate fcTL before IDAT")
    }
    frames.append(.init(entry: entry, data: []))
  }

  private mutating func checkArea(
    _ entry: FrameEntry, _ name: String, _ place: Place, _ header: PNGContainer.Header,
    container: inout PNGContainer
  ) {
    let size = CanvasSize(width: entry.width, height: entry.height)
    let area = "\(size) at (\(entry.x.grouped), \(entry.y.grouped))"
    let canvas = CanvasSize(width: header.width, height: header.height)
    if entry.width == 0 || entry.height == 0 {
      container.defects.note(.frameArea, at: place, "\(name) is empty: \(area)")
    } else if entry.x + entry.width > header.width || entry.y + entry.height > header.height {
      container.defects.note(
        .frameArea, at: place, "\(name) extends beyond the canvas of \(canvas): \(area)")
    } else if !sawImage,
      entry.x != 0 || entry.y != 0 || entry.width != header.width
        || entry.height != header.height
    {
      container.defects.note(
        .frameArea, at: place, "\(name) is the static image and must cover the canvas of \(canvas)")
    }
  }

  private mutating func readFrameData(
    _ data: Range<Int>, at place: Place, in bytes: [UInt8], container: inout PNGContainer
  ) {
    if control == nil { strayChunk = strayChunk ?? (place.part, place.offset) }
    guard data.count >= 4 else {
      container.defects.note(
        .frameData, at: place,
        "invalid fdAT length: expected at least 4 bytes, found \(data.count.grouped)",
        measured: Quantity(data.count, .bytes), limit: Quantity(4, .bytes))
      return
    }
    checkSequence(at: data.lowerBound, place, in: bytes, container: &container)
    if !sawImage {
      container.defects.note(.frameOrder, at: place, "unexpected fdAT before IDAT")
    } else if frames.isEmpty || frames.count == 1 && firstIsDefault {
      container.defects.note(
        .frameOrder, at: place, "unexpected fdAT before the fcTL of its frame")
    } else {
      add(data.lowerBound + 4..<data.upperBound)
    }
  }

  private mutating func checkSequence(
    at offset: Int, _ place: Place, in bytes: [UInt8], container: inout PNGContainer
  ) {
    let number = bytes.bigEndian32(at: offset) ?? 0
    // One wrong number shifts all after it, so only the first is reported.
    if number != nextSequence, !sequenceIsBroken {
      sequenceIsBroken = true
      container.defects.note(
        .frameSequence, at: place,
        "invalid sequence number: expected \(nextSequence.grouped), found \(number.grouped)",
        measured: Quantity(number, .value), limit: Quantity(nextSequence, .value))
    }
    nextSequence += 1
  }

  mutating func finish(container: inout PNGContainer) {
    guard let control else {
      if let stray = strayChunk, !container.defects.contains(where: { $0.kind == .frameOrder }) {
        container.defects.note(
          .frameOrder, at: Place(stray.type, offset: stray.offset),
          "missing acTL before \(stray.type): viewers show a still image")
      }
      return
    }
    let place = Place("acTL", offset: control.offset)
    if control.frames == 0 {
      container.defects.note(
        .frameCount, at: place, "invalid frame count: expected at least 1, found 0",
        measured: Quantity(0, .frames), limit: Quantity(1, .frames))
    } else if control.frames != frames.count {
      container.defects.note(
        .frameCount, at: place,
        "frame count mismatch: acTL declares \(control.frames.grouped), the file has \(frames.count.grouped)",
        measured: Quantity(control.frames, .frames), limit: Quantity(frames.count, .frames))
    }
    for (index, frame) in frames.enumerated() where frame.entry.byteCount == 0 {
      container.defects.note(
        .frameData, at: Place("fcTL", offset: frame.entry.offset),
        "frame \(index + 1) has no image data")
    }
    container.animation = .init(
      declaredFrames: control.frames, plays: control.plays, frames: frames,
      defaultImageIsFrame: firstIsDefault)
  }
}

extension Array {
  fileprivate func at(_ index: UInt8) -> Element? {
    Int(index) < count ? self[Int(index)] : nil
  }
}
