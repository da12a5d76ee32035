internal import ImageCodecs
internal import ImageContainers
internal import Pixels
internal import Basics

/// Makes one animation of still images: equal neighbors become one frame that is shown longer.
struct FrameAssembler {
  /// The most bytes that all canvases of a sequence may take. Unlike the frames of a file, they are
  /// all in memory at once, and the encoder needs some more: with these, a sequence stays within
  /// the 400 MiB that one file may cost.
  static let mostCanvasBytes = 192 << 20

  private let sequence: FrameSequence
  private let limits: DecodingLimits
  private var canvases: [Bitmap] = []
  /// How many frames each canvas is shown for.
  private var runs: [Int] = []
  private var first: (name: String, size: CanvasSize, colors: ColorDescription)?
  private var problems: [StickerArt.FrameProblem] = []

  /// Decodes all frames, and goes on after a bad one to find the next.
  init(
    of sequence: FrameSequence, _ files: [Result<[UInt8], FileError>], limits: DecodingLimits
  ) throws(StickerArt.Failure) {
    self.sequence = sequence
    self.limits = limits
    for (frame, file) in zip(sequence.frames, files) {
      do throws(FrameFault) {
        try add(Self.bytes(of: file, limits.fileBytes), frame.name)
      } catch {
        problems.append(
          .init(displayPath: frame.displayPath, message: "the frame \(error.description)"))
        if error.endsReading { break }
      }
    }
    guard problems.isEmpty else { throw .frames(problems) }
  }

  /// What keeps an image from being a frame: the end of a sentence that begins with "the frame".
  private struct FrameFault: Error {
    var description: String
    /// Whether the frames after it would fail for the same reason.
    var endsReading = false
  }

  private static func bytes(
    of file: Result<[UInt8], FileError>, _ limit: Int
  ) throws(FrameFault) -> [UInt8] {
    do {
      return try file.get()
    } catch {
      guard case .tooLarge = error else {
        throw FrameFault(description: "cannot be read: \(error)")
      }
      throw FrameFault(
        description: "takes the sequence over the \(limit) bytes that are read (--max-file-bytes)",
        endsReading: true)
    }
  }

  private mutating func add(_ bytes: [UInt8], _ name: String) throws(FrameFault) {
    guard var decoder = try? ImageDecoder(bytes, limits: limits),
      let size = decoder.container.canvas
    else {
      throw FrameFault(description: "is not a PNG, GIF or JPEG")
    }
    let colors = ColorDescription(of: decoder.container, bytes: bytes)
    if let first {
      guard size == first.size else {
        throw FrameFault(
          description: "has a canvas of \(size), and \(first.name.quoted) one of \(first.size)")
      }
      guard colors == first.colors else {
        throw FrameFault(
          description: "describes its colors otherwise than \(first.name.quoted) does")
      }
    } else {
      first = (name, size, colors)
    }
    try checkCost(size)
    guard !decoder.isAnimated else {
      throw FrameFault(description: "is an animation itself")
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
      runs[runs.count - 1] += 1
    } else {
      canvases.append(canvas)
      runs.append(1)
    }
  }

  private func checkCost(_ size: CanvasSize) throws(FrameFault) {
    guard canvases.count < limits.frames else {
      throw FrameFault(
        description: "is one more than the \(limits.frames) that are decoded (--max-frames)",
        endsReading: true)
    }
    let most = min(Self.mostCanvasBytes, limits.decodedBytes)
    let bytes = size.decodedBytes(frames: canvases.count + 1)
    guard bytes <= most else {
      throw FrameFault(
        description: "takes the canvases to \(bytes) bytes; \(most) are assembled",
        endsReading: true)
    }
  }

  /// The animation as an APNG, with the frames' own files let go.
  func apng() throws(CodecFailure) -> [UInt8] {
    let seconds = sequence.settings.timing.seconds(of: sequence.frames.count)
    let animation = CanvasAnimation(
      canvases: canvases, delays: runs.map { .init(seconds: Double($0) * seconds) })
    return try ImageEncoder.apng(
      animation, plays: sequence.settings.plays, colors: first?.colors ?? .init(),
      effort: .smallest)
  }
}
