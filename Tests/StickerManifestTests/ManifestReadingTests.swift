import Foundation
import StickerManifest
import Testing

@Suite("Reading manifests")
struct ManifestReadingTests {
  /// A manifest with every member that is read.
  static func manifest(
    label: String = #""Hé\uD83D\uDC4B""#, bytes: String = "9000", more: String = ""
  ) -> String {
    let digest = String(repeating: "a", count: 64)
    return #"""
      { "schema": "stickerpack.manifest/2", "toolVersion": "1.0", "id": "a.b", "name": "W\u00e4ves\n",
        "version": "1", "author": "Ann", "license": null, "cover": "wave", "gridSize": "regular",
        "stickers": [
          { "id": "wave", "label": \#(label), "localizedLabels": { "de": "Hallo", "pt-BR": "Olá" },
            "emoji": ["👋", "x"], "format": "apng", "mimeType": "image/apng", "animated": true,
            "animation": { "frameCount": 2, "delays": [{ "numerator": 1, "denominator": 25 }],
              "delaysMilliseconds": [40, 60.5], "durationMilliseconds": 100.0, "plays": 0 },
            "points": { "width": 136, "height": 100.5 },
            "scales": [
              { "scale": 3, "file": "wave.png", "width": 408, "height": 3e2, "bytes": \#(bytes),
                "sha256": "\#(digest)" } ],
            "fit": { "bytesBefore": 900000, "indexed": true, "quality": { "score": 81.25, "decibels": 41.5 },
              "changes": [{ "kind": "frames", "value": 12, "of": 24 }, { "kind": "converted" }],
              "meanQuality": { "score": -3 },
              "alternative": { "score": 71.5, "changes": [{ "kind": "scaled", "value": 300 }] } } } ],
        "files": [{ "file": "wave.png", "bytes": 9000, "sha256": "\#(digest)" }] \#(more) }
      """#
  }

  func error(_ text: String) -> ManifestError? { error(Array(text.utf8)) }

  func error(_ bytes: [UInt8]) -> ManifestError? {
    do {
      _ = try Manifest(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("every member is read")
  func members() throws {
    let manifest = try Manifest(parsing: Array(Self.manifest().utf8))
    #expect(manifest.name == "Wäves\n" && manifest.license == nil && manifest.gridSize == .regular)
    let sticker = try #require(manifest.stickers.first)
    #expect(sticker.label == "Hé👋" && sticker.emoji == ["👋", "x"])
    #expect(sticker.localizedLabels == ["de": "Hallo", "pt-BR": "Olá"])
    #expect(sticker.animation?.delays == [.init(numerator: 1, denominator: 25)])
    #expect(sticker.animation?.delaysMilliseconds == [40, 60.5])
    #expect(sticker.points.height == 100.5 && sticker.scales[0].height == 300)
    #expect(sticker.fit?.quality.score == 81.25 && sticker.fit?.meanQuality.decibels == nil)
    #expect(sticker.fit?.alternative?.changes == [.init("scaled", 300)])
    #expect(manifest.files?.map(\.bytes) == [9000])
  }

  @Test("a truncated manifest is not JSON")
  func truncated() {
    let bytes = Array(Self.manifest().utf8)
    for count in bytes.indices { #expect(error(Array(bytes[..<count])) == .invalidJSON) }
  }

  @Test(
    "a value that is missing or of another type is reported with its path",
    arguments: [
      (#""bytes": 9000,"#, #""bytes": 9000.5,"#, "a value"),
      (#""bytes": 9000,"#, #""bytes": 9223372036854775808,"#, "a value"),
      (#""bytes": 9000,"#, #""bytes": null,"#, "stickers[0].scales[0].bytes"),
      (#""bytes": 9000,"#, "", "stickers[0].scales[0].bytes"),
      (#""Hallo""#, "1", "stickers[0].localizedLabels.de"),
      (#""x"]"#, "null]", "stickers[0].emoji[1]"), ("136", "1e999", "a value"),
      (#""regular""#, #""huge""#, "gridSize"), ("true", "1", "stickers[0].animated"),
      (
        #"{ "numerator": 1, "denominator": 25 }"#, "[]", "stickers[0].animation.delays[0]"
      ),
    ])
  func paths(_ old: String, _ new: String, _ path: String) throws {
    let text = Self.manifest()
    let range = try #require(text.range(of: old))
    #expect(error(text.replacingCharacters(in: range, with: new)) == .invalidValue(path: path))
  }

  @Test("of several invalid values, the first one of the format is reported, wherever it is")
  func severalErrors() {
    let text = Self.manifest(bytes: "null").replacing(#""name": "W\u00e4ves\n","#, with: "")
    #expect(error(text) == .invalidValue(path: "name"))
  }

  @Test("unknown members are ignored, but must be JSON")
  func unknownMembers() {
    func error(_ value: String) -> ManifestError? {
      self.error(Self.manifest(more: #", "later": \#(value)"#))
    }
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    for valid in ["[]", "{}", "-0.5e+3", #""\u12aB\/""#, "[1, {\"a\": null}]", deep(511)] {
      #expect(error(valid) == nil, "\(valid)")
    }
    for invalid in [
      "", "nul", ".5", "+1", "'a'", "[1 2]", "{1: 2}", "{\"a\" 1}", "[1}", deep(512),
    ] {
      #expect(error(invalid) == .invalidJSON, "\(invalid)")
    }
    #expect(self.error(Self.manifest() + "x") == .invalidJSON)
  }

  @Test("half of a surrogate pair is neither a label nor a key")
  func surrogates() throws {
    let label = try Manifest(parsing: Array(Self.manifest().utf8)).stickers[0].label
    #expect(label == "Hé👋")
    for half in [#""\uD83D""#, #""\uDC4B""#, #""\uD83Dx""#] {
      #expect(error(Self.manifest(label: half)) == .invalidValue(path: "a value"))
      let labels = Self.manifest().replacing(#""de""#, with: half)
      #expect(error(labels) == .invalidValue(path: "a value"))
    }
  }

  @Test("a byte order mark and escapes in keys are accepted; of equal keys the first counts")
  func keys() throws {
    let text = Self.manifest(more: #", "name": "Other""#).replacing(
      "\"name\"", with: #""n\u0061me""#)
    let manifest = try Manifest(parsing: [0xEF, 0xBB, 0xBF] + text.utf8)
    #expect(manifest.name == "Wäves\n")
  }
}
