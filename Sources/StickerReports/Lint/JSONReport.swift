internal import Basics
internal import ImageContainers
internal import StickerLint
internal import StickerManifest
internal import StickerPacks

/// A lint result as JSON. `stickerpack schema report` describes it.
package enum JSONReport {
  /// The version of the format. Incompatible changes get a new number.
  package static let schema = "stickerpack.report/1"

  /// The report. Ends in a newline.
  package static func bytes(of contents: ReportContents) -> [UInt8] {
    JSONStream.object { report in
      report.add(findings: contents.findings)
      report.add("packs", objects: contents.packs) { entry, pack in
        entry.add("gridSize", pack.facts.gridSize)
        entry.add("kind", pack.facts.source.kind)
        entry.add("name", pack.name)
        entry.add("path", pack.folder)
        entry.add("stickers", objects: pack.facts.assets) { $0.addMembers(about: $1) }
      }
      report.add("schema", schema)
      report.add("staleBaselineEntries", contents.staleBaselineEntries)
      report.add(summaryOf: contents)
      report.add(toolOfVersion: contents.version)
    }
  }
}

extension JSONStream {
  /// Adds the numbers of stickers and findings.
  package mutating func add(summaryOf contents: ReportContents) {
    add("summary") { summary in
      let findings = contents.findings
      let errors = findings.count(of: .error)
      summary.add("baselined", findings.baselinedCount)
      summary.add("errors", errors)
      summary.add("infos", findings.count(of: .info))
      summary.add("packs", contents.packs.count)
      summary.add("passed", errors == 0)
      summary.add("stickers", contents.stickerCount)
      summary.add("suppressed", findings.suppressedCount)
      summary.add("warnings", findings.count(of: .warning))
    }
  }

  /// Adds the program that wrote a report.
  mutating func add(toolOfVersion version: String) {
    add("tool") {
      $0.add("name", "stickerpack")
      $0.add("version", version)
    }
  }

  /// Adds a list of findings.
  mutating func add(findings: [Finding]) {
    add("findings", objects: findings.fingerprinted) { json, entry in
      let finding = entry.finding
      // True or omitted.
      if finding.isInBaseline { json.add("baselined", true) }
      json.add("file", finding.file)
      json.add("fingerprint", entry.fingerprint)
      json.add("fix", finding.fix)
      // Omitted if it has no automatic fix.
      json.add("fixable", finding.repair?.safety)
      json.add("limit", finding.limit)
      json.add("measured", finding.measured)
      json.add("message", finding.message)
      json.add("place", finding.place)
      if !finding.regions.isEmpty { json.add("regions", finding.regions.reported) }
      if !finding.others.isEmpty { json.add("related", finding.related) }
      json.add("rule", finding.rule)
      json.add("severity", finding.severity)
      json.add("suppressionReason", finding.suppressionReason)
    }
  }

  /// Adds the facts about a file that a lint and an inspection report.
  mutating func addMembers(about asset: AssetFacts) {
    let image = asset.image
    add("animated", image?.isAnimated)
    add("bytes", asset.byteCount)
    if let image, image.isAnimated {
      add("durationMilliseconds", image.frames.reduce(0) { $0 + $1.delay.milliseconds })
    }
    add("file", asset.source.displayPath)
    add("format", image?.format)
    add("frameCount", image?.frames.count)
    add("height", image?.canvas?.height)
    add("label", asset.source.label)
    if let legibility = image?.legibility {
      add("legibility") {
        $0.add("mean", legibility.mean)
        $0.add("worst", legibility.worst)
        $0.add("worstBackdrop", legibility.worstBackdrop)
      }
    }
    add("width", image?.canvas?.width)
  }
}
