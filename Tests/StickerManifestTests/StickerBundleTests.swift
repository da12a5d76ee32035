import Foundation
import StickerManifest
import TestSupport
import Testing

@Suite("Bundles in apps")
struct StickerBundleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A manifest with one sticker.
  func manifest(
    file: String = #""images/wave@3x.png""#, bytes: String = "9000", width: String = "408",
    scale: String = "3", labels: String = "{}", delay: String = "40", more: String = ""
  ) -> String {
    let digest = String(repeating: "a", count: 64)
    func image(_ scale: String, _ file: String, _ bytes: String, _ side: String) -> String {
      """
      { "scale": \(scale), "file": \(file), "width": \(side), "height": 300, "bytes": \(bytes),
        "sha256": "\(digest)" }
      """
    }
    let shown = max(1, Double(scale) ?? 3)
    return """
      { "schema": "stickerpack.manifest/2", "toolVersion": "1.0", "name": "Waves", "version": "2.0",
        "gridSize": "regular", "later": true,
        "stickers": [
          { "id": "wave", "label": "Hello", "localizedLabels": \(labels), "format": "apng",
            "mimeType": "image/apng", "animated": true,
            "animation": { "frameCount": 2, "delaysMilliseconds": [\(delay), 60],
              "delays": [{ "numerator": 1, "denominator": 25 }, { "numerator": 3, "denominator": 50 }],
              "durationMilliseconds": 100, "plays": 0 },
            "points": { "width": \((Double(width) ?? 0) / shown), "height": \(300 / shown) },
            "scales": [
              \(image(scale, file, bytes, width)),
              \(image("2", #""images/wave@2x.png""#, "5000", "272")),
              \(image("1", #""images/wave@1x.png""#, "2000", "136"))
            ] }\(more)
        ] }
      """
  }

  func bundle(_ manifest: String) throws(ManifestError) -> StickerBundle {
    do {
      try folder.write(manifest, to: "manifest.json")
    } catch {
      Issue.record("\(error)")
    }
    return try StickerBundle(contentsOf: folder.url)
  }

  func fractions(of sticker: StickerBundle.Sticker) -> [String]? {
    sticker.animation?.delays.map { "\($0.numerator)/\($0.denominator)" }
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
    #expect(sticker.mimeType == "image/apng")
    #expect(sticker.emoji == [])
    #expect(fractions(of: sticker) == ["1/25", "3/50"])
    #expect(bundle.cover == sticker)
    #expect(sticker.pointSize.width == 136)
    #expect(sticker.pointSize.height == 100)
    #expect(sticker.original.url.path == folder.path + "/images/wave@3x.png")
    #expect(sticker.original.bytes == 9000)
    #expect(sticker.files.map(\.width) == [408, 272, 136])
  }

  @Test("facts about the pack, emoji and exact delays are read, and a label may be missing")
  func facts() throws {
    let image = { (scale: Int) in
      Manifest.Scale(
        scale: scale, file: "a@\(scale)x.png", width: 100 * scale, height: 50 * scale, bytes: 9,
        sha256: String(repeating: "a", count: 64))
    }
    let delays = [
      Delay(numerator: 1, denominator: 30), Delay(numerator: 0, denominator: 1),
    ]
    var manifest = Manifest(
      toolVersion: "1.0", name: "Pack", version: "1.2", gridSize: .small,
      stickers: [
        Manifest.Sticker(
          id: "a", label: nil, emoji: ["👋"], format: "apng", animated: true,
          animation: Manifest.Animation(delays: delays, loop: .forever),
          scales: [3, 2, 1].map(image))
      ])
    (manifest.id, manifest.author) = ("com.example.a", "Ann")
    (manifest.license, manifest.cover) = ("CC0-1.0", "a")
    func read() throws -> StickerBundle {
      try self.bundle(String(decoding: JSONEncoder().encode(manifest), as: UTF8.self))
    }
    let bundle = try read()
    #expect(bundle.id == "com.example.a")
    #expect(bundle.version == "1.2")
    #expect(bundle.author == "Ann")
    #expect(bundle.license == "CC0-1.0")
    let sticker = bundle.stickers[0]
    #expect(bundle.cover == sticker)
    #expect(sticker.label == nil && sticker.label(in: "de") == nil)
    #expect(sticker.emoji == ["👋"])
    #expect(fractions(of: sticker) == ["1/30", "0/1"])

    func expectDefect(at path: String, _ change: (inout Manifest) -> Void) {
      let original = manifest
      change(&manifest)
      let error = #expect(throws: ManifestError.self) { try read() }
      if case .inconsistent(let found, _) = error {
        #expect(found == path)
      } else {
        Issue.record("\(path): \(String(describing: error))")
      }
      manifest = original
    }
    expectDefect(at: "cover") { $0.cover = "b" }
    expectDefect(at: "stickers[0].mimeType") { $0.stickers[0].mimeType = "image/gif" }
    expectDefect(at: "stickers[0].points") { $0.stickers[0].points.width = 99 }
    expectDefect(at: "stickers[0].animation.delays") {
      $0.stickers[0].animation?.delays[1].denominator = 0
    }
    expectDefect(at: "stickers[0].animation.delays") {
      $0.stickers[0].animation?.delays[0].numerator = 2
    }
  }

  @Test(
    "the file for a screen is the smallest with enough pixels, or else the largest",
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
    "a label is looked up by the whole tag, then without its last subtags",
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

  @Test("special characters of URLs in a path are escaped")
  func specialCharacters() throws {
    let sticker = try #require(
      try bundle(manifest(file: ##""images/50% #1?@3x.png""##)).stickers.first)
    #expect(sticker.original.url.path == folder.path + "/images/50% #1?@3x.png")
  }

  @Test(
    "a path outside of the bundle is rejected",
    arguments: [
      "../secret.png", "/etc/passwd", "images/../../secret.png", "..", ".", "", "images//a.png",
      "images/", #"images\u0000.png"#, #"images/./a.png"#,
      #"x/\u0301/../../../secret.png"#, #"..\/secret.png"#,
    ])
  func outside(_ file: String) {
    #expect(
      throws: ManifestError.inconsistent(
        path: "stickers[0].scales[0].file", reason: "is not a path inside the bundle")
    ) { try bundle(manifest(file: "\"\(file)\"")) }
  }

  @Test("a path that is too long is rejected")
  func longPath() {
    #expect(throws: ManifestError.self) {
      try bundle(manifest(file: "\"\(String(repeating: "a/", count: 4000))b\""))
    }
  }

  @Test("numbers out of range are rejected with their path")
  func numbers() {
    func path(_ manifest: String) -> String? {
      let error = #expect(throws: ManifestError.self) { try bundle(manifest) }
      guard case .inconsistent(let path, _) = error else { return nil }
      return path
    }
    #expect(path(manifest(bytes: "-1")) == "stickers[0].scales[0].bytes")
    #expect(path(manifest(bytes: "9223372036854775807")) == "stickers[0].scales[0].bytes")
    #expect(path(manifest(width: "0")) == "stickers[0].scales[0].width")
    #expect(path(manifest(width: "-9223372036854775808")) == "stickers[0].scales[0].width")
    #expect(path(manifest(scale: "0")) == "stickers[0].scales")
    #expect(path(manifest(scale: "2")) == "stickers[0].scales")
    #expect(
      path(manifest(delay: "1e300")) == "stickers[0].animation.delaysMilliseconds[0]")
    #expect(path(manifest(delay: "1, 1")) == "stickers[0].animation.frameCount")
  }

  @Test("a duplicate sticker is rejected")
  func duplicate() {
    let one = manifest()
    let start = one.range(of: "{ \"id\"")?.lowerBound ?? one.startIndex
    let sticker = one[start...].dropLast(4)
    #expect(
      throws: ManifestError.inconsistent(path: "stickers[1].id", reason: "is not unique")
    ) { try bundle(manifest(more: "," + sticker)) }
  }

  @Test("other files, newer manifests and corrupt manifests have different errors")
  func errors() {
    func error(_ text: String) -> ManifestError? {
      #expect(throws: ManifestError.self) { try bundle(text) }
    }
    #expect(error(#"{ "schema": "other/1" }"#) == .notAManifest)
    #expect(error(#"{ "name": "x" }"#) == .notAManifest)
    #expect(error("[]") == .notAManifest)
    let newer = "stickerpack.manifest/3"
    #expect(error(#"{ "schema": "\#(newer)" }"#) == .unsupportedSchema(newer))
    #expect(
      error(manifest(bytes: "\"many\""))
        == .invalidValue(path: "stickers[0].scales[0].bytes"))
    for text in ["", "{", String(manifest().dropLast(3)), String(repeating: "[", count: 100_000)] {
      #expect(error(text) == .invalidJSON)
    }
  }

  @Test("a missing manifest and a missing folder are errors")
  func missing() throws {
    #expect(throws: ManifestError.unreadable(reason: "no such file")) {
      try StickerBundle(contentsOf: folder.url)
    }
    #expect(throws: ManifestError.unreadable(reason: "no such file")) {
      try StickerBundle(contentsOf: folder.url.appending(path: "nowhere"))
    }
    #expect(
      ManifestError.unreadable(reason: "no such file").description
        == "cannot read \(Manifest.fileName): no such file")
  }

  @Test("a pipe in the place of the manifest is refused, and not waited for")
  func pipe() throws {
    #expect(mkfifo(folder.path + "/manifest.json", 0o600) == 0)
    #expect(throws: ManifestError.unreadable(reason: "it is not a regular file")) {
      try StickerBundle(contentsOf: folder.url)
    }
  }

  @Test("a manifest of more than 64 MiB is rejected")
  func tooLarge() throws {
    let path = try folder.write("", to: "manifest.json")
    #expect(truncate(path, (64 << 20) + 1) == 0)
    #expect(throws: ManifestError.tooLarge(bytes: (64 << 20) + 1)) {
      try StickerBundle(contentsOf: folder.url)
    }
  }
}
