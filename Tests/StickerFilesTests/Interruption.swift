import Basics
import Synchronization
import TestSupport
import Testing

/// A file system that lacks something, and a fault at one of the calls that change it.
struct Interruption: Sendable, CustomTestStringConvertible {
  /// The effect on the program at the call.
  enum Effect: Sendable { case failure, kill }

  var effect: Effect
  /// The calls that the file system always refuses, with the error number.
  var refusals: [SystemCall: Int32] = [:]

  var testDescription: String {
    let effect = effect == .failure ? "a failure" : "a kill"
    return ([effect] + refusals.keys.map { "no \($0)" }).joined(separator: ", ")
  }

  /// With and without hard links, which exFAT does not have.
  static let all: [Interruption] = [
    .init(effect: .failure), .init(effect: .kill),
    .init(effect: .failure, refusals: [.link: 1]), .init(effect: .kill, refusals: [.link: 1]),
  ]

  /// Runs `round` with the fault at the first call of `Fault.run`, at the second one and so on, until the work ends
  /// before the fault.
  ///
  /// - Returns: the number of calls.
  @discardableResult
  func atEachCall(_ round: (Fault) throws -> Void) throws -> Int {
    for number in 1...5000 {
      let fault = Fault(self, at: number)
      try round(fault)
      if !fault.isReached { return number - 1 }
    }
    Issue.record("the work does not end")
    return 0
  }
}

/// A fault at the call with a number.
final class Fault: Sendable {
  private let interruption: Interruption
  let number: Int
  private let count = Atomic<Int>(0)

  init(_ interruption: Interruption, at number: Int) {
    (self.interruption, self.number) = (interruption, number)
  }

  /// Whether there was a call with the number.
  var isReached: Bool { count.load(ordering: .sequentiallyConsistent) >= number }

  /// Runs work in which the fault happens.
  func run<Result>(_ work: () throws -> Result) rethrows -> Result {
    try SystemCall.$fault.withValue({ call in
      let count = self.count.add(1, ordering: .sequentiallyConsistent).newValue
      let isFaulty =
        self.interruption.effect == .kill ? count >= self.number : count == self.number
      // 5 is EIO everywhere.
      return isFaulty ? 5 : self.interruption.refusals[call] ?? 0
    }) { try work() }
  }

  /// Runs work on the same file system, without a fault.
  func runNext<Result>(_ work: () throws -> Result) rethrows -> Result {
    let refusals = interruption.refusals
    return try SystemCall.$fault.withValue({ refusals[$0] ?? 0 }) { try work() }
  }
}
