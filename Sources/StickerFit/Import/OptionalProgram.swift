internal import Basics
internal import SystemLibraries

/// A program that reads what `ImageCodecs` does not. It is used if it is installed, and never required
/// otherwise.
///
/// The raw value is the name on the `PATH`.
enum OptionalProgram: String {
  case ffmpeg, ffprobe

  /// The most time for one file: a minute of 4K video takes less.
  private static let timeLimit = Duration.seconds(300)
  // Messages in English and without escape sequences.
  private static let environment = ["LC_ALL": "C", "AV_LOG_FORCE_NOCOLOR": "1"]

  /// The name of the file for the program. The file is opened here and passed on, so a pipe that takes its place is
  /// never waited for.
  static let input = "file:/dev/stdin"

  /// Runs the program on a file.
  ///
  /// - Parameters:
  ///   - path: the file, which the arguments name as ``input``.
  ///   - receive: takes the next part of the output. What it throws ends the program.
  func run(
    _ arguments: [String], on path: FilePath, receive: ([UInt8]) throws -> Void
  ) throws {
    let file = try FileReading.open(path).descriptor
    defer { close(file) }
    var refusal: (any Error)?
    let end: Subprocess.End
    do throws(Subprocess.Failure) {
      end = try Subprocess.run(
        rawValue, arguments, environment: Self.environment, input: file,
        timeLimit: Self.timeLimit
      ) { part in
        do { try receive(part) } catch { refusal = error }
        return refusal == nil
      }
    } catch {
      throw ImportError(
        error.isMissing
          ? "needs \(rawValue), which is not installed (apt-get install ffmpeg, brew install ffmpeg)"
          : "cannot start \(rawValue): \(SystemError.reason(error.code))")
    }
    if let refusal { throw refusal }
    guard !end.isTimeout else {
      throw ImportError(
        "\(rawValue) takes longer than \(Self.timeLimit.components.seconds) seconds")
    }
    guard end.isSuccess else {
      let lines = end.errors.split(separator: UInt8(ascii: "\n"))
      let reason = lines.last.map { String(decoding: $0, as: UTF8.self).quoted }
      throw ImportError("\(rawValue) cannot decode it\(reason.map { ": \($0)" } ?? "")")
    }
  }

  /// Runs the program and returns its output as text, at most 64 KiB.
  func output(_ arguments: [String], on path: FilePath) throws -> String {
    var output: [UInt8] = []
    try run(arguments, on: path) { output += $0.prefix(1 << 16 - output.count) }
    return String(decoding: output, as: UTF8.self)
  }
}
