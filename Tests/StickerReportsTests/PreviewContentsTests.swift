import Basics
import Foundation
import ImageCodecs
import Pixels
import TestSupport
import Testing

@Suite("The contents of a preview")
struct PreviewContentsTests {
  let folder: TemporaryFolder
  let red: [UInt8] = [200, 0, 0, 160]

  init() throws { folder = try TemporaryFolder() }

  // MARK: Stores

  @Test("a cell says what a build changes, or else why the store takes no result")
  func destinations() async throws {
    try folder.write(PNGBytes.still(320, 320, red), to: "Pack/a.png")
    try folder.write(PNGBytes.still(300, 150, red), to: "Pack/b.png")
    let frames = [1, 2].map {
      Bitmap(
        width: 300, height: 300, filledWith: Pixel(red: $0, green: 0, blue: 0, alpha: 160))
    }
    try folder.write(
      ImageEncoder.apng(
        .init(canvases: frames, delays: frames.map { _ in Delay(numerator: 10, denominator: 1) }),
        loop: .forever),
      to: "Pack/c.png")
    let preview = try await PreviewedPack(folder, destinations: "discord-sticker,slack-emoji")
    let destinations = try #require(preview.data["destinations"] as? [[String: Any]])
    #expect(destinations.map { $0["id"] as? String } == ["discord-sticker", "slack-emoji"])
    #expect((destinations[0]["shown"] as? [String: Int])?["side"] == 160)
    let texts = try #require(preview.data["texts"] as? [String])
    func cell(_ name: String) throws -> (state: String?, text: String, sizes: [[Int]?]) {
      let cells = try #require(try preview.sticker(name)["destinations"] as? [[String: Any]])
      let text = try #require(cells[0]["text"] as? Int)
      return (
        cells[0]["state"] as? String, texts[text],
        [cells[0]["canvas"] as? [Int], cells[0]["art"] as? [Int]]
      )
    }
    let ready = try cell("a.png")
    #expect(
      ready.state == "ready" && ready.text == "" && ready.sizes == [[320, 320], [320, 320]])
    let changed = try cell("b.png")
    #expect(changed.state == "refused" && changed.text == "320 px, square")
    #expect(changed.sizes == [[320, 320], [320, 160]])
    // 300 px can become 320 px, but 20 s not 5 s.
    let refused = try cell("c.png")
    #expect(refused.state == "refused" && refused.text == "canvas +1")
  }

  // MARK: Images

  @Test("an image is decoded and encoded again, without metadata")
  func metadata() async throws {
    let secret = "GPS 52.5 N"
    var file = PNGFile(PNGBytes.still(300, 300, red))
    file.chunks.insert(.init("tEXt", Array("Comment\u{0}\(secret)".utf8)), at: 1)
    try folder.write(file.bytes, to: "Pack/a.png")
    let preview = try await PreviewedPack(folder)
    let image = try preview.image("a.png")
    #expect(!String(decoding: image, as: UTF8.self).contains(secret))
    let shown = try #require(try ImageDecoder.frames(of: image).first)
    #expect(
      shown.canvas
        == Bitmap(
          width: 300, height: 300,
          filledWith: Pixel(red: 200, green: 0, blue: 0, alpha: 160)))
  }

  @Test("a JPEG stays a JPEG")
  func jpeg() async throws {
    try folder.write(JPEGBytes.color, to: "Pack/a.jpg")
    let preview = try await PreviewedPack(folder)
    #expect(try preview.images.map { $0["type"] as? String } == ["image/jpeg"])
    #expect(try preview.image("a.jpg").starts(with: [0xFF, 0xD8, 0xFF]))
  }

  @Test("stickers with the same content share an image")
  func duplicates() async throws {
    try folder.write(PNGBytes.still(300, 300, red), to: "Pack/a.png")
    try folder.write(PNGBytes.still(300, 300, red), to: "Pack/b.png")
    try folder.write(PNGBytes.still(300, 300, [0, 200, 0, 160]), to: "Pack/c.png")
    let preview = try await PreviewedPack(folder)
    #expect(try preview.images.count == 2)
    #expect(try preview.stickers.map { $0["image"] as? Int } == [0, 0, 1])
  }

  @Test("the images of a pack have at most 10 MB, whatever they show")
  func size() async throws {
    var random = SplitMix(state: 1)
    let noise = Bitmap(
      width: 1800, height: 1800,
      samples: (0..<1800 * 1800 * 4).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    try folder.write(PNGBytes.file(noise), to: "Pack/noise.png")
    for index in 0..<11 {
      try folder.write(
        PNGBytes.still(100, 100, [UInt8(index), 0, 0, 255]), to: "Pack/\(index).png")
    }
    let preview = try await PreviewedPack(folder)
    let image = try #require(try ImageDecoder.frames(of: try preview.image("noise.png")).first)
    #expect(try preview.image("noise.png").count <= 10_000_000 / 12)
    #expect(image.canvas.width > 300 && image.canvas.width <= 618)
    #expect(try preview.sticker("noise.png")["width"] as? Int == 1800)
  }

  @Test("an image that cannot be decoded is left out, and a damaged one shows what is left")
  func damaged() async throws {
    var broken = PNGFile(PNGBytes.still(300, 300, red))
    broken.chunks[0].data = [0]
    try folder.write(broken.bytes, to: "Pack/broken.png")
    try folder.write("text", to: "Pack/text.png")
    try folder.write(Array(PNGBytes.still(300, 300, red).prefix(200_000)), to: "Pack/cut.png")
    let preview = try await PreviewedPack(folder)
    #expect(try preview.sticker("broken.png")["image"] == nil)
    #expect(try preview.sticker("text.png")["image"] == nil)
    #expect(try preview.image("cut.png").count > 0)
  }

  // MARK: Animations

  @Test("an APNG and a GIF play at the delays of iOS, and the table has those of the file")
  func delays() async throws {
    try folder.write(
      PNGBytes.file(
        300, 300,
        frames: [
          (PNGBytes.solid(300, 300, red), (1, 30)),
          (PNGBytes.solid(300, 300, [0, 0, 9, 255]), (0, 1)),
          (PNGBytes.solid(300, 300, [9, 0, 9, 255]), (2, 10)),
        ], plays: 3), to: "Pack/a.png")
    try folder.write(
      GIFBytes.file(
        300, 300,
        [
          .init(width: 300, height: 300, index: 1, delay: 4),
          .init(width: 300, height: 300, index: 2, delay: 12),
        ], loops: nil), to: "Pack/b.gif")
    let preview = try await PreviewedPack(folder)
    // ImageIO plays APNG frames for at least 50 ms and GIF frames for at least 100 ms; up to 10 ms count
    // as a mistake and play as 100 ms.
    for (name, stored, played, plays) in [
      ("a.png", [33.3, 0, 200], [50.0, 100, 200], 3), ("b.gif", [40, 120], [100, 120], 1),
    ] {
      let sticker = try preview.sticker(name)
      let frames = try #require(sticker["frames"] as? [[String: Any]])
      #expect(frames.map { (($0["stored"] as? Double ?? -1) * 10).rounded() / 10 } == stored)
      #expect(frames.map { $0["played"] as? Double } == played)
      #expect(sticker["plays"] as? Int == plays)
      let decoded = try ImageDecoder.frames(of: try preview.image(name))
      #expect(decoded.map(\.delay.milliseconds) == played)
      #expect(try ImageDecoder(try preview.image(name)).loop == .times(plays))
    }
  }

  @Test("the frames of a folder are one animation")
  func sequence() async throws {
    for index in 1...3 {
      try folder.write(
        PNGBytes.still(300, 300, [UInt8(index * 50), 0, 0, 255]), to: "Pack/wave/\(index).png")
    }
    try folder.write(
      #"{ "stickers": [{ "frames": "wave", "fps": 10 }] }"#, to: "Pack/stickerpack.json"
    )
    let preview = try await PreviewedPack(folder)
    #expect(try ImageDecoder.frames(of: try preview.image("wave")).count == 3)
  }

  // MARK: Findings

  @Test("a finding has the indices of its sticker and of those that it names")
  func indices() async throws {
    for name in ["a", "b"] {
      try folder.write(PNGBytes.still(300, 300, red), to: "Pack/\(name).png")
    }
    let preview = try await PreviewedPack(folder)
    let duplicate = try preview.findings.first { $0["rule"] as? String == "duplicate-sticker" }
    #expect(duplicate?["sticker"] as? Int == 1)
    #expect(duplicate?["related"] as? [Int] == [0])
    // This one is about the pack.
    let unlabeled = try preview.findings.first { $0["rule"] as? String == "label-missing" }
    #expect(unlabeled != nil && unlabeled?["sticker"] == nil)
    #expect(unlabeled?["related"] as? [Int] == [0, 1])
  }

  @Test("a sticker has the edges that cut its art off")
  func edges() async throws {
    try folder.write(
      Repository.bytes(
        Repository.root.appending(path: "SampleStickers/Broken/clipped-art.png")),
      to: "Pack/a.png")
    try folder.write(PNGBytes.still(300, 300, red), to: "Pack/b.png")
    let preview = try await PreviewedPack(folder)
    #expect(try preview.stickers.map { $0["cutEdges"] as? [String] } == [["right"], []])
  }

  // MARK: Suppressions

  @Test("a finding has the globs of an override that suppresses it")
  func globs() async throws {
    for name in ["a*[1]", "b"] {
      try folder.write(PNGBytes.still(100, 100, red), to: "Pack/\(name).png")
    }
    let preview = try await PreviewedPack(folder)
    #expect(try preview.pack["configuration"] as? String == "Pack/stickerpack.json")
    let names = try preview.findings.filter { $0["rule"] as? String == "canvas-too-small" }
      .map { $0["globs"] as? [String] }
    #expect(names == [[#"/a\*\[1\].png"#], ["/b.png"]])
    #expect(try preview.globs("duplicate-sticker") == ["/b.png"])
  }

  @Test("a problem that most stickers share names the stickers")
  func shared() async throws {
    for index in 0..<6 {
      try folder.write(
        PNGBytes.still(100, 100, [UInt8(index * 40), 0, 0, 160]), to: "Pack/\(index).png")
    }
    let preview = try await PreviewedPack(folder)
    #expect(try preview.globs("canvas-too-small") == (0..<6).map { "/\($0).png" })
    // This finding is about the pack's folder, in which the configuration is.
    #expect(try preview.globs("label-missing") == ["*"])
  }

  @Test("suppressions belong into the nearest configuration")
  func configuration() async throws {
    try folder.write(PNGBytes.still(100, 100, red), to: "Tree/Pack/a.png")
    try folder.write(#"{ "root": true }"#, to: "Tree/stickerpack.json")
    try folder.write("{}", to: "other.json")
    let above = try await PreviewedPack(folder, pack: "Tree")
    #expect(try above.pack["configuration"] as? String == "Tree/stickerpack.json")
    #expect(try above.globs("canvas-too-small") == ["/Pack/a.png"])
    let named = try await PreviewedPack(folder, pack: "Tree", configuration: "other.json")
    #expect(try named.pack["configuration"] as? String == "\(folder.path)/other.json")
  }

  @Test("a catalog's suppressions belong into a configuration beside it")
  func catalog() async throws {
    let pack = "Pack/App.xcstickers/Dogs.stickerpack"
    let info = #""info": { "author": "xcode", "version": 1 }"#
    try folder.write("{ \(info) }", to: "Pack/App.xcstickers/Contents.json")
    try folder.write(
      #"{ \#(info), "stickers": [{ "filename": "wave.sticker" }], "properties": { "grid-size": "small" } }"#,
      to: "\(pack)/Contents.json")
    try folder.write(
      #"{ \#(info), "properties": { "filename": "1.png" } }"#,
      to: "\(pack)/wave.sticker/Contents.json")
    try folder.write(PNGBytes.still(100, 100, red), to: "\(pack)/wave.sticker/1.png")
    let preview = try await PreviewedPack(folder)
    // The sticker's folder has another name than its image.
    #expect(try preview.stickers.map { $0["name"] as? String } == ["wave"])
    #expect(try preview.pack["configuration"] as? String == "Pack/stickerpack.json")
    #expect(
      try preview.globs("canvas-too-small")
        == ["/App.xcstickers/Dogs.stickerpack/wave.sticker/1.png"])
  }

  @Test("names of a catalog's stickers and files have no folder of the same name")
  func names() async throws {
    let pack = "Pack/App.xcstickers/Dogs.stickerpack"
    let info = #""info": { "author": "xcode", "version": 1 }"#
    let names = ["01", "02", "03", "04"]
    try folder.write("{ \(info) }", to: "Pack/App.xcstickers/Contents.json")
    let listed = names.map { #"{ "filename": "\#($0).sticker" }"# }.joined(separator: ", ")
    try folder.write(
      #"{ \#(info), "stickers": [\#(listed)], "properties": { "grid-size": "small" } }"#,
      to: "\(pack)/Contents.json")
    for (index, name) in names.enumerated() {
      try folder.write(
        #"{ \#(info), "properties": { "filename": "\#(name).png" } }"#,
        to: "\(pack)/\(name).sticker/Contents.json")
      try folder.write(
        PNGBytes.still(100, 100, [UInt8(index * 60), 0, 0, 160]),
        to: "\(pack)/\(name).sticker/\(name).png")
    }
    let preview = try await PreviewedPack(folder)
    let files = names.map { $0 + ".png" }
    #expect(try preview.stickers.map { $0["name"] as? String } == files)
    let unlabeled = try preview.findings.first { $0["rule"] as? String == "label-missing" }
    #expect(unlabeled?["files"] as? [String] == files)
  }
}
