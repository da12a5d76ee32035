internal import Basics
internal import ImageContainers
internal import Pixels
internal import StickerLint
internal import StickerPacks

/// A lint result as SARIF 2.1.0, for GitHub code scanning and other services that track findings.
package enum SARIFReport {
  /// The report. Ends in a newline.
  static func bytes(of contents: ReportContents) -> [UInt8] {
    JSONStream.object { log in
      log.add(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
      )
      log.add("runs", objects: [contents]) { run, contents in
        // The unit of columns.
        run.add("columnKind", "unicodeCodePoints")
        run.add("originalUriBaseIds") { bases in
          bases.add(root) { base in
            base.add("description") { $0.add("text", "The folder in which stickerpack ran.") }
          }
        }
        let findings = contents.packs.flatMap { $0.findingsPerSticker }.fingerprinted
        let found = Set(findings.map { $0.finding.rule })
        // Those about other destinations only where one was chosen.
        let rules = Rule.all.filter { $0.category != .store || found.contains($0.id) }
        let indices = Dictionary(
          uniqueKeysWithValues: rules.enumerated().map { ($0.element.id, $0.offset) })
        run.add("results", objects: findings) { result, entry in
          add(
            entry.finding, ruleIndex: indices[entry.finding.rule], entry.fingerprint,
            isCompared: contents.staleBaselineEntries != nil, to: &result)
        }
        run.add("tool") { tool in
          tool.add("driver") { driver in
            driver.add("informationUri", contents.address)
            driver.add("name", "stickerpack")
            driver.add("rules", objects: rules) { add($1, contents.address, to: &$0) }
            // Code scanning compares the version between runs.
            driver.add("version", contents.version)
          }
        }
      }
      log.add("version", "2.1.0")
    }
  }

  // The folder in which the program ran: in CI, the root of the repository.
  private static let root = "%SRCROOT%"

  private static func add(_ rule: Rule, _ address: String?, to json: inout JSONStream) {
    json.add("defaultConfiguration") { configuration in
      configuration.add("level", level(of: rule.severity))
      guard !rule.options.isEmpty else { return }
      // SARIF's place for the default values of a rule's options (3.50.5).
      configuration.add(
        "parameters",
        Dictionary(firstOf: rule.options.map { ($0.name, $0.defaultValue) }))
    }
    json.add("fullDescription") { $0.add("text", rule.rationale) }
    json.add("help") {
      $0.add(
        "markdown", "\(rule.rationale)\n\n**Fix:** \(rule.fix)\n\n**Source:** \(rule.source)")
      $0.add("text", "\(rule.rationale)\n\nFix: \(rule.fix)\n\nSource: \(rule.source)")
    }
    json.add("helpUri", address.map { "\($0)/blob/main/Documentation/Rules/\(rule.id).md" })
    json.add("id", rule.id)
    json.add("properties") { properties in
      properties.add("category", rule.category)
      properties.add(options: rule.options)
      properties.add("tags", [rule.category.rawValue])
    }
    json.add("shortDescription") { $0.add("text", rule.title + ".") }
  }

  private static func level(of severity: Severity) -> String {
    switch severity {
    case .info: "note"
    case .warning, .error: severity.rawValue
    }
  }

  private static func add(
    _ finding: Finding, ruleIndex: Int?, _ fingerprint: String, isCompared: Bool,
    to json: inout JSONStream
  ) {
    // Omitted if empty, like the region. Regions are bytes or text; rectangles of images are only in attachments.
    if !finding.regions.isEmpty {
      json.add("attachments", objects: [finding]) { attachment, finding in
        add(finding.subject, to: &attachment)
        attachment.add("rectangles", objects: finding.regions.reported) { add($1, to: &$0) }
      }
    }
    // Required for all results if one has it (3.27.24).
    if isCompared { json.add("baselineState", finding.isInBaseline ? "unchanged" : "new") }
    // Code scanning ignores suppressions, but notes do not fail a check.
    json.add("level", finding.isOpen ? level(of: finding.severity) : "note")
    json.add("locations", objects: [finding]) { location, finding in
      location.add("physicalLocation") { add(finding.subject, at: finding.place, to: &$0) }
    }
    json.add("message") { $0.add("text", finding.messageWithPlace.sarifMessage) }
    // The only name that code scanning supports.
    json.add("partialFingerprints") { $0.add("primaryLocationLineHash", fingerprint) }
    // Omitted if it has no automatic fix. SARIF's own fixes contain the new bytes.
    if let repair = finding.repair {
      json.add("properties") { $0.add("fixable", repair.safety) }
    }
    if !finding.others.isEmpty {
      json.add("relatedLocations", objects: finding.others.enumerated()) { location, file in
        // Unique within the result.
        location.add("id", file.offset + 1)
        location.add("physicalLocation") { add(file.element, to: &$0) }
      }
    }
    json.add("ruleId", finding.rule)
    json.add("ruleIndex", ruleIndex)
    // Required for all results if one has it; an empty list means that the result is not suppressed.
    let reasons = [finding.suppressionReason].compactMap { $0 }
    json.add("suppressions", objects: reasons) { suppression, reason in
      suppression.add("justification", reason.withoutControls)
      // The suppression is in stickerpack.json, not in the image.
      suppression.add("kind", "external")
      suppression.add("status", "accepted")
    }
  }

  /// Adds a file, with the start of a part of it.
  private static func add(_ file: FileID, at place: Place? = nil, to json: inout JSONStream) {
    json.add("artifactLocation") {
      $0.add("uri", file.path.string.percentEncoded)
      $0.add("uriBaseId", root)
    }
    guard let place else { return }
    // The byte of a binary file, or the line and column of a text. A region with both is invalid unless they are the
    // same (3.30.1).
    json.add("region") {
      if place.line == nil { $0.add("byteOffset", place.offset) }
      $0.add("startColumn", place.column)
      $0.add("startLine", place.line)
    }
  }

  /// Adds a part of an image in pixels (3.31). Without edges it is the whole canvas of a frame.
  private static func add(_ region: FindingRegion, to json: inout JSONStream) {
    let area = region.area
    json.add("bottom", area.map { $0.y + $0.height })
    json.add("left", area?.x)
    if let frame = region.frame {
      // Viewers show the message, and programs read the property.
      json.add("message") { $0.add("text", "Frame \(frame)") }
      json.add("properties") { $0.add("frame", frame) }
    }
    json.add("right", area.map { $0.x + $0.width })
    json.add("top", area?.y)
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
