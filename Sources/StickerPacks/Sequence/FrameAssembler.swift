internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels

/// Assembles still images into one animation. Equal consecutive frames become one with a longer delay.
struct FrameAssembler {
  /// The maximum size of all canvases of a sequence, in bytes. Unlike the frames of a file they are
  /// in memory at the same time, and the encoder needs more: this keeps a sequence below the 400 MiB
  /// that one file may take.
  static let maximumCanvasBytes = 192 << 20

  /// The size from which no effort makes a quickly encoded sequence a sticker, in bytes. Noise takes the
  /// most time to compress, and gains the least.
  private static let hopelessBytes = 16 << 20

  private let sequence: FrameSequence
  private let limits: DecodingLimits
  private var canvases = CanvasList()
  /// The duration of each canvas in seconds.
  private var durations: [Double] = []
  private var first: (name: String, size: CanvasSize, colors: ColorDescription)?
  private var problems: [FrameProblem] = []

  /// Decodes all frames. Continues after an invalid one to find further problems.
  init(
    of sequence: FrameSequence, _ files: [Result<HashedBytes, FileError>], limits: DecodingLimits
  ) throws(StickerImageError) {
    self.sequence = sequence
    self.limits = limits
    for ((frame, delay), file) in zip(zip(sequence.frames, sequence.delays), files) {
      do throws(FrameFault) {
        try add(Self.bytes(of: file, limits.fileBytes), frame.name, delay)
      } catch {
        problems.append(
          FrameProblem(
            displayPath: frame.location.displayPath, message: "the frame \(error.description)"))
        if error.endsReading { break }
      }
    }
    guard problems.isEmpty else { throw .invalidFrames(problems) }
  }

  /// The reason a file cannot be a frame: the end of a sentence that begins with "the frame".
  private struct FrameFault: Error {
    var description: String
    /// Whether the frames after it would fail for the same reason.
    var endsReading = false
  }

  private static func bytes(
    of file: Result<HashedBytes, FileError>, _ limit: Int
  ) throws(FrameFault) -> [UInt8] {
    do {
      return try file.get().bytes
    } catch {
      guard case .tooLarge = error else {
        throw FrameFault(description: "cannot be read: \(error)")
      }
      throw FrameFault(
        description: "exceeds the size of all frames together (file size limit: \(limit.grouped))",
        endsReading: true)
    }
  }

  private mutating func add(_ bytes: [UInt8], _ name: String, _ delay: Double) throws(FrameFault) {
    guard var decoder = try? ImageDecoder(bytes, limits: limits),
      let size = decoder.container.canvas
    else {
      throw FrameFault(description: "is not a PNG, GIF or JPEG")
    }
    let colors = decoder.colors
    if let first {
      guard size == first.size else {
        throw FrameFault(
          description: "has a canvas of \(size), but \(first.name.quoted) has one of \(first.size)")
      }
      guard colors == first.colors else {
        throw FrameFault(
          description: "has a different color profile than \(first.name.quoted)")
      }
    } else {
      first = (name, size, colors)
    }
    try checkCost(size)
    guard !decoder.isAnimated else {
      throw FrameFault(description: "is animated")
    }
    let frame: DecodedFrame?
    do {
      frame = try decoder.nextFrame()
    } catch {
      throw FrameFault(description: "cannot be decoded: \(error)")
    }
    guard var canvas = frame?.canvas else { throw FrameFault(description: "has no image") }
    canvas.clearHiddenColor()
    if let last = canvases.last, last == canvas {
      durations[durations.count - 1] += delay
    } else {
      canvases.append(canvas)
      durations.append(delay)
    }
  }

  private func checkCost(_ size: CanvasSize) throws(FrameFault) {
    guard canvases.count < limits.frames else {
      throw FrameFault(
        description:
          "brings the sequence to \((canvases.count + 1).counted("frame")) (frame limit: \(limits.frames.grouped))",
        endsReading: true)
    }
    let maximum = min(Self.maximumCanvasBytes, limits.decodedBytes)
    let bytes = size.decodedBytes(frames: canvases.count + 1)
    guard bytes <= maximum else {
      throw FrameFault(
        description:
          "raises the decoded size to \(bytes.counted("byte")) (decoded size limit: \(maximum.grouped))",
        endsReading: true)
    }
  }

  /// Encodes the animation as the smallest possible APNG, or as any if it is far too large.
  func apng() throws(ImageError) -> [UInt8] {
    let quick = try apng(effort: .quick)
    return quick.count > Self.hopelessBytes ? quick : try apng(effort: .smallest)
  }

  private func apng(effort: ImageEncoder.Effort) throws(ImageError) -> [UInt8] {
    try ImageEncoder.apng(
      CanvasAnimation(canvases: canvases, delays: durations.map { .init(seconds: $0) }),
      loop: sequence.settings.loop, colors: first?.colors ?? .init(), effort: effort)
  }
}
