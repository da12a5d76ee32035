internal import Basics
internal import Dispatch
internal import StickerTasks
internal import Synchronization
internal import SystemLibraries

/// Shows the progress of a task on standard error, on a terminal and after one second.
final class ProgressBar: Sendable {
  /// All threads change it, and draw.
  private let state = Mutex(State())

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
    guard !isHidden, Terminal.showsProgress else { return }
    state.withLock { $0.start { [weak self] in self?.state.withLock { $0.draw() } } }
  }

  private func show(_ event: TaskEvent) { state.withLock { $0.change(event) } }

  private func finish() { state.withLock { $0.end() } }

  private struct State {
    /// Draws the line; nil if nothing is shown.
    var timer: (any DispatchSourceTimer)?
    var work: TaskEvent.Work?
    var done = 0
    var total = 0
    /// The file that was begun last.
    var current: String?
    var savedBytes = 0
    /// The line on the terminal; nil for none.
    var shown: String?

    mutating func start(_ draw: @escaping @Sendable () -> Void) {
      let timer = DispatchSource.makeTimerSource()
      self.timer = timer
      schedule()
      timer.setEventHandler(handler: draw)
      timer.activate()
    }

    private func schedule() {
      timer?.schedule(deadline: .now() + .seconds(1), repeating: .milliseconds(80))
    }

    mutating func change(_ event: TaskEvent) {
      switch event {
      case .progress(let work, let done, let total):
        // The work is over, or begins again.
        let begins = work != self.work || done < self.done
        if begins || done == total { clear() }
        if begins { schedule() }
        (self.work, self.done, self.total) = (work, done, total)
      case .began(let file): current = file
      case .saved(let bytes): savedBytes += bytes
      }
    }

    mutating func end() {
      timer?.cancel()
      // A draw that began waits for this.
      timer = nil
      clear()
    }

    private mutating func clear() {
      if shown != nil { Terminal.draw("\r\u{1B}[K") }
      shown = nil
    }

    mutating func draw() {
      guard timer != nil, let work, done < total else { return }
      let width = 24
      let filled = width * done / total
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
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
