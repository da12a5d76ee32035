import ImageContainers
import Pixels
import StickerBuild
import StickerManifest
import StickerPacks
import TestSupport
import Testing

@Suite("Building a sequence of frames")
struct SequenceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes frames of one color each, which identifies them.
  func writeFrames(_ reds: [UInt8], _ settings: String = "\"fps\": 12") throws {
    for (index, red) in reds.enumerated() {
      try folder.write(
        PNGBytes.still(300, 300, [red, 0, 0, 255]), to: "Art/wave/wave-\(index + 1).png")
    }
    try folder.write(
      #"{ "name": "P", "stickers": [{ "frames": "wave", "label": "Waves", \#(settings) }] }"#,
      to: "Art/stickerpack.json")
  }

  @Test("a sequence becomes an APNG with the frames in the order of their numbers")
  func apng() async throws {
    let reds = (1...11).map { UInt8($0 * 20) }
    try writeFrames(reds)
    let outcome = try await folder.build("Art")
    let bytes = try folder.bytes("out/images/wave@3x.png")
    let decoded = try Decoded(bytes)
    #expect(decoded.defects == [])
    #expect(decoded.canvases.map { $0[0, 0].red } == reds)
    #expect(
      decoded.canvases.allSatisfy { $0 == Bitmap(width: 300, height: 300, filledWith: $0[0, 0]) })
    #expect(
      decoded.container.frameTable.allSatisfy {
        ($0.delay.numerator, $0.delay.denominator) == (1, 12)
      })
    #expect(decoded.container.loop == .forever)
    #expect(
      try folder.bytes("out/Stickers.xcstickers/P.stickerpack/wave.sticker/wave.png") == bytes)
    let sticker = try #require(outcome.manifests[0].stickers.first)
    #expect(sticker.id == "wave")
    #expect(sticker.label == "Waves")
    #expect(sticker.format == "apng")
    #expect(sticker.animation?.frameCount == 11)
    #expect(sticker.scales.map(\.width) == [300, 200, 100])
    #expect(sticker.scales[0].bytes == bytes.count)
  }

  @Test("equal consecutive frames become one frame with the total delay")
  func merging() async throws {
    try writeFrames([1, 1, 1, 2, 3, 3, 1])
    try await folder.build("Art")
    let decoded = try Decoded(folder.bytes("out/images/wave@3x.png"))
    #expect(decoded.canvases.map { $0[0, 0].red } == [1, 2, 3, 1])
    let delays = decoded.container.frameTable.map { [$0.delay.numerator, $0.delay.denominator] }
    #expect(delays == [[1, 4], [1, 12], [1, 6], [1, 12]])
  }

  @Test("the duration is divided among the frames, and repetitions follow the first time")
  func duration() async throws {
    try writeFrames([1, 2, 3], "\"duration\": 1, \"repetitions\": 2")
    try await folder.build("Art")
    let decoded = try Decoded(folder.bytes("out/images/wave@3x.png"))
    #expect(
      decoded.container.frameTable.map { [$0.delay.numerator, $0.delay.denominator] }
        == [[1, 3], [1, 3], [1, 3]])
    #expect(decoded.container.loop == .times(3))
  }

  @Test("as a sequence, the catalog has the unchanged frames in order, and Xcode's keys")
  func stickerSequence() async throws {
    try writeFrames([1, 2], "\"fps\": 12, \"repetitions\": 1, \"as\": \"sequence\"")
    try folder.write(PNGBytes.still(300, 300, [9, 0, 0, 255]), to: "Art/wave/wave-10.png")
    try await folder.build("Art")
    let path = "out/Stickers.xcstickers/P.stickerpack/wave.stickersequence"
    #expect(
      try folder.files().filter { $0.hasPrefix("out/Stickers.xcstickers/P.stickerpack/") } == [
        "out/Stickers.xcstickers/P.stickerpack/Contents.json", path + "/Contents.json",
        path + "/wave-1.png", path + "/wave-10.png", path + "/wave-2.png",
      ])
    for name in ["wave-1.png", "wave-2.png", "wave-10.png"] {
      #expect(try folder.bytes("\(path)/\(name)") == folder.bytes("Art/wave/\(name)"))
    }
    #expect(
      try folder.text(path + "/Contents.json") == """
        {
          "frames" : [
            {
              "filename" : "wave-1.png"
            },
            {
              "filename" : "wave-2.png"
            },
            {
              "filename" : "wave-10.png"
            }
          ],
          "info" : {
            "author" : "stickerpack",
            "version" : 1
          },
          "properties" : {
            "accessibility-label" : "Waves",
            "duration" : 12,
            "duration-type" : "fps",
            "repetitions" : 1
          }
        }

        """)
    #expect(
      try folder.text("out/Stickers.xcstickers/P.stickerpack/Contents.json")
        .contains("\"filename\" : \"wave.stickersequence\""))
    // The images contain an APNG.
    #expect(try Decoded(folder.bytes("out/images/wave@3x.png")).canvases.count == 3)
  }

  @Test("a fixed duration is Xcode's \"fixed\"")
  func fixed() async throws {
    try writeFrames([1, 2], "\"duration\": 1.5, \"as\": \"sequence\"")
    try await folder.build("Art")
    let text = try folder.text(
      "out/Stickers.xcstickers/P.stickerpack/wave.stickersequence/Contents.json")
    #expect(
      text.hasSuffix(
        """
            "duration" : 1.5,
            "duration-type" : "fixed",
            "repetitions" : 0
          }
        }

        """))
  }

  @Test(
    "an invalid frame fails the build and is reported",
    arguments: [
      (
        PNGBytes.still(300, 200, [1, 0, 0, 255]),
        "has a canvas of 300 × 200 px, but \"wave-1.png\" has one"
      ),
      (PNGBytes.animation(300, 300, [[1, 0, 0, 255], [2, 0, 0, 255]]), "is animated"),
      (Array("text".utf8), "is not a PNG, GIF or JPEG"), (PNGBytes.signature, "is not a PNG, GIF"),
    ])
  func badFrames(_ bytes: [UInt8], _ reason: String) async throws {
    try writeFrames([1, 2, 3])
    try folder.write(bytes, to: "Art/wave/wave-2.png")
    let failure = await #expect(throws: BuildError.self) { try await folder.build("Art") }
    #expect(
      failure?.description.contains("Art/wave/wave-2.png: the frame \(reason)") == true,
      "\(failure?.description ?? "")")
    #expect(!(try folder.files().contains { $0.hasPrefix("out") }))
  }

  @Test("all frames together have the limits of a file")
  func limits() async throws {
    try writeFrames([1, 2, 3])
    var limits = DecodingLimits()
    limits.frames = 2
    var failure = await #expect(throws: BuildError.self) {
      try await folder.build("Art", limits: limits)
    }
    #expect(failure?.description.contains("(frame limit: 2)") == true)
    limits = DecodingLimits()
    limits.decodedBytes = 300 * 300 * 4 * 2
    failure = await #expect(throws: BuildError.self) {
      try await folder.build("Art", limits: limits)
    }
    #expect(
      failure?.description.contains(
        "raises the decoded size to 1,080,000 bytes (decoded size limit: 720,000)") == true)
    limits = DecodingLimits()
    limits.fileBytes = try folder.bytes("Art/wave/wave-1.png").count * 2
    failure = await #expect(throws: BuildError.self) {
      try await folder.build("Art", limits: limits)
    }
    #expect(
      failure?.description.contains("wave-3.png: the frame exceeds the size of all frames") == true)
  }
}
