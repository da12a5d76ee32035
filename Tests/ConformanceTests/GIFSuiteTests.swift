import Foundation
import ImageContainers
import TestSupport
import Testing

@Suite("pygif", .enabled(if: Suites.gif != nil, Suites.missing))
struct GIFSuiteTests {
  /// The suite draws images without a delay at once, as one frame. Apple's decoder and browsers show
  /// each for a moment, and so does this one; after the last of a run both have the same canvas.
  static let merged: Set<String> = [
    "animation-multi-image", "animation-multi-image-explicit-zero-delay",
    "dispose-restore-previous", "high-color", "images-combine", "images-overlap",
  ]

  /// Damaged files that the suite draws as nothing, and this decoder reports.
  static let reported: Set<String> = [
    // The file ends inside its only image.
    "image-zero-height", "image-zero-size", "image-zero-width",
    // There is no image, or no palette entry, or no code that the image data may use.
    "no-data", "invalid-colors", "invalid-code",
    // An LZW code size over 8, which the format does not allow and giflib does not read.
    "max-codes", "overflow-codes", "overflow-codes-max",
  ]

  /// The suite has no picture for a file with text in it, and this decoder leaves the text out.
  static let withoutReference: Set<String> = ["plain-text"]

  static let names = Suites.names(in: Suites.gif, endingIn: ".conf").map { String($0.dropLast(5)) }

  @Test("decodes to the reference", arguments: names)
  func agrees(_ name: String) throws {
    let folder = try #require(Suites.gif)
    let expected = try Description(folder.appending(path: "\(name).conf"))
    let decoded = try Decoded(Repository.bytes(folder.appending(path: expected.input)))
    guard !Self.reported.contains(name) else {
      #expect(!decoded.defects.isEmpty)
      return
    }
    guard !Self.withoutReference.contains(name) else {
      #expect(decoded.canvases.count == 1)
      return
    }
    let references = try expected.frames.map {
      try Repository.bytes(folder.appending(path: $0.pixels))
    }
    let frames = Array(zip(decoded.canvases, decoded.container.frameTable))
    let shown =
      Self.merged.contains(name)
      ? frames.enumerated().filter {
        $0.element.1.delayNumerator > 0 || $0.offset == frames.count - 1
      }
      .map(\.element)
      : frames
    #expect(shown.map(\.0.samples) == references)
    if !expected.isForced {
      #expect(decoded.container.loop == expected.loop(frames: decoded.container.frameTable.count))
    }
    if shown.count > 1 { #expect(shown.map(\.1.delayNumerator) == expected.frames.map(\.delay)) }
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
