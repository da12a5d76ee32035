import Foundation
import ImageCodecs
import ImageContainers
import Pixels

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Resamples or encodes raw canvases and prints the CPU seconds of the loop, for `make instructions` and
/// `make bench-fit`.
///
///     TimePixels resample SIDE ROUNDS OUTPUT CANVAS...
///     TimePixels encode ROUNDS CANVAS...
///     TimePixels optimize EFFORT FILE...
///
/// `optimize` encodes PNG and APNG files again without loss, with the effort `default` or `max` of `fit`, and
/// prints the bytes of each before and after, then the CPU seconds and the sums.
///
/// A canvas has 618 × 618 pixels of RGBA.
@main
enum TimePixels {
  static let side = 618

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.count > 4, arguments[0] == "resample", let target = Int(arguments[1]),
      let rounds = Int(arguments[2])
    {
      try resample(to: target, rounds, output: arguments[3], arguments[4...])
    } else if arguments.count > 2, arguments[0] == "encode", let rounds = Int(arguments[1]) {
      try encode(rounds, arguments[2...])
    } else if arguments.count > 2, arguments[0] == "optimize" {
      var optimizer = LosslessOptimizer()
      if arguments[1] == "max" { optimizer.effort = .maximum }
      try optimize(optimizer, arguments[2...])
    } else {
      print(
        """
        usage: TimePixels resample SIDE ROUNDS OUTPUT CANVAS... | encode ROUNDS CANVAS...
          | optimize EFFORT FILE...
        """)
      exit(2)
    }
  }

  static func resample(
    to target: Int, _ rounds: Int, output: String, _ paths: ArraySlice<String>
  ) throws {
    let resampler = Resampler(
      fromWidth: side, fromHeight: side, toWidth: target, toHeight: target)
    var samples = Data()
    var clocks = 0
    for path in paths {
      let canvas = try canvas(path)
      var result = canvas
      let start = clock()
      for _ in 0..<rounds { result = resampler.resample(canvas) }
      clocks += clock() - start
      samples += result.samples
    }
    try samples.write(to: URL(filePath: output))
    print(seconds(clocks))
  }

  static func encode(_ rounds: Int, _ paths: ArraySlice<String>) throws {
    var bytes = 0
    var clocks = 0
    for path in paths {
      let canvas = try canvas(path)
      var file: [UInt8] = []
      let start = clock()
      for _ in 0..<rounds { file = try ImageEncoder.png(canvas) }
      clocks += clock() - start
      bytes += file.count
    }
    print(seconds(clocks), bytes)
  }

  static func optimize(_ optimizer: LosslessOptimizer, _ paths: ArraySlice<String>) throws {
    var (before, after, clocks) = (0, 0, 0)
    for path in paths {
      let file = try [UInt8](Data(contentsOf: URL(filePath: path)))
      let art = try Artwork(file, limits: DecodingLimits())
      let start = clock()
      let result =
        try art.format == .apng
        ? optimizer.apng(
          art.animation, loop: art.loop ?? .forever, hiddenImage: art.hiddenImage,
          colors: art.colors)
        : optimizer.png(art.animation.canvases[0], colors: art.colors)
      clocks += clock() - start
      print(path, file.count, result.count)
      before += file.count
      after += result.count
    }
    print(seconds(clocks), before, after)
  }

  static func canvas(_ path: String) throws -> Bitmap {
    let samples = try [UInt8](Data(contentsOf: URL(filePath: path)))
    return Bitmap(width: side, height: side, samples: samples)
  }

  static func seconds(_ clocks: Int) -> Double { Double(clocks) / Double(CLOCKS_PER_SEC) }
}
