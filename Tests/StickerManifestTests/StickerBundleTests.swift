import Foundation
import StickerManifest
import TestSupport
import Testing

@Suite("A bundle in an app")
struct StickerBundleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A manifest of one sticker, some of whose values are others.
  func manifest(
    file: String = #""images/wave@3x.png""#, bytes: String = "9000", width: String = "408",
    scale: String = "3", schema: String = "stickerpack.manifest/1", labels: String = "{}",
    delay: String = "40", more: String = ""
  ) -> String {
    let digest = String(repeating: "a", count: 64)
    func image(_ scale: String, _ file: String, _ bytes: String, _ side: String) -> String {
      """
      { "scale": \(scale), "file": \(file), "width": \(side), "height": 300, "bytes": \(bytes),
        "sha256": "\(digest)" }
      """
    }
    return """
      { "schema": "\(schema)", "name": "Waves", "gridSize": "regular", "later": true,
        "stickers": [
          { "id": "wave", "label": "Hello", "localizedLabels": \(labels), "format": "apng",
            "animated": true, "animation": { "frameCount": 2, "delaysMilliseconds": [\(delay), 60],
              "durationMilliseconds": 100, "plays": 0 },
            "scales": [
              \(image(scale, file, bytes, width)),
              \(image("2", #""images/wave@2x.png""#, "5000", "272")),
              \(image("1", #""images/wave@1x.png""#, "2000", "136"))
            ] }\(more)
        ] }
      """
  }

  func bundle(_ manifest: String) throws(StickerBundle.Failure) -> StickerBundle {
    do {
      try folder.write(manifest, to: "manifest.json")
    } catch {
      Issue.record("\(error)")
    }
    return try StickerBundle(contentsOf: folder.url)
  }

  @Test("has a name, a grid size and stickers with files, labels and sizes")
  func reads() throws {
    let bundle = try bundle(manifest())
    #expect(bundle.name == "Waves")
    #expect(bundle.gridSize == .regular)
    let sticker = try #require(bundle.stickers.first)
    #expect(sticker.id == "wave")
    #expect(sticker.label == "Hello")
    #expect(sticker.format == "apng")
    #expect(sticker.animation?.delaysMilliseconds == [40, 60])
    #expect(sticker.pointSize.width == 136)
    #expect(sticker.pointSize.height == 100)
    #expect(sticker.original.url.path == folder.path + "/images/wave@3x.png")
    #expect(sticker.original.bytes == 9000)
    #expect(sticker.files.map(\.width) == [408, 272, 136])
  }

  @Test(
    "a screen gets the smallest file with enough pixels, and the largest where none has",
    arguments: [
      (1.0, 1), (2.0, 2), (3.0, 3), (1.5, 2), (2.6, 3), (0.5, 1), (0, 1), (-1, 1), (4, 3),
      (.infinity, 3), (.nan, 3),
    ])
  func scales(_ screen: Double, _ expected: Int) throws {
    let sticker = try #require(try bundle(manifest()).stickers.first)
    #expect(sticker.file(forScale: screen).scale == expected)
    #expect(sticker.file(forScale: screen).width == 136 * expected)
  }

  @Test(
    "a label is looked up from the whole tag to its first part",
    arguments: [
      ("de", "Hallo"), ("de-CH", "Grüezi"), ("DE_ch", "Grüezi"), ("de-AT", "Hallo"),
      ("de-CH-1996", "Grüezi"), ("den", "Hello"), ("fr", "Hello"), ("", "Hello"), ("-", "Hello"),
      ("zh-Hant-TW", "你好"),
    ])
  func labels(_ language: String, _ expected: String) throws {
    let labels = #"{ "de": "Hallo", "de-CH": "Grüezi", "zh-Hant": "你好" }"#
    let sticker = try #require(try bundle(manifest(labels: labels)).stickers.first)
    #expect(sticker.label(in: language) == expected)
  }

  @Test("a name with signs that mean something in a URL is a name all the same")
  func oddNames() throws {
    let sticker = try #require(
      try bundle(manifest(file: ##""images/50% #1?@3x.png""##)).stickers.first)
    #expect(sticker.original.url.path == folder.path + "/images/50% #1?@3x.png")
  }

  @Test(
    "a file outside of the bundle is refused",
    arguments: [
      "../secret.png", "/etc/passwd", "images/../../secret.png", "..", ".", "", "images//a.png",
      "images/", #"images\u0000.png"#, #"images/./a.png"#,
      #"x/\u0301/../../../secret.png"#, #"..\/secret.png"#,
    ])
  func outside(_ file: String) {
    #expect(
      throws: StickerBundle.Failure.defect(
        .init(place: "stickers[0].scales[0].file", reason: "does not name a file of the bundle"))
    ) { try bundle(manifest(file: "\"\(file)\"")) }
  }

  @Test("a name longer than any path is refused")
  func longName() {
    #expect(throws: StickerBundle.Failure.self) {
      try bundle(manifest(file: "\"\(String(repeating: "a/", count: 4000))b\""))
    }
  }

  @Test("numbers out of their range are refused, and say where they stand")
  func numbers() {
    func place(_ manifest: String) -> String? {
      let failure = #expect(throws: StickerBundle.Failure.self) { try bundle(manifest) }
      guard case .defect(let defect) = failure else { return nil }
      return defect.place
    }
    #expect(place(manifest(bytes: "-1")) == "stickers[0].scales[0].bytes")
    #expect(place(manifest(bytes: "9223372036854775807")) == "stickers[0].scales[0].bytes")
    #expect(place(manifest(width: "0")) == "stickers[0].scales[0].width")
    #expect(place(manifest(width: "-9223372036854775808")) == "stickers[0].scales[0].width")
    #expect(place(manifest(scale: "0")) == "stickers[0].scales")
    #expect(place(manifest(scale: "2")) == "stickers[0].scales")
    #expect(
      place(manifest(delay: "1e300")) == "stickers[0].animation.delaysMilliseconds[0]")
    #expect(place(manifest(delay: "1, 1")) == "stickers[0].animation.frameCount")
  }

  @Test("a sticker or an image that is there twice is refused")
  func twice() {
    let one = manifest()
    let start = one.range(of: "{ \"id\"")?.lowerBound ?? one.startIndex
    let sticker = one[start...].dropLast(4)
    let failure = #expect(throws: StickerBundle.Failure.self) {
      try bundle(manifest(more: "," + sticker))
    }
    guard case .defect(let defect) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(defect.place == "stickers[1].id")
  }

  @Test("what is no manifest is told apart from a newer one and a damaged one")
  func kinds() {
    func failure(_ text: String) -> StickerBundle.Failure? {
      #expect(throws: StickerBundle.Failure.self) { try bundle(text) }
    }
    #expect(failure(#"{ "schema": "other/1" }"#) == .manifest(.notAManifest))
    #expect(failure(#"{ "name": "x" }"#) == .manifest(.notAManifest))
    #expect(failure("[]") == .manifest(.notAManifest))
    let newer = "stickerpack.manifest/2"
    #expect(failure(#"{ "schema": "\#(newer)" }"#) == .manifest(.newer(schema: newer)))
    #expect(
      failure(manifest(bytes: "\"many\""))
        == .manifest(
          .damaged(
            "it is damaged: stickers[0].scales[0].bytes is missing or of the wrong kind")))
    for text in ["", "{", String(manifest().dropLast(3)), String(repeating: "[", count: 100_000)] {
      #expect(
        failure(text) == .manifest(.damaged("it is damaged or cut short: it is not JSON")))
    }
  }

  @Test("a folder without a manifest, or without anything, says so")
  func nothing() throws {
    #expect(throws: StickerBundle.Failure.self) {
      try StickerBundle(contentsOf: folder.url)
    }
    #expect(throws: StickerBundle.Failure.self) {
      try StickerBundle(contentsOf: folder.url.appending(path: "nowhere"))
    }
  }

  @Test("a manifest of more than 64 MiB is not read")
  func huge() throws {
    let path = try folder.write("", to: "manifest.json")
    #expect(truncate(path, (64 << 20) + 1) == 0)
    #expect(throws: StickerBundle.Failure.tooLarge((64 << 20) + 1)) {
      try StickerBundle(contentsOf: folder.url)
    }
  }
}
