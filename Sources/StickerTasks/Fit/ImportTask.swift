internal import Basics
internal import ImageContainers
public import StickerFit
internal import StickerLint

/// Makes one sticker from an image, a WebP file, a video or a folder of numbered frames.
///
///     let sticker = try await ImportTask("wave.mov").run()
///     try Data(sticker.content).write(to: URL(filePath: "wave.png"))
///
/// Videos are decoded by ffmpeg, if it is installed.
public struct ImportTask: Sendable {
  /// The limits, and what may be changed.
  public var options: FitOptions
  /// The frames per second of numbered frames, 15 by default, or the most of a video, by default 20, or 10
  /// for a GIF.
  public var framesPerSecond: Double?
  /// Whether the sticker is a GIF; otherwise it is a PNG or APNG.
  public var makesGIF = false
  private let input: FilePath

  /// Creates a task for a file or folder.
  public init(_ input: String, options: FitOptions = FitOptions()) {
    (self.input, self.options) = (FilePath(input), options)
  }

  /// Makes the sticker, which is in the content of the result. Its art is scaled down to the largest canvas
  /// and padded to a square.
  public func run() async throws(TaskError) -> StickerChange {
    var importer = StickerImporter(StickerFitter(options))
    importer.framesPerSecond = framesPerSecond
    importer.makesGIF = makesGIF
    do {
      // Decoding and encoding wait for threads and programs, which must not block those of Swift tasks.
      let made = try await [input].concurrentMap(jobs: 1) { [importer] input in
        Result { () throws(ImportError) in try importer.sticker(from: input) }
      }
      var change = try made[0].get()
      change.file = input.string
      change.before.name = input.name.string
      let name = change.isConverted ? input.stem + ".png" : input.name.string
      change.after?.name = name
      return change
    } catch let error as ImportError {
      throw .failed(reason: "\(input): \(error)\(advice)")
    } catch {
      throw .cancelled
    }
  }

  /// The way to convert a file that no decoder reads, as lint says it.
  private var advice: String {
    guard let head = try? FileReading.head(ofFileAt: input, count: 4096),
      case .unsupported(let format) = FileSignature(of: head),
      !StickerImporter.imports(.unsupported(format))
    else { return "" }
    let advice = format.conversionAdvice(side: options.destination.largestSide)
    return advice.isEmpty ? "" : ".\(advice)"
  }
}
