internal import Basics
internal import StickerReports
internal import Synchronization
internal import SystemLibraries

// Unsafe: `ioctl` fills the size that it gets. The text of `getenv` is copied at once, and nothing here changes
// the environment.

/// The process's own streams. Reports go to standard output, everything else to standard error.
enum Terminal {
  /// The text style for standard output: colored on a terminal, unless the environment decides.
  static var style: TextStyle {
    TextStyle(hasColor: forcedColor ?? isScreen)
  }

  /// The number of columns of the terminal on standard output, at most 120, which is easier to read than
  /// longer lines; 100 for files and pipes.
  static var width: Int { columns(of: STDOUT_FILENO).map { min($0, 120) } ?? 100 }

  /// The number of columns of the terminal on standard error; 80 if it does not say.
  static var errorWidth: Int { columns(of: STDERR_FILENO) ?? 80 }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether standard error is an interactive terminal.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" }

  /// Whether the environment asks for color or against it: <https://no-color.org>,
  /// <https://force-color.org> and <https://bixense.com/clicolors>. A refusal takes precedence.
  private static var forcedColor: Bool? {
    func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    if isSet("NO_COLOR") { return false }
    let isForced = ["FORCE_COLOR", "CLICOLOR_FORCE"].contains { isSet($0) && variable($0) != "0" }
    return isForced ? true : nil
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// A time in seconds since 1970 as the date and time of day in the user's time zone: `2026-11-23 14:05`; nil
  /// if there is no such date.
  static func date(_ seconds: Int64) -> String? {
    parts(of: time_t(seconds)).map {
      $0[..<3].joined(separator: "-") + " " + $0[3..<5].joined(separator: ":")
    }
  }

  /// The time of day in the user's time zone: `14:05:09`.
  static var timeOfDay: String {
    parts(of: time(nil)).map { $0[3...].joined(separator: ":") } ?? ""
  }

  /// The year, month, day, hour, minute and second; nil if there is no such date.
  private static func parts(of time: time_t) -> [String]? {
    var time = time
    var local = unsafe tm()
    guard unsafe localtime_r(&time, &local) != nil else { return nil }
    // The last year that fits in the field is one to which 1900 cannot be added there.
    return unsafe [
      Int(local.tm_year) + 1900, Int(local.tm_mon) + 1, Int(local.tm_mday), Int(local.tm_hour),
      Int(local.tm_min), Int(local.tm_sec),
    ].map { ($0 < 10 ? "0" : "") + String($0) }
  }

  /// Whether standard output is an interactive terminal.
  static var isScreen: Bool { isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" }

  /// The text that clears the screen, if there is one.
  static var clearing: String { isScreen ? "\u{1B}[H\u{1B}[2J" : "" }

  /// Writes to standard output.
  static func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Whether something was written to standard output.
  static var hasWritten: Bool { written.load(ordering: .relaxed) }

  private static let written = Atomic(false)

  /// Writes to standard output.
  static func write(_ bytes: [UInt8]) throws(CommandError) {
    written.store(true, ordering: .relaxed)
    let code = FileStream.write(bytes, to: STDOUT_FILENO)
    // The reader, such as `head`, has read all it wants. That is not an error worth a message.
    if code == EPIPE { end(.failed) }
    guard code == 0 else {
      throw CommandError(
        "cannot write to standard output: \(SystemError.reason(code))", status: .failed)
    }
  }

  /// Writes a line to standard error, which may have the names of files.
  static func note(_ text: String) { draw("stickerpack: \(text.withoutControls)\n") }

  /// Says why nothing happens yet.
  static func noteWaiting() {
    note("another stickerpack is changing files of this folder; waiting until it has ended")
  }

  /// Writes to standard error. Write errors are ignored: there is no other output left.
  static func draw(_ text: String) { _ = FileStream.write(Array(text.utf8), to: STDERR_FILENO) }

  static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}
