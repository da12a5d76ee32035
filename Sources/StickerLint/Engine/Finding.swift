package import ImageContainers

/// How bad a finding is.
package enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Worth knowing; nothing fails.
  case info
  /// Something that people will see or App Store Connect may refuse.
  case warning
  /// Something that does not work.
  case error

  /// Whether it is less bad.
  package static func < (first: Severity, second: Severity) -> Bool {
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

/// What a rule has to say about a file or a pack, before the rule's own words are added.
package struct Violation: Sendable, Equatable {
  /// One or two sentences with full stops: the measured value and the limit.
  package var message: String
  /// Where in the file.
  package var place: Place?
  /// What was measured.
  package var measured: Quantity?
  /// What it is compared with.
  package var limit: Quantity?
  /// The file as reports name it, where a pack's rule speaks about one.
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

/// A rule's violation in one place, with all that a report needs.
package struct Finding: Sendable, Equatable {
  /// The rule's id.
  package var rule: String
  /// The severity, in strict mode too.
  package var severity: Severity
  /// The file or folder as reports name it.
  package var file: String
  /// Where in the file.
  package var place: Place?
  /// One or two sentences with full stops.
  package var message: String
  /// What was measured.
  package var measured: Quantity?
  /// What it is compared with.
  package var limit: Quantity?
  /// How to mend it, in a sentence.
  package var fix: String
  /// Why the pack's configuration allows it; such a finding fails nothing.
  package var suppressionReason: String?
  /// Whether it was there already when the baseline was written; such a finding fails nothing.
  package var isInBaseline = false

  /// Whether it is neither allowed nor in the baseline.
  package var isOpen: Bool { suppressionReason == nil && !isInBaseline }
}
