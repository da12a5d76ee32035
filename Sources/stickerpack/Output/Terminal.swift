#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Basics
internal import StickerPacks
internal import StickerReports

/// The process's own streams. Reports go to standard output, everything else to standard error.
enum Terminal {
  /// The text style for standard output: colored on a terminal, unless disabled.
  static var style: TextStyle {
    TextStyle(hasColor: isatty(STDOUT_FILENO) == 1 && wantsColor)
  }

  /// Whether standard error is an interactive terminal.
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" }

  /// Whether standard output is an interactive terminal.
  static var isInteractive: Bool { isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb" }

  // https://no-color.org: present and not empty means no color.
  private static var wantsColor: Bool {
    (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Writes to standard output.
  static func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Writes to standard output.
  static func write(_ bytes: [UInt8]) throws(CommandError) {
    let code = FileStream.write(bytes, to: STDOUT_FILENO)
    // The reader, such as `head`, has read all it wants. That is not an error worth a message.
    if code == EPIPE { exit(.failed) }
    guard code == 0 else {
      throw CommandError(
        message: "cannot write to standard output: \(SystemError.reason(code))", status: .failed)
    }
  }

  /// Writes a line to standard error.
  static func printError(_ line: String) { draw(line + "\n") }

  /// Writes to standard error. Write errors are ignored: there is no other output left.
  static func draw(_ text: String) { _ = FileStream.write(Array(text.utf8), to: STDERR_FILENO) }

  /// Ends the process.
  static func exit(_ status: ExitStatus) -> Never { platformExit(status.rawValue) }
}

private func platformExit(_ status: Int32) -> Never { exit(status) }
