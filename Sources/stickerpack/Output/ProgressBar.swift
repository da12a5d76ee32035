/// A progress bar on standard error, shown on a terminal after one second.
final class ProgressBar {
  private let verb: String
  private let showsProgress: Bool
  private let start = ContinuousClock.now
  private var drawn = ContinuousClock.now
  private var isShown = false

  /// - Parameters:
  ///   - verb: what the program is doing, such as `Checking`.
  ///   - isHidden: whether nothing is shown.
  init(_ verb: String, isHidden: Bool = false) {
    self.verb = verb
    showsProgress = !isHidden && Terminal.showsProgress
  }

  /// Updates the bar.
  func update(_ done: Int, of total: Int) {
    let now = ContinuousClock.now
    guard showsProgress, now - start > .seconds(1), done < total else { return }
    guard !isShown || now - drawn > .milliseconds(80) else { return }
    isShown = true
    drawn = now
    let width = 24
    let filled = width * done / max(1, total)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    Terminal.draw("\r\(verb) \(bar) \(done) of \(total)\u{1B}[K")
  }

  /// Removes the bar.
  func finish() {
    if isShown { Terminal.draw("\r\u{1B}[K") }
  }
}
