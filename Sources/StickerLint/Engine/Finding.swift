package import Basics
public import ImageContainers
package import Pixels

/// How bad a finding is.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Worth knowing, and may be intended; does not fail the run.
  case info
  /// A problem that users see.
  case warning
  /// What Apple's tools or App Store Connect refuse, what Messages fails to show, or a limit of
  /// stickerpack or the pack.
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

/// A place on the art of a sticker: a part of the canvas, a frame, or a part of a frame.
package struct FindingRegion: Sendable, Hashable, Codable {
  /// The number of the frame, from 1; nil for all frames and for stills.
  package var frame: Int?
  /// The bounds of the part in pixels of the canvas; nil for the whole canvas.
  package var area: PixelRect?
  /// The pixels that the rule measured in the frame, if they are more telling than the bounds. Reports do
  /// not have them, but their mask.
  package var pixels: MeasuredPixels?
  /// The mask of `pixels`. A lint leaves it nil, because it takes the canvas.
  package var mask: PixelMask?

  private enum CodingKeys: CodingKey { case frame, area, mask }

  /// The largest number of regions of a finding. A file can have millions of frames with the same problem.
  package static let maximumCount = 100

  /// Creates a region.
  package init(
    frame: Int? = nil, _ area: PixelRect? = nil, showing pixels: MeasuredPixels? = nil
  ) {
    self.frame = frame
    self.area = area
    self.pixels = pixels
  }
}

/// What a rule's check reports about a file or a pack.
package struct Violation: Sendable, Equatable {
  /// One or two sentences with full stops: the measured value and the limit.
  package var message: String
  /// Where in the file.
  package var place: Place?
  /// Where on the art: the first `FindingRegion.maximumCount` regions, each once.
  package let regions: [FindingRegion]
  /// What was measured.
  package var measured: Quantity?
  /// The limit of the measured value.
  package var limit: Quantity?
  /// The fix with the pack's values, in place of the rule's; nil if there is none.
  package let fix: String?
  /// The file that it is about, if a rule about a pack reports one.
  package var file: FilePath?
  /// The other files that it concerns.
  package var related: [FilePath]
  /// The edges of the canvas that it is about.
  package let edges: [ArtExtent.Edge]
  /// Whether the source of the limit is not certain.
  package let isUncertain: Bool

  /// Creates a violation.
  package init(
    _ message: String, at place: Place? = nil, in regions: [FindingRegion] = [],
    measured: Quantity? = nil, limit: Quantity? = nil, fix: String? = nil,
    file: FilePath? = nil, related: [FilePath] = [], edges: [ArtExtent.Edge] = [],
    isUncertain: Bool = false
  ) {
    self.isUncertain = isUncertain
    self.message = message
    self.place = place
    var seen: Set<FindingRegion> = []
    self.regions = regions.prefix(FindingRegion.maximumCount).filter { seen.insert($0).inserted }
    self.measured = measured
    self.limit = limit
    self.fix = fix
    self.file = file
    self.related = related
    self.edges = edges
  }
}

/// A problem of one file or one pack, with everything that a report needs.
///
/// A problem that most stickers of a pack share is one finding about the pack, with these stickers in ``related``.
/// Findings are equal if all members are: the same problem in a copy of a file is another finding. Before you count
/// findings, decide about those that are suppressed or in a baseline: ``isOpen`` leaves out both.
///
/// ``message`` and ``fix`` are English sentences for readers. Programs should use ``rule``, ``measured`` and
/// ``limit`` instead: texts may change in any version.
public struct Finding: Sendable, Equatable {
  // A folder can have a million findings, and rules, packs and reports have lists of them: copies share
  // one instance. Each setter makes a new one, so lists are built before they are set.
  private var shared: Shared

  /// The rule's id.
  public var rule: String { shared.details.rule }
  /// The severity, in strict mode too.
  public var severity: Severity {
    get { shared.details.severity }
    set { details.severity = newValue }
  }

  /// The file or folder that the finding is about.
  package var subject: FileID {
    get { shared.details.subject }
    set { details.subject = newValue }
  }

  /// The other files that the finding concerns: the stickers of a finding about their pack, or the sticker
  /// that this one repeats.
  package var others: [FileID] {
    get { shared.details.others }
    set { details.others = newValue }
  }

  /// The file or folder as reports name it.
  public var file: String { subject.path.string }

