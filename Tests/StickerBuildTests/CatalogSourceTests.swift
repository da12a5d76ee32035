import Foundation
import StickerBuild
import TestSupport
import Testing

@Suite("Building from catalogs and given scales")
struct CatalogSourceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func still(_ red: UInt8, _ side: Int = 300) -> [UInt8] {
    PNGBytes.still(side, side, [red, 0, 0, 255])
  }

  /// Builds a pack with a file, two sequences and translations.
  func buildFolder() async throws {
    for (name, reds) in [("run", [10, 20, 30]), ("hop", [40, 50])] as [(String, [UInt8])] {
      for (index, red) in reds.enumerated() {
        try folder.write(still(red), to: "Art/\(name)/\(index + 1).png")
      }
    }
    try folder.write(still(200), to: "Art/sit.png")
    try folder.write(
      #"""
      { "name": "P", "stickers": [
        { "frames": ["run/1.png", "run/2.png", "run/3.png", "run/2.png"], "fps": 12,
          "as": "sequence", "label": "Runs", "translations": { "de": "Rennt" } },
        { "file": "sit.png", "label": "Sits", "translations": { "de": "Sitzt" } },
        { "frames": "hop", "duration": 1.5, "repetitions": 2, "as": "sequence", "label": "Hops" } ] }
      """#, to: "Art/stickerpack.json")
    try await folder.build("Art")
  }

  @Test("a catalog with sequences that stickerpack built can be built again with equal bytes")
  func again() async throws {
    try await buildFolder()
    let built = try await folder.build("out/Stickers.xcstickers", to: "again")
    #expect(built.manifests[0].stickers.map(\.id) == ["run", "sit", "hop"])
    let files = try folder.files().filter { $0.hasPrefix("out/") }.map { $0.dropFirst(4) }
    #expect(files.count > 20)
    for file in files {
      #expect(try folder.bytes("out/\(file)") == folder.bytes("again/\(file)"), "\(file)")
    }
    #expect(try folder.files().count { $0.hasPrefix("again/") } == files.count)
  }

  @Test("a stickerpack.json beside a catalog sets the manifest's id, cover and emoji")
  func manifestSettings() async throws {
    try await buildFolder()
    // Configurations above a named path are read up to the root of the repository.
    try folder.write("ref: refs/heads/main\n", to: ".git/HEAD")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/Work", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: folder.path + "/out/Stickers.xcstickers",
      toPath: folder.path + "/Work/Stickers.xcstickers")
    try folder.write(
      #"""
      { "id": "com.example.p", "cover": "hop.stickersequence",
        "stickers": [{ "file": "sit.sticker", "emoji": ["🪑"] }] }
      """#, to: "Work/stickerpack.json")
    let built = try await folder.build("Work/Stickers.xcstickers", to: "again")
    let manifest = built.manifests[0]
    #expect(manifest.id == "com.example.p" && manifest.cover == "hop")
    #expect(manifest.stickers.first { $0.id == "sit" }?.emoji == ["🪑"])
    try folder.write(#"{ "cover": "swim.sticker" }"#, to: "Work/stickerpack.json")
    let source = try folder.pack("Work/Stickers.xcstickers")
    #expect(source.observations.map(\.kind).contains(.missing("swim.sticker", .cover)))
  }

  @Test("a frame that is shown twice is one file of a sequence, listed twice")
  func repeatedFrame() async throws {
    try await buildFolder()
    let path = "out/Stickers.xcstickers/P.stickerpack/run.stickersequence"
    #expect(try folder.files().count { $0.hasPrefix(path) } == 4)
    #expect(
      try folder.text("\(path)/Contents.json").components(separatedBy: "\"2.png\"").count == 3)
    #expect(
      try Decoded(folder.bytes("out/images/run@3x.png")).canvases.map { $0[0, 0].red } == [
        10, 20, 30, 20,
      ])
  }

  @Test("a sequence that cannot be assembled is skipped, and it fails the build without --force")
  func invalidSequence() async throws {
    try await buildFolder()
    let path = "out/Stickers.xcstickers/P.stickerpack/hop.stickersequence/Contents.json"
    try folder.write(
      folder.text(path).replacing("\"duration\" : 1.5", with: "\"duration\" : 1e300"), to: path)
    await #expect(throws: BuildError.self) {
      try await folder.build("out/Stickers.xcstickers", to: "again")
    }
    let built = try await folder.build(
      "out/Stickers.xcstickers", to: "again", skipsUnusableFiles: true)
    #expect(built.manifests[0].stickers.map(\.id) == ["run", "sit"])
    #expect(
      built.skipped.map(\.reason) == [
        "it has no frames, or its duration or repetitions are out of range"
      ])
  }

  @Test("each frame of a list can have its own delay")
  func delays() async throws {
    for index in 1...3 { try folder.write(still(UInt8(index * 50)), to: "Art/run/\(index).png") }
    try folder.write(
      #"""
      { "stickers": [{ "frames": ["run/1.png", { "file": "run/3.png", "delay": 0.5 }, "run/2.png",
        "run/2.png"], "fps": 10 }] }
      """#, to: "Art/stickerpack.json")
    try await folder.build("Art")
    let decoded = try Decoded(folder.bytes("out/images/run@3x.png"))
    #expect(decoded.canvases.map { $0[0, 0].red } == [50, 150, 100])
    #expect(
      decoded.container.frameTable.map { [$0.delay.numerator, $0.delay.denominator] }
        == [[1, 10], [1, 2], [1, 5]])
  }

  @Test("given images at @2x and @1x are used unchanged, and one of the wrong size is replaced")
  func scales() async throws {
    try folder.write(still(1), to: "Art/love@3x.png")
    try folder.write(still(2, 200), to: "Art/love@2x.png")
    try folder.write(still(3, 100), to: "Art/love.png")
    try folder.write(still(4), to: "Art/hug@3x.png")
    try folder.write(still(5, 100), to: "Art/hug@2x.png")
    let built = try await folder.build("Art")
    #expect(built.manifests[0].stickers.map(\.id) == ["hug", "love"])
    for (scale, name) in [(3, "love@3x"), (2, "love@2x"), (1, "love")] {
      #expect(
        try folder.bytes("out/images/love@\(scale)x.png") == folder.bytes("Art/\(name).png"))
    }
    #expect(built.manifests[0].stickers[1].scales.map(\.width) == [300, 200, 100])
    #expect(try Decoded(folder.bytes("out/images/hug@2x.png")).canvases[0].width == 200)
    #expect(
      try folder.bytes("out/Stickers.xcstickers/Art.stickerpack/love.sticker/love.png")
        == folder.bytes("Art/love@3x.png"))
  }

  @Test(
    "nothing to build is an error that writes nothing, even when files are skipped",
    arguments: [false, true])
  func nothing(_ isForced: Bool) async throws {
    try folder.write("text", to: "Art/a.png")
    try folder.write("{}", to: "Art/Empty.xcstickers/P.stickerpack/Contents.json")
    for place in ["Art", "Art/Empty.xcstickers"] {
      let error = await #expect(throws: BuildError.self) {
        try await folder.build(place, skipsUnusableFiles: isForced)
      }
      if isForced { #expect(error?.description.hasPrefix("no sticker to build in ") == true) }
    }
    #expect(try folder.files().count == 2)
  }
}
