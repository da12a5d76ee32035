internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerLint
internal import StickerPacks

/// A lint result as SARIF 2.1.0, for GitHub code scanning and other services that track findings.
package enum SARIFReport {
  /// The report. Ends in a newline.
  static func bytes(of contents: ReportContents) throws -> [UInt8] {
    let indices = Dictionary(
      uniqueKeysWithValues: Rule.all.enumerated().map { ($0.element.id, $0.offset) })
    let results = contents.packs.flatMap { $0.findingsPerSticker }.fingerprinted.lazy.map {
      Result(
        $0.finding, ruleIndex: indices[$0.finding.rule], $0.fingerprint,
        isCompared: contents.staleBaselineEntries != nil)
    }
    return try JSONStream.object { log in
      try log.add(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
      )
      try log.add("runs", objects: [contents]) { run, contents in
        // The unit of columns.
        try run.add("columnKind", "unicodeCodePoints")
        try run.add(
          "originalUriBaseIds",
          [root: Base(description: Message(text: "The folder in which stickerpack ran."))])
        try run.add("results", list: results)
        // Code scanning compares the version between runs.
        try run.add(
          "tool", Tool(driver: Driver(version: contents.version, address: contents.address)))
      }
      try log.add("version", "2.1.0")
    }
  }

  // The folder in which the program ran: in CI, the root of the repository.
  private static let root = "%SRCROOT%"

  private struct Base: Encodable {
    var description: Message
  }

  private struct Tool: Encodable {
    var driver: Driver
  }

  private struct Driver: Encodable {
    var name = "stickerpack"
    var version: String
    var informationUri: String?
    var rules: [Descriptor]

    init(version: String, address: String?) {
      self.version = version
      informationUri = address
      rules = Rule.all.map { Descriptor($0, address) }
    }
  }

  private struct Descriptor: Encodable {
    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Help
    var helpUri: String?
    var defaultConfiguration: Configuration
    var properties: Properties

    init(_ rule: Rule, _ address: String?) {
      id = rule.id
      shortDescription = Message(text: rule.title + ".")
      fullDescription = Message(text: rule.rationale)
      help = Help(
        text: "\(rule.rationale)\n\nFix: \(rule.fix)\n\nSource: \(rule.source)",
        markdown: "\(rule.rationale)\n\n**Fix:** \(rule.fix)\n\n**Source:** \(rule.source)")
      helpUri = address.map { "\($0)/blob/main/Documentation/Rules/\(rule.id).md" }
      defaultConfiguration = Configuration(rule)
      properties = Properties(
        category: rule.category, options: rule.options.map(OptionEntry.init),
        tags: [rule.category.rawValue])
    }
  }

  private struct Help: Encodable {
    var text: String
    var markdown: String
  }

  private struct Configuration: Encodable {
    var level: Level
    // SARIF's place for the default values of a rule's options (3.50.5).
    var parameters: [String: Double]?

    init(_ rule: Rule) {
      level = Level(rule.severity)
      guard !rule.options.isEmpty else { return }
      parameters = [:]
      for option in rule.options { parameters?[option.name] = option.defaultValue }
    }
  }

  private struct Properties: Encodable {
    var category: Rule.Category
    var options: [OptionEntry]
    var tags: [String]
  }

  private enum Level: String, Encodable {
    case note, warning, error

    init(_ severity: Severity) {
      switch severity {
      case .info: self = .note
      case .warning: self = .warning
      case .error: self = .error
      }
    }
  }

  private struct Message: Encodable {
    var text: String
  }

  private struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int?
    var level: Level
    var message: Message
    var locations: [Location]
    // Omitted if empty, like the region.
    var relatedLocations: [Location]?
    // Regions are bytes or text. Rectangles of images are only in attachments.
    var attachments: [Attachment]?
    var partialFingerprints: [String: String]
    var suppressions: [Suppression]
    var baselineState: String?
    // Omitted if it has no automatic fix. SARIF's own fixes contain the new bytes.
    var properties: Fixability?

    init(_ finding: Finding, ruleIndex: Int?, _ fingerprint: String, isCompared: Bool) {
      ruleId = finding.rule
      self.ruleIndex = ruleIndex
      // Code scanning ignores suppressions, but notes do not fail a check.
      level = finding.isOpen ? Level(finding.severity) : .note
      message = Message(text: finding.messageWithPlace.sarifMessage)
      locations = [
        Location(
          physicalLocation: PhysicalLocation(
            finding.subject, region: finding.place.map(Region.init)))
      ]
      if !finding.others.isEmpty {
        relatedLocations = finding.others.enumerated().map { index, file in
          Location(id: index + 1, physicalLocation: PhysicalLocation(file))
        }
      }
      if !finding.regions.isEmpty {
        attachments = [
          Attachment(
            artifactLocation: ArtifactLocation(finding.subject),
            rectangles: finding.regions.reported.map(Rectangle.init))
        ]
      }
      // The only name that code scanning supports.
      partialFingerprints = ["primaryLocationLineHash": fingerprint]
      // Required for all results if one has it; an empty list means that the result is not suppressed.
      suppressions =
        finding.suppressionReason.map {
          [Suppression(justification: $0.withoutControls)]
        } ?? []
      // Required for all results if one has it (3.27.24).
      if isCompared { baselineState = finding.isInBaseline ? "unchanged" : "new" }
      properties = finding.repair.map { Fixability(fixable: $0.safety.rawValue) }
    }
  }

  private struct Fixability: Encodable {
    var fixable: String
  }

  private struct Location: Encodable {
    // Only related locations have one, which is unique within the result.
    var id: Int?
    var physicalLocation: PhysicalLocation
  }

  private struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region?

    init(_ file: FileID, region: Region? = nil) {
      artifactLocation = ArtifactLocation(file)
      self.region = region
    }
  }

  private struct ArtifactLocation: Encodable {
    var uri: String
    var uriBaseId = root

    init(_ file: FileID) { uri = file.path.string.percentEncoded }
  }

  /// The start of a part: the byte of a binary file, or the line and column of a text. A region with
  /// both is invalid unless they are the same (3.30.1).
  private struct Region: Encodable {
    var byteOffset: Int?
    var startLine: Int?
    var startColumn: Int?

    init(_ place: Place) {
      startLine = place.line
      startColumn = place.column
      byteOffset = place.line == nil ? place.offset : nil
    }
  }

  /// The image of a finding, with the parts that it is about (3.21).
  private struct Attachment: Encodable {
    var artifactLocation: ArtifactLocation
    var rectangles: [Rectangle]
  }

  /// A part of an image in pixels (3.31). Without edges it is the whole canvas of a frame.
  private struct Rectangle: Encodable {
    var left: Int?
    var top: Int?
    var right: Int?
    var bottom: Int?
    var message: Message?
    var properties: [String: Int]?

    init(_ region: FindingRegion) {
      if let area = region.area {
        (left, top) = (area.x, area.y)
        (right, bottom) = (area.x + area.width, area.y + area.height)
      }
      guard let frame = region.frame else { return }
      // Viewers show the message, and programs read the property.
      message = Message(text: "Frame \(frame)")
      properties = ["frame": frame]
    }
  }

  private struct Suppression: Encodable {
    // The suppression is in stickerpack.json, not in the image.
    var kind = "external"
    var status = "accepted"
    var justification: String
  }
}

extension String {
  /// The path as a relative reference (RFC 3986). Everything except unreserved characters and slashes is
  /// encoded, including colons, which would end a scheme.
  fileprivate var percentEncoded: String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return utf8.map { byte in
      plain.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + UInt32(byte).hexadecimal(digits: 2)
    }.joined()
  }

  /// The text as a plain message. Braces, which start placeholders (SARIF 2.1.0, 3.11.5), and brackets
  /// before a parenthesis, which are links (3.11.6), are escaped.
  fileprivate var sarifMessage: String {
    let text = withoutControls
    let scalars = text.unicodeScalars
    let looksLikeLink = zip(scalars, scalars.dropFirst()).contains { $0 == "]" && $1 == "(" }
    return scalars.map { scalar in
      switch scalar {
      case "{", "}": "\(scalar)\(scalar)"
      case "[", "]", "\\": looksLikeLink ? "\\\(scalar)" : "\(scalar)"
      default: "\(scalar)"
      }
    }.joined()
  }
}
