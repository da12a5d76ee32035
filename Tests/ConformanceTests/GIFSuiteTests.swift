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

  /// The suite merges images without a delay into one frame. Apple's decoder, browsers and this
  /// decoder show each of them; after the last one the canvas is the same.
  static let merged: Set<String> = [
    "animation-multi-image", "animation-multi-image-explicit-zero-delay",
    "dispose-restore-previous", "high-color", "images-combine", "images-overlap",
  ]

  /// Files without a complete image, for which the suite expects an empty canvas.
  static let withoutImage: Set<String> = [
    "image-zero-height", "image-zero-size", "image-zero-width", "no-data",
  ]

  static func outcome(_ name: String) throws -> Outcome {
    let folder = try #require(Suites.gif)
    let expected = try Description(folder.appending(path: "\(name).conf"))
    let decoded = try Decoded(Repository.bytes(folder.appending(path: expected.input)))
    if withoutImage.contains(name) {
      guard let defect = decoded.defects.first else { return .wrong("not reported") }
      return .known("reported (\(defect.message)); the suite expects an empty canvas")
    }
    if expected.frames.isEmpty { return withoutReference(name, decoded) }
    let references = try expected.frames.map {
      try Repository.bytes(folder.appending(path: $0.pixels))
    }
    let table = decoded.container.frameTable
    let frames = Array(zip(decoded.canvases, table)).enumerated().filter { index, frame in
      !merged.contains(name) || frame.1.delay.numerator > 0 || index == table.count - 1
    }.map(\.element)
    let loop = expected.isForced ? decoded.container.loop : expected.loop(frames: table.count)
    let result = Outcome(faults: [
      frames.map(\.0.samples) == references ? nil : "canvases differ",
      decoded.container.loop == loop ? nil : "the loop count differs",
      frames.count == 1 || frames.map(\.1.delay.numerator) == expected.frames.map(\.delay)
        ? nil : "delays differ",
    ])
    guard result == .same, merged.contains(name) else { return result }
    return .known(
      "images without a delay are separate frames, as in browsers; the suite merges them, with the "
        + "same final canvas")
  }

  /// Cases without expected frames: invalid files, and plain text.
  private static func withoutReference(_ name: String, _ decoded: Decoded) -> Outcome {
    if name == "plain-text" {
      return decoded.canvases.count == 1
        ? .known("the suite has no reference; plain text is ignored, as in every viewer")
        : .wrong("the image beside the text is missing")
    }
    guard let defect = decoded.defects.first else { return .wrong("not rejected") }
    return .reported(defect.message)
  }

  /// The description of a case, an INI file.
  struct Description {
    var input = ""
    var loopCount = ""
    /// Whether the suite overrides the file's loop count.
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

    /// The suite writes 0 for a file without a loop block, and otherwise the stored count, which is
    /// that of the repetitions after the first play.
    func loop(frames: Int) -> LoopCount? {
      switch loopCount {
      case "infinite": .forever
      case "0": frames > 1 ? .unstated : nil
      default: Int(loopCount).map { .times($0 + 1) }
      }
    }
  }
}
