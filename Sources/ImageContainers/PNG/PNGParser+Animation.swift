internal import Basics
internal import Timing

/// Reads the chunks of an animation: acTL, fcTL and fdAT, their order and sequence numbers.
///
/// Source: PNG Third Edition, 11.3.6 (APNG chunks) and 4.9 (sequence numbers).
extension PNGParser {
  /// The content of the animation's chunks so far.
  struct AnimationChunks {
    var control: (frames: UInt32, plays: UInt32, place: Place)?
    var frames: [PNGContainer.Frame] = []
    /// Whether the image in IDAT is the first frame.
    var imageIsFrame = false
    fileprivate var nextSequence = 0
    fileprivate var sequenceIsBroken = false
    /// The first chunk that requires an acTL before it.
    fileprivate var stray: Place?
  }

  mutating func addFrameData(_ data: Range<Int>) {
    guard let last = animation.frames.indices.last else { return }
    animation.frames[last].data.append(data)
    animation.frames[last].entry.byteCount += data.count
  }

  mutating func readAnimationControl(_ data: Range<Int>) {
    guard let frames = bytes.bigEndian32(at: data.lowerBound), data.count == 8,
      let plays = bytes.bigEndian32(at: data.lowerBound + 4)
    else {
      noteLength(.frameOrder, data.count, expected: 8)
      return
    }
    if !result.imageData.isEmpty {
      note(.frameOrder, "unexpected acTL after IDAT: viewers show a still image")
    } else if animation.control != nil {
      note(.frameOrder, "duplicate acTL")
    } else {
      animation.control = (frames, plays, place)
    }
  }

  mutating func readFrameControl(_ data: Range<Int>) {
    guard data.count == 26, let header = result.header else {
      noteLength(.frameOrder, data.count, expected: 26)
      return
    }
    checkOrder(data)
    func number(_ offset: Int) -> UInt32 { bytes.bigEndian32(at: data.lowerBound + offset) ?? 0 }
    let (width, height, x, y) = (number(4), number(8), number(12), number(16))
    func short(_ offset: Int) -> Int { bytes.bigEndian16(at: data.lowerBound + offset) ?? 0 }
    let denominator = short(22)
    let operations = (bytes[data.lowerBound + 24], bytes[data.lowerBound + 25])
    let dispose: DisposeOperation? = [.none, .background, .previous].at(operations.0)
    let blend: BlendOperation? = [.source, .over].at(operations.1)
    let entry = FrameEntry(
      x: x.bounded, y: y.bounded, width: width.bounded, height: height.bounded,
      delay: Delay(numerator: short(20), denominator: denominator == 0 ? 100 : denominator),
      dispose: dispose ?? .none, blend: blend ?? .source, offset: place.offset, byteCount: 0)
    let name = "frame \(animation.frames.count + 1)"
    if dispose == nil {
      note(
        .frameOperation,
        "invalid dispose operation of \(name): expected 0 to 2, found \(operations.0)",
        measured: Quantity(operations.0, .value), limit: Quantity(2, .value))
    }
    if blend == nil {
      note(
        .frameOperation,
        "invalid blend operation of \(name): expected 0 or 1, found \(operations.1)",
        measured: Quantity(operations.1, .value), limit: Quantity(1, .value))
    }
    checkArea(x, y, width, height, name, header)
    if result.imageData.isEmpty, !animation.frames.isEmpty {
      note(.frameOrder, "duplicate fcTL before IDAT")
    }
    animation.frames.append(.init(entry: entry, data: []))
  }

  private mutating func checkArea(
    _ x: UInt32, _ y: UInt32, _ width: UInt32, _ height: UInt32, _ name: String,
    _ header: PNGContainer.Header
  ) {
    let canvas = CanvasSize.text(header.width, header.height)
    var area: String {
      "\(CanvasSize.text(width, height)) at (\(x.grouped), \(y.grouped))"
    }
    if width == 0 || height == 0 {
      note(.frameArea, "\(name) is empty: \(area)")
    } else if Int64(x) + Int64(width) > header.width || Int64(y) + Int64(height) > header.height {
      note(.frameArea, "\(name) extends beyond the canvas of \(canvas): \(area)")
    } else if result.imageData.isEmpty,
      width != header.width || height != header.height
    {
      note(.frameArea, "\(name) is the static image and must cover the canvas of \(canvas)")
    }
  }

  mutating func readFrameData(_ data: Range<Int>) {
    guard data.count >= 4 else {
      if animation.control == nil { animation.stray = animation.stray ?? place }
      noteLength(.frameData, data.count, expected: 4, least: "at least ")
      return
    }
    checkOrder(data)
    if result.imageData.isEmpty {
      note(.frameOrder, "unexpected fdAT before IDAT")
    } else if animation.frames.isEmpty || animation.frames.count == 1 && animation.imageIsFrame {
      note(.frameOrder, "unexpected fdAT before the fcTL of its frame")
    } else {
      addFrameData(data.lowerBound + 4..<data.upperBound)
    }
  }

  /// Checks that an acTL and the sequence number before this one were read.
  private mutating func checkOrder(_ data: Range<Int>) {
    if animation.control == nil { animation.stray = animation.stray ?? place }
    let number = bytes.bigEndian32(at: data.lowerBound) ?? 0
    // One wrong number shifts all after it, so only the first is reported.
    if number != animation.nextSequence, !animation.sequenceIsBroken {
      animation.sequenceIsBroken = true
      let expected = animation.nextSequence
      note(
        .frameSequence,
        "invalid sequence number: expected \(expected.grouped), found \(number.grouped)",
        measured: Quantity(number, .value), limit: Quantity(expected, .value))
    }
    animation.nextSequence += 1
  }

  mutating func finishAnimation() {
    guard let control = animation.control else {
      if let stray = animation.stray, !result.defects.contains(where: { $0.kind == .frameOrder }) {
        place = stray
        note(.frameOrder, "missing acTL before \(stray.part): viewers show a still image")
      }
      return
    }
    place = control.place
    let count = animation.frames.count
    if control.frames == 0 {
      note(
        .frameCount, "invalid frame count: expected at least 1, found 0",
        measured: Quantity(0, .frames), limit: Quantity(1, .frames))
    } else if control.frames != count {
      note(
        .frameCount,
        "frame count mismatch: acTL declares \(control.frames.grouped), the file has \(count.grouped)",
        measured: Quantity(control.frames, .frames), limit: Quantity(count, .frames))
    }
    for (index, frame) in animation.frames.enumerated() where frame.entry.byteCount == 0 {
      place = Place("fcTL", offset: frame.entry.offset)
      note(.frameData, "frame \(index + 1) has no image data")
    }
    result.animation = .init(
      declaredFrames: Int(clamping: control.frames), plays: Int(clamping: control.plays),
      frames: animation.frames,
      defaultImageIsFrame: animation.imageIsFrame)
  }
}

extension Array {
  fileprivate func at(_ index: UInt8) -> Element? {
    Int(index) < count ? self[Int(index)] : nil
  }
}
