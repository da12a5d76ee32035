internal import Basics
internal import Dispatch
internal import StickerReports

/// A progress bar on standard error, shown on a terminal after one second.
final class ProgressBar: @unchecked Sendable {
  private let verb: String
  // Guards the state, so that all threads can change it, and draws.
  private let queue = DispatchQueue(label: "stickerpack.progress")
  private let timer: (any DispatchSourceTimer)?
  private var done = 0
  private var total = 0
  /// What was begun last.
  private var current: String?
  private var savedBytes = 0
  /// The line on the terminal; nil for none.
  private var shown: String?

  /// - Parameters:
  ///   - verb: what the program is doing, such as `Checking`.
  ///   - isHidden: whether nothing is shown.
  init(_ verb: String, isHidden: Bool = false) {
    self.verb = verb
    guard !isHidden, Terminal.showsProgress else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    self.timer = timer
    timer.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(80))
    timer.setEventHandler { [weak self] in self?.draw() }
    timer.activate()
  }

  /// Updates the bar.
  func update(_ done: Int, of total: Int) { change { ($0.done, $0.total) = (done, total) } }

  /// Shows the name of a file that is being processed.
  func begin(_ name: String) { change { $0.current = name } }

  /// Adds to the number of bytes that were saved.
  func save(_ bytes: Int) { change { $0.savedBytes += bytes } }

  /// Removes the bar.
  func finish() {
    change { bar in
      bar.timer?.cancel()
      if bar.shown != nil { Terminal.draw("\r\u{1B}[K") }
      bar.shown = nil
    }
  }

  private func change(_ body: (ProgressBar) -> Void) {
    if timer != nil { queue.sync { body(self) } }
  }

  private func draw() {
    guard done < total else { return }
    let width = 24
    let filled = width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    var parts = ["\(verb) \(bar) \(done) of \(total)"]
    if let current { parts.append(current.withoutControls) }
    if savedBytes > 0 {
      parts.append("\(savedBytes / 1_000_000).\(savedBytes / 100_000 % 10) MB saved")
    }
    // A longer line would wrap, and could not be replaced.
    let line = parts.joined(separator: " · ").prefix(columns: Terminal.errorWidth - 1)
    guard line != shown else { return }
    shown = line
    Terminal.draw("\r\(line)\u{1B}[K")
  }
}

extension String {
  /// Returns the start of the text that is at most `columns` wide on a terminal, where emoji and the
  /// ideographs of East Asia take two.
  fileprivate func prefix(columns: Int) -> String {
    var rest = columns
    return String(
      prefix { character in
        rest -= character.unicodeScalars.contains { $0.value >= 0x2600 } ? 2 : 1
        return rest >= 0
      })
  }
}
