import ImageCodecs
import ImageContainers
import Pixels
import StickerLint
import StickerPacks
import StickerReports

/// What is true of every file that is decoded and linted.
enum ImagePromises {
  /// Small, so that no input takes long.
  static let limits = {
    var limits = DecodingLimits()
    limits.pixels = 1 << 18
    limits.frames = 200
    limits.decodedBytes = 4 << 20
    return limits
  }()

  static func check(_ bytes: [UInt8]) throws {
    guard var decoder = try? ImageDecoder(bytes, limits: limits) else { return }
    let container = decoder.container
    try ContainerPromises.check(container, bytes)
    var found: [Defect] = []
    let alpha = try checkCanvases(&decoder, &found)
    let hidden = decoder.hiddenImage(collecting: &found)
    try promise(decoder.nextFrame(collecting: &found) == nil, "no frame follows the last")
    try ContainerPromises.check(found, bytes)
    let defects = container.defects + found
    try checkCount(alpha.count, decoder, defects)
    try checkHidden(hidden, container, defects)
    try Findings.check(bytes, limits, alpha, defects)
  }

  private static func checkCanvases(
    _ decoder: inout ImageDecoder, _ defects: inout [Defect]
  ) throws(BrokenPromise) -> [AlphaStatistics] {
    var alpha: [AlphaStatistics] = []
    while let frame = decoder.nextFrame(collecting: &defects) {
      let canvas = frame.canvas
      try promise(
        CanvasSize(width: canvas.width, height: canvas.height) == decoder.container.canvas,
        "every canvas has the size that the file declares")
      try promise(
        canvas.samples.count == canvas.width * canvas.height * 4, "samples fill their canvas")
      let counted = AlphaStatistics(of: canvas)
      try promise(counted.total == canvas.width * canvas.height, "every pixel is counted once")
      if case .jpeg = decoder.container {
        try promise(counted.opaque == counted.total, "a JPEG has no alpha")
      }
      alpha.append(counted)
      try promise(
        counted.total <= limits.pixels && alpha.count <= limits.frames
          && alpha.count * counted.total * 4 <= limits.decodedBytes, "limits hold")
    }
    return alpha
  }

  private static func checkCount(
    _ count: Int, _ decoder: ImageDecoder, _ defects: [Defect]
  ) throws(BrokenPromise) {
    let frames = decoder.container.frameTable.count
    let due = decoder.isAnimated ? frames : 1
    try promise(count <= due, "there are no more canvases than frames")
    if count < due {
      try promise(!defects.isEmpty, "where \(due - count) canvases are missing, a defect says why")
    }
    if defects.isEmpty {
      try promise(count == frames, "a sound file of \(frames) frames gives as many canvases")
    }
  }

  private static func checkHidden(
    _ hidden: Bitmap?, _ container: ImageContainer, _ defects: [Defect]
  ) throws(BrokenPromise) {
    guard case .png(let png) = container, let animation = png.animation,
      !animation.defaultImageIsFrame
    else {
      try promise(hidden == nil, "only an APNG hides an image")
      return
    }
    if let hidden {
      try promise(
        CanvasSize(width: hidden.width, height: hidden.height) == container.canvas,
        "a hidden image has the size of the canvas")
    } else {
      try promise(!defects.isEmpty, "where the hidden image is missing, a defect says why")
    }
  }
}

/// What is true of the findings about any file, and of the reports that show them.
enum Findings {
  static func check(
    _ bytes: [UInt8], _ limits: DecodingLimits, _ alpha: [AlphaStatistics], _ defects: [Defect]
  ) throws {
    let source = StickerSource(id: "love", path: "Pack/love", displayPath: "Pack/love")
    let facts = AssetFacts(source: source, bytes: bytes, limits: limits)
    try promise(
      facts.image?.defects == defects && facts.image?.frameAlpha == alpha,
      "decoding twice gives the same twice")
    let pack = PackSource(
      kind: .folder, name: "Pack", path: "Pack", displayPath: "Pack", gridSize: nil,
      stickers: [source])
    let linted = Linter(jobs: 1).check(
      PackFacts(source: pack, assets: [facts]))
    for finding in linted.findings {
      try promise(
        finding.message.hasSuffix(".") && !finding.fix.isEmpty,
        "a finding is a sentence with a remedy: \(finding.message)")
      try promise(Rule.named(finding.rule) != nil, "a finding names a rule")
      if let place = finding.place {
        try promise((0...bytes.count).contains(place.offset), "a finding stands in the file")
      }
    }
    for defect in defects {
      try promise(
        linted.findings.contains {
          $0.message.dropFirst().dropLast() == defect.message.dropFirst()
        },
        "every defect is found by a rule: \(defect.message)")
    }
    // Reports take longer than all the rest, so one input in eight is enough.
    if bytes.reduce(0, &+) % 8 == 0 { try checkReports(LintResult(packs: [linted]), facts) }
  }

  private static func checkReports(_ result: LintResult, _ facts: AssetFacts) throws {
    let texts = [
      TextReport(style: .plain).text(of: result), InspectionReport.text(of: facts, style: .plain),
      JUnitReport.text(of: result), CheckstyleReport.text(of: result),
      GitHubReport.text(of: result),
    ]
    for text in texts {
      try promise(
        text.unicodeScalars.allSatisfy { $0 == "\n" || !isControl($0) },
        "a report cannot steer a terminal")
    }
    // Both throw where a number cannot be written as JSON.
    let reports = [try JSONReport.bytes(of: result), try InspectionReport.json(of: facts)]
    try promise(reports.allSatisfy { $0.last == 0x0A }, "a JSON report ends with a newline")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
