internal import Basics
internal import ImageCodecs
internal import ImageContainers
internal import Pixels

extension ImportedArt {
  /// The parts of ffprobe's answer that are used.
  private struct Video {
    var decoder: [String] = []
    /// Frames per second.
    var rate: (numerator: Int, denominator: Int)

    /// - Parameter input: the arguments that name the file.
    init(_ path: FilePath, _ input: [String]) throws {
      let answer = try OptionalProgram.ffprobe.output(
        [
          "-v", "error", "-select_streams", "v:0", "-show_entries",
          "stream=codec_name,avg_frame_rate,r_frame_rate:stream_tags=alpha_mode", "-of",
          "default=noprint_wrappers=1",
        ] + input, on: path)
      func value(_ name: String) -> Substring? {
        answer.split(separator: "\n").first { $0.hasPrefix(name + "=") }?
          .dropFirst(name.count + 1)
      }
      guard let codec = value("codec_name") else { throw ImportError("has no video") }
      // ffmpeg's own decoders of VP8 and VP9 leave alpha out.
      if value("TAG:alpha_mode") == "1" {
        decoder = codec == "vp9" ? ["-c:v", "libvpx-vp9"] : ["-c:v", "libvpx"]
      }
      let rates = ["avg_frame_rate", "r_frame_rate"].compactMap { name in
        value(name)?.split(separator: "/").compactMap { Int32($0) }.map(Int.init)
      }
      guard let rate = rates.first(where: { $0.count == 2 && $0[0] > 0 && $0[1] > 0 }) else {
        throw ImportError("has no frame rate")
      }
      self.rate = (rate[0], rate[1])
    }
  }

  /// Decodes a video with ffmpeg: every frame, or as many as possible at an even step.
  ///
  /// - Parameters:
  ///   - path: a file of the ISO base media format or Matroska.
  ///   - isMatroska: which of the two it is. Other formats of ffmpeg, of which some open other files, are
  ///     not tried.
  ///   - maximumRate: the most frames per second.
  init(
    videoAt path: FilePath, isMatroska: Bool, name: String, maximumRate: Double,
    _ options: FitOptions
  ) throws {
    let size = try FileReading.size(ofFileAt: path)
    let input =
      ["-protocol_whitelist", "file", "-f", isMatroska ? "matroska" : "mov"]
      + ["-i", OptionalProgram.input]
    let video = try Video(path, input)
    let rate = Double(video.rate.numerator) / Double(video.rate.denominator)
    // 30 frames per second become 15, not 20: dropping one of three makes motion uneven.
    // It is multiplied by a number of 31 bits.
    let step = max(
      1, Int(clamping: min((rate / maximumRate - 1e-6).rounded(.up), Double(Int32.max))))
    let kept = (video.rate.numerator, video.rate.denominator * step)
    var stream = PAMStream(limits: options.limits)
    var collection = FrameCollection(options)
    let filter = [
      "setpts=PTS-STARTPTS",
      // The times of WebM are whole milliseconds, so frames may be off by half of one.
      "fps=fps=\(video.rate.numerator)/\(video.rate.denominator)",
      // Rounding up keeps the first frame of each step.
      "fps=fps=\(kept.0)/\(kept.1):round=up",
      // Pixels become square.
      "scale=iw*sar:ih:flags=lanczos",
    ].joined(separator: ",")
    try OptionalProgram.ffmpeg.run(
      ["-v", "error", "-nostdin"] + video.decoder + input
        + ["-map", "0:v:0", "-vf", filter, "-frames:v", "\(options.limits.frames + 1)"]
        + ["-c:v", "pam", "-pix_fmt", "rgba", "-f", "image2pipe", "-"],
      on: path
    ) { part in
      for image in try stream.images(appending: part) { try collection.append(image) }
    }
    guard !collection.canvases.isEmpty else { throw ImportError("has no frame") }
    let delay = Delay(seconds: Double(kept.1) / Double(kept.0))
    let delays = collection.canvases.indices.map { _ in delay }
    try self.init(
      art: Artwork(CanvasAnimation(canvases: collection.canvases, delays: delays)),
      collection, from: name, byteCount: size, options)
    if step > 1 {
      remarks.append("1 of \(step) frames is kept, \(Self.text(rate / Double(step))) per second")
    }
  }

  /// A number with at most two decimals.
  private static func text(_ number: Double) -> String {
    let hundredths = Int(clamping: (number * 100).rounded())
    let decimals = hundredths % 100 == 0 ? "" : ".\(hundredths % 100 / 10)\(hundredths % 10)"
    return "\(hundredths / 100)\(decimals)"
  }
}
