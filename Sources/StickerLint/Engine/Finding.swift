package import Basics
public import ImageContainers
package import Pixels

/// The severity of a finding, in ascending order.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  /// Worth knowing, and may be intended; does not fail the run.
  case info
  /// A problem that users see.
  case warning
  /// A problem that Apple's tools or App Store Connect refuse or that Messages fails to show, or a limit of stickerpack
  /// or the pack.
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
package struct FindingRegion: Sendable, Hashable, JSONObject {
  /// The number of the frame, from 1; nil for all frames and for stills.
  package var frame: Int?
  /// The bounds of the part in pixels of the canvas; nil for the whole canvas.
  package var area: PixelRect?
  /// The pixels that the rule measured in the frame, if they are more telling than the bounds. Reports do
  /// not have them, but their mask.
  package var pixels: MeasuredPixels?
  /// The mask of `pixels`. A lint leaves it nil, because it takes the canvas.
  package var mask: PixelMask?

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

  package func addMembers(to json: inout JSONStream) {
    json.add("area", area)
    if mask != nil { json.add("background", backdrop?.id) }
    json.add("frame", frame)
    json.add("mask", mask)
  }

  /// The background on which the pixels are lost; nil if they are shown for another reason.
  private var backdrop: PictureFacts.Backdrop? {
    guard case .lost(let color, _, _) = pixels else { return nil }
    return PictureFacts.Backdrop.ofMessages.first { $0.color == color }
  }
}

/// A problem that a rule's check reports about a file or a pack.
package struct Violation: Sendable, Equatable {
  /// One or two sentences with full stops: the measured value and the limit.
  package var message: String
  /// The place in the file.
  package var place: Place?
  /// The regions of the art that it is about: the first `FindingRegion.maximumCount`, each once.
  package let regions: [FindingRegion]
  /// The measured value.
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
  /// The upload check that it fails, if not all violations of its rule fail one.
  package var failing: UploadCheck.ID?

  package init(_ limit: ExceededLimit) {
    self.init(
      limit.message, measured: limit.measured, limit: limit.limit, fix: limit.fix,
      isUncertain: limit.isUncertain)
  }

  /// Creates a violation.
  package init(
    _ message: String, at place: Place? = nil, in regions: [FindingRegion] = [],
    measured: Quantity? = nil, limit: Quantity? = nil, fix: String? = nil,
    file: FilePath? = nil, related: [FilePath] = [], edges: [ArtExtent.Edge] = [],
    isUncertain: Bool = false, failing check: UploadCheck.ID? = nil
  ) {
    failing = check
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
  /// The rule's id.
  public let rule: String
  /// The severity, in strict mode too.
  public var severity: Severity
  /// The file or folder that the finding is about.
  package var subject: FileID
  /// The other files that the finding concerns: the stickers of a finding about their pack, or the sticker
  /// that this one repeats.
  package var others: [FileID]
  /// The edges of the canvas that the finding is about.
  package let edges: [ArtExtent.Edge]
  /// The place in the file.
  public var place: Place?
  /// The regions of the art that it is about, if they are known: at most 100 parts of the canvas, frames or parts of
  /// frames.
  package var regions: [FindingRegion]
  /// One or two sentences with full stops.
  public var message: String
  /// The measured value.
  public var measured: Quantity?
  /// The limit of the measured value.
  public var limit: Quantity?
  /// The fix, in one sentence.
  public var fix: String
  /// Whether the linter can fix it in at least one of its files.
  package internal(set) var isRepairable: Bool
  /// The reason of the suppression; nil if the finding is not suppressed.
  public var suppressionReason: String?
  /// Whether the baseline contains it.
  public var isInBaseline = false
  /// The upload check that it fails, if not all findings of its rule fail one.
  package var failing: UploadCheck.ID?

  /// The upload check that it fails.
  package var failedCheck: UploadCheck.ID? { failing ?? UploadCheck.ofRules[rule] }

  /// The repair by the linter; nil if it cannot fix it.
  package var repair: Repair? { isRepairable ? Repair.ofRules[rule] : nil }

  /// The file or folder as reports name it.
  public var file: String { subject.path.string }

  /// The other files that the finding concerns, as reports name them: the stickers of a finding about
  /// their pack, or the sticker that this one repeats.
  public var related: [String] { others.map { $0.path.string } }

  /// Whether it is neither suppressed nor in the baseline. Only open findings can fail a run.
  public var isOpen: Bool { suppressionReason == nil && !isInBaseline }

  /// Creates a finding.
  package init(
    rule: String, severity: Severity, about subject: FileID, _ others: [FileID] = [],
    place: Place? = nil, regions: [FindingRegion] = [], edges: [ArtExtent.Edge] = [],
    message: String, measured: Quantity? = nil, limit: Quantity? = nil, fix: String,
    isRepairable: Bool = false, suppressionReason: String? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.subject = subject
    self.others = others
    self.place = place
    self.regions = regions
    self.edges = edges
    self.message = message
    self.measured = measured
    self.limit = limit
    self.fix = fix
    self.isRepairable = isRepairable
    self.suppressionReason = suppressionReason
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
