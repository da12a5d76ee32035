internal import Basics
internal import Dispatch
internal import StickerTasks
internal import SystemLibraries

/// Shows the progress of a task on standard error, on a terminal and after one second.
final class ProgressBar: @unchecked Sendable {
  // Guards the state, so all threads can change it, and draws.
  private let queue = DispatchQueue(label: "stickerpack.progress")
  private let timer: (any DispatchSourceTimer)?
  private var work: TaskEvent.Work?
  private var done = 0
  private var total = 0
  /// The file that was begun last.
  private var current: String?
  private var savedBytes = 0
  /// The line on the terminal; nil for none.
  private var shown: String?

  /// Shows the progress of some work.
  ///
  /// - Parameters:
  ///   - isHidden: whether nothing is shown.
  ///   - work: called with what receives its events.
  static func showing<Value, Failure>(
    isHidden: Bool = false, _ work: (@escaping TaskObserver) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let bar = ProgressBar(isHidden: isHidden)
    defer { bar.finish() }
    return try await work { bar.show($0) }
  }

  private init(isHidden: Bool) {
    guard !isHidden, Terminal.showsProgress else {
      timer = nil
      return
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    self.timer = timer
    start()
    timer.setEventHandler { [weak self] in self?.draw() }
    timer.activate()
  }

  private func start() {
    timer?.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(80))
  }

  private func show(_ event: TaskEvent) {
    change { bar in
      switch event {
      case .progress(let work, let done, let total):
        // The work is over, or begins again.
        if work != bar.work || done < bar.done || done == total { bar.clear() }
        if work != bar.work || done < bar.done { bar.start() }
        (bar.work, bar.done, bar.total) = (work, done, total)
      case .began(let file): bar.current = file
      case .saved(let bytes): bar.savedBytes += bytes
      }
    }
  }

  private func finish() {
    change { bar in
      bar.timer?.cancel()
      bar.clear()
    }
  }

  private func clear() {
    if shown != nil { Terminal.draw("\r\u{1B}[K") }
    shown = nil
  }

  private func change(_ body: (ProgressBar) -> Void) {
    if timer != nil { queue.sync { body(self) } }
  }

  private func draw() {
    guard let work, done < total else { return }
    let width = 24
    let filled = width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    var parts = ["\(work.rawValue.capitalized) \(bar) \(done) of \(total)"]
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
