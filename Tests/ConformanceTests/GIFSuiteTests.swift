import Foundation
import ImageContainers
import TestSupport
import Testing

@Suite("pygif", .enabled(if: Suites.gif != nil, Suites.missing))
struct GIFSuiteTests {
  static let suite = SuiteCases(
    name: "pygif", compares: "every canvas, delay and loop count",
    cases: Suites.names(in: Suites.gif, endingIn: ".conf").map { String($0.dropLast(5)) },
    outcome: outcome)

  @Test("decodes to the reference", arguments: suite.cases)
  func agrees(_ name: String) throws {
    #expect(try Self.outcome(name).fault == nil)
  }

  /// The suite draws images without a delay at once, as one frame. Apple's decoder and browsers show
  /// each for a moment, and so does this one; after the last of a run both have the same canvas.
  static let merged: Set<String> = [
    "animation-multi-image", "animation-multi-image-explicit-zero-delay",
    "dispose-restore-previous", "high-color", "images-combine", "images-overlap",
  ]

  /// Files without an image that could be drawn: there is none, or the file ends inside it. The
  /// suite shows an empty canvas.
  static let withoutImage: Set<String> = [
    "image-zero-height", "image-zero-size", "image-zero-width", "no-data",
  ]

  static func outcome(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.gif)
    let expected = try Description(folder.appending(path: "\(name).conf"))
    let decoded = try Decoded(Repository.bytes(folder.appending(path: expected.input)))
    if withoutImage.contains(name) {
      guard let defect = decoded.defects.first else { return .wrong("not reported") }
      return .known("reported (\(defect.message)); the suite shows an empty canvas")
    }
    if expected.frames.isEmpty { return withoutReference(name, decoded) }
    let references = try expected.frames.map {
      try Repository.bytes(folder.appending(path: $0.pixels))
    }
    let table = decoded.container.frameTable
    let frames = Array(zip(decoded.canvases, table)).enumerated().filter { index, frame in
      !merged.contains(name) || frame.1.delayNumerator > 0 || index == table.count - 1
    }.map(\.element)
    let loop = expected.isForced ? decoded.container.loop : expected.loop(frames: table.count)
    let result = Outcome(faults: [
      frames.map(\.0.samples) == references ? nil : "canvases differ",
      decoded.container.loop == loop ? nil : "the loop count differs",
      frames.count == 1 || frames.map(\.1.delayNumerator) == expected.frames.map(\.delay)
        ? nil : "delays differ",
    ])
    guard result == .same, merged.contains(name) else { return result }
    return .known(
      "images without a delay are frames of their own, as browsers show them; the suite draws them "
        + "at once, and what is then seen is the same")
  }

  /// What the suite gives no picture for is no GIF that can be drawn, or holds text.
  private static func withoutReference(_ name: String, _ decoded: Decoded) -> Outcome {
    if name == "plain-text" {
      return decoded.canvases.count == 1
        ? .known("the suite has no reference; the text is left out, as every viewer does")
        : .wrong("the image beside the text is missing")
    }
    guard let defect = decoded.defects.first else { return .wrong("not rejected") }
    return .reported(defect.message)
  }

  /// A case's description: an INI file.
  struct Description {
    var input = ""
    var loopCount = ""
    /// Whether the suite plays the file against what the file says.
    var isForced = false
    var frames: [(pixels: String, delay: Int)] = []

    init(_ url: URL) throws {
      var sections: [String: [String: String]] = [:]
      var section = ""
      for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
        if line.hasPrefix("[") { section = String(line.dropFirst().dropLast()) }
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        if parts.count == 2 { sections[section, default: [:]][parts[0]] = parts[1] }
      }
      input = sections["config"]?["input"] ?? ""
      loopCount = sections["config"]?["loop-count"] ?? ""
      isForced = sections["config"]?["force-animation"] == "yes"
      frames = (sections["config"]?["frames"] ?? "").split(separator: ",").map { name in
        let frame = sections[String(name)] ?? [:]
        return (frame["pixels"] ?? "", Int(frame["delay"] ?? "") ?? 0)
      }
    }

    /// The suite writes 0 where there is no loop block.
    func loop(frames: Int) -> LoopCount? {
      switch loopCount {
      case "infinite": .forever
      case "0": frames > 1 ? .unstated : nil
      default: Int(loopCount).map(LoopCount.times)
      }
    }
  }
}
