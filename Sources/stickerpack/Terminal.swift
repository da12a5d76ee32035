#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import StickerReports

/// The process's own streams. Reports go to standard output, everything else to standard error.
enum Terminal {
  /// Whether colours help whoever reads standard output.
  static var style: TextStyle {
    TextStyle(hasColor: isatty(STDOUT_FILENO) == 1 && wantsColor)
  }

  /// Whether somebody watches standard error.
  static var isWatched: Bool { isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" }

  // https://no-color.org: present and not empty means no colour.
  private static var wantsColor: Bool {
    (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Writes to standard output.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes to standard output.
  static func write(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  /// Writes a line to standard error.
  static func complain(_ line: String) { write(Array((line + "\n").utf8), to: STDERR_FILENO) }

  /// Writes to standard error as it is.
  static func draw(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe platformWrite(descriptor, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the process.
  static func exit(_ status: ExitStatus) -> Never { platformExit(status.rawValue) }
}

private func platformWrite(
  _ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int
) -> Int {
  unsafe write(descriptor, buffer, count)
}

private func platformExit(_ status: Int32) -> Never { exit(status) }
