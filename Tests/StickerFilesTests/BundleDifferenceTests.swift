import Basics
import Foundation
import StickerFiles
import StickerManifest
import TestSupport
import Testing

@Suite("Comparing bundles")
struct BundleDifferenceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A sticker; those with the same `art` have the same image at @3x.
  func sticker(_ id: String, art: String? = nil, label: String? = nil) -> Manifest.Sticker {
    Manifest.Sticker(
      id: id, label: label ?? id, format: "png", animated: false, animation: nil,
      scales: [3, 2, 1].map { scale in
        Manifest.Scale(
          scale: scale, file: "images/\(id)@\(scale)x.png", width: 100 * scale,
          height: 100 * scale, bytes: 10, sha256: Digest.sha256(Array("\(art ?? id) \(scale)".utf8))
        )
      })
  }

  /// The changes as `kinds old name and position → new name and position`.
  func changes(_ old: [Manifest.Sticker], _ new: [Manifest.Sticker]) throws -> [String] {
    for (name, stickers) in [("old", old), ("new", new)] {
      let manifest = Manifest(
        toolVersion: "1.0", name: "Pack", version: "1.0", gridSize: .small, stickers: stickers)
      try folder.write(Array(JSONEncoder().encode(manifest)), to: name + "/manifest.json")
    }
    let difference = BundleDifference(
      from: try BundledPacks(at: "\(folder.path)/old"),
      to: try BundledPacks(at: "\(folder.path)/new"))
    return difference.packs[0].stickers.map { change in
      let versions = change.versions.map { "\($0.sticker.id)\($0.place)" }
      return "\(change.kinds.map(\.rawValue).joined(separator: "+"))"
        + " \(versions.old ?? "none") → \(versions.new ?? "none")"
    }
  }

  func stickers(_ ids: String) -> [Manifest.Sticker] { ids.map { sticker("\($0)") } }

  @Test(
    "the smallest set of moved stickers explains a new order",
    arguments: [
      ("abcdefgh", "habcdefg", ["moved h8 → h1"]), ("abcdefgh", "bcdefgha", ["moved a1 → a8"]),
      ("abcdefgh", "abfcdegh", ["moved f6 → f3"]), ("abcdefgh", "abcdefgh", []),
      ("abc", "cba", ["moved c3 → c1", "moved b2 → b2"]),
    ])
  func moves(_ old: String, _ new: String, _ expected: [String]) throws {
    #expect(try changes(stickers(old), stickers(new)) == expected)
  }

  @Test("added and removed stickers do not move others")
  func addedAndRemoved() throws {
    #expect(
      try changes(stickers("abcdef"), stickers("xbcydef")) == [
        "added none → x1", "added none → y4", "removed a1 → none",
      ])
  }

  @Test("stickers are matched by name before they are matched by image")
  func names() throws {
    // b has the old image of a, and a has a new one.
    let old = [sticker("a", art: "A"), sticker("b", art: "B")]
    let new = [sticker("a", art: "C"), sticker("b", art: "A")]
    #expect(try changes(old, new) == ["changed a1 → a1", "changed b2 → b2"])
  }

  @Test("renamed copies of an image are matched by order")
  func copies() throws {
    let old = ["1", "2", "3"].map { sticker($0, art: "copy", label: "Same") }
    let new = ["2", "x", "y"].map { sticker($0, art: "copy", label: "Same") }
    #expect(
      try changes(old, new) == ["renamed 11 → x2", "renamed 33 → y3", "moved 22 → 21"])
  }

  @Test("a sticker can change in several ways")
  func kinds() throws {
    let old = stickers("ab")
    let new = [sticker("b", art: "new", label: "New"), sticker("a")]
    #expect(try changes(old, new) == ["changed+relabeled+moved b2 → b1"])
  }
}
