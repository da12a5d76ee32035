public import ImageContainers

/// How bad a finding is.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Worth knowing; does not fail the run.
  case info
  /// A visible flaw, or something that App Store Connect may reject.
  case warning
  /// Something that does not work.
  case error

  /// Whether the first one is less severe.
  public static func < (first: Severity, second: Severity) -> Bool {
    first.rank < second.rank
  }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// What a rule's check reports about a file or a pack.
package struct Violation: Sendable, Equatable {
  /// One or two sentences with full stops: the measured value and the limit.
  package var message: String
  /// Where in the file.
  package var place: Place?
  /// What was measured.
  package var measured: Quantity?
  /// The limit of the measured value.
  package var limit: Quantity?
  /// The file as reports name it, if a rule about a pack reports one.
  package var file: String?

  /// Creates a violation.
  package init(
    _ message: String, at place: Place? = nil, measured: Quantity? = nil, limit: Quantity? = nil,
    file: String? = nil
  ) {
    self.message = message
    self.place = place
    self.measured = measured
    self.limit = limit
    self.file = file
  }
}

/// A violation with everything that a report needs.
public struct Finding: Sendable, Equatable {
  /// The rule's id.
  public var rule: String
  /// The severity, in strict mode too.
  public var severity: Severity
  /// The file or folder as reports name it.
  public var file: String
  /// Where in the file.
  public var place: Place?
  /// One or two sentences with full stops.
  public var message: String
  /// What was measured.
  public var measured: Quantity?
  /// The limit of the measured value.
  public var limit: Quantity?
  /// How to fix it, in one sentence.
  public var fix: String
  /// The reason of the suppression; nil if the finding is not suppressed.
  public var suppressionReason: String?
  /// Whether the baseline contains it.
  public var isInBaseline = false

  /// Whether it is neither suppressed nor in the baseline. Only open findings can fail a run.
  public var isOpen: Bool { suppressionReason == nil && !isInBaseline }
}