  /// The other files that the finding concerns, as reports name them: the stickers of a finding about
  /// their pack, or the sticker that this one repeats.
  public var related: [String] { others.map(\.path.string) }

  /// The edges of the canvas that the finding is about.
  package var edges: [ArtExtent.Edge] { shared.details.edges }

  /// Where in the file.
  public var place: Place? {
    get { shared.details.place }
    set { details.place = newValue }
  }

  /// Where on the art, if it is known: at most 100 parts of the canvas, frames or parts of frames.
  package var regions: [FindingRegion] {
    get { shared.details.regions }
    set { details.regions = newValue }
  }

  /// One or two sentences with full stops.
  public var message: String {
    get { shared.details.message }
    set { details.message = newValue }
  }

  /// What was measured.
  public var measured: Quantity? {
    get { shared.details.measured }
    set { details.measured = newValue }
  }
  /// The limit of the measured value.
  public var limit: Quantity? {
    get { shared.details.limit }
    set { details.limit = newValue }
  }
  /// How to fix it, in one sentence.
  public var fix: String { shared.details.fix }
  /// How the linter can fix it in at least one of its files; nil if it cannot.
  package var repair: Repair? { shared.details.repair }

  /// The reason of the suppression; nil if the finding is not suppressed.
  public var suppressionReason: String? {
    get { shared.details.suppressionReason }
    set { details.suppressionReason = newValue }
  }

  /// Whether the baseline contains it.
  public var isInBaseline: Bool {
    get { shared.details.isInBaseline }
    set { details.isInBaseline = newValue }
  }

  /// Whether it is neither suppressed nor in the baseline. Only open findings can fail a run.
  public var isOpen: Bool { suppressionReason == nil && !isInBaseline }

  /// Creates a finding.
  package init(
    rule: String, severity: Severity, about subject: FileID, _ others: [FileID] = [],
    place: Place? = nil, regions: [FindingRegion] = [], edges: [ArtExtent.Edge] = [],
    message: String, measured: Quantity? = nil, limit: Quantity? = nil, fix: String,
    repair: Repair? = nil, suppressionReason: String? = nil
  ) {
    shared = Shared(
      Details(
        rule: rule, severity: severity, subject: subject, others: others, place: place,
        regions: regions, edges: edges, message: message, measured: measured, limit: limit,
        fix: fix, repair: repair, suppressionReason: suppressionReason))
  }

  /// Whether two findings are the same.
  public static func == (first: Finding, second: Finding) -> Bool {
    first.shared === second.shared || first.shared.details == second.shared.details
  }

  private var details: Details {
    get { shared.details }
    set { shared = Shared(newValue) }
  }

  private struct Details: Sendable, Equatable {
    var rule: String
    var severity: Severity
    var subject: FileID
    var others: [FileID]
    var place: Place?
    var regions: [FindingRegion]
    let edges: [ArtExtent.Edge]
    var message: String
    var measured: Quantity?
    var limit: Quantity?
    let fix: String
    let repair: Repair?
    var suppressionReason: String?
    var isInBaseline = false
  }

  private final class Shared: Sendable {
    let details: Details

    init(_ details: Details) { self.details = details }
  }
}

extension [FindingRegion] {
  /// The regions as reports have them, each once: two may differ only in the pixels that were measured.
  package var reported: [FindingRegion] {
    var seen: Set<FindingRegion> = []
    return map { region in
      var region = region
      region.pixels = nil
      return region
    }.filter { seen.insert($0).inserted }
  }
}

/// The masks of regions by file.
package typealias FindingMasks = [FileID: [FindingRegion: PixelMask]]

extension FindingMasks {
  /// Returns regions of a file with their masks.
  package func adding(to regions: [FindingRegion], of file: FileID) -> [FindingRegion] {
    let own = self[file] ?? [:]
    return regions.map { region in
      var region = region
      region.mask = own[region]
      return region
    }
  }
}

extension Sequence<Finding> {
  /// The number of open findings of a severity.
  package func count(of severity: Severity) -> Int {
    count { $0.severity == severity && $0.isOpen }
  }
  /// The number of suppressed findings.
  package var suppressedCount: Int { count { $0.suppressionReason != nil } }
  /// The number of findings in the baseline.
  package var baselinedCount: Int { count { $0.isInBaseline } }
}
