import Basics
import Foundation
import StickerManifest
import StickerPacks
import Testing

/// The expected bytes are those of Foundation's encoder, which finds the members itself.
@Suite("Written manifests")
struct ManifestJSONTests {
  private func expectComplete(_ value: some Encodable & JSONValue) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let expected = try String(decoding: encoder.encode(value), as: UTF8.self) + "\n"
    #expect(String(decoding: JSONStream.bytes(of: value), as: UTF8.self) == expected)
  }

  private static let scale = Manifest.Scale(
    scale: 3, file: "Images/a@3x.png", width: 301, height: 408, bytes: 99, sha256: "00ff")
  private static let file = Manifest.File(file: "a/\"b\".png", bytes: 1, sha256: "0f")

  private static let fit = Manifest.Fit(
    bytesBefore: 700_000,
    changes: [
      .init("scaled", 320), .init("frames", 12, of: 24), .init("imported", from: "WebP"),
    ], indexed: true, quality: .init(score: 71.256, decibels: 38.5),
    meanQuality: .init(score: 90, decibels: .infinity),
    alternative: .init(score: 65.4321, changes: [.init("trimmed")]))

  @Test("have all members, and none that are nil")
  func manifest() throws {
    let plain = Manifest.Sticker(
      id: "b", label: nil, format: "png", animated: false, animation: nil, scales: [Self.scale])
    let full = Manifest.Sticker(
      id: "a", label: "Ä", localizedLabels: ["pt-BR": "Bê", "de": "Bäh\n", "pt": ""],
      emoji: ["👋"], format: "apng", animated: true,
      animation: .init(
        delays: [.init(numerator: 1, denominator: 30), .init(numerator: 1, denominator: 10)],
        loop: .times(2)), scales: [Self.scale, Self.scale], fit: Self.fit)
    var manifest = Manifest(
      toolVersion: "1.0", name: "P", version: "1.2", gridSize: .small, stickers: [plain, full])
    try expectComplete(manifest)
    (manifest.id, manifest.author, manifest.license) = ("com.example.a", "Ann", "CC0-1.0")
    (manifest.cover, manifest.files) = ("a", [Self.file, Self.file])
    try expectComplete(manifest)
  }

  @Test("of a collection have all members, and none that are nil")
  func collection() throws {
    var collection = CollectionManifest(packs: [
      .init(name: "P", manifest: "P/manifest.json", stickers: 1)
    ])
    try expectComplete(collection)
    collection.files = []
    try expectComplete(collection)
  }
}
