import Basics
import StickerBuild
import StickerPacks
import TestSupport
import Testing

@Suite("The catalog's files")
struct CatalogFormTests {
  struct Empty: JSONObject {
    func addMembers(to json: inout JSONStream) {
      json.add("list", [Int]())
      json.add("object", [String: Int]())
      json.add("text", "a/b \"c\" \u{E9}")
      json.add("whole", 15.0)
    }
  }

  @Test("JSON is formatted as Xcode writes it, including empty arrays and objects")
  func form() {
    // As Xcode 11 and later write an image set without images: a blank line between the brackets.
    #expect(
      String(decoding: JSONStream.bytes(of: Empty()), as: UTF8.self) == """
        {
          "list" : [

          ],
          "object" : {

          },
          "text" : "a/b \\"c\\" é",
          "whole" : 15
        }

        """)
  }

  @Test("every Contents.json ends with one newline, and has neither tabs nor carriage returns")
  func newlines() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "Art/a.png")
    try await folder.build("Art")
    let files = try folder.files().filter { $0.hasSuffix("Contents.json") }
    #expect(files.count == 4)
    for file in files {
      let bytes = try folder.bytes(file)
      #expect(bytes.suffix(2).elementsEqual("}\n".utf8))
      #expect(!bytes.contains(9) && !bytes.contains(13))
    }
  }

  @Test("translated labels are in files next to the catalog, named after the pack")
  func strings() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b?", "c"] {
      try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "Art/\(name).png")
    }
    try folder.write(
      #"""
      { "name": "P", "stickers": [
        { "file": "b?.png", "label": "B",
          "translations": { "de": "„Bäh\" \"so\"\n\\ \u0007", "pt-BR": "Bê" } },
        { "file": "a.png", "label": "A", "translations": { "de": "Ah" } } ] }
      """#, to: "Art/stickerpack.json")
    let outcome = try await folder.build("Art")
    #expect(
      try folder.files().filter { $0.hasSuffix(".strings") }
        == ["out/de.lproj/P.strings", "out/pt-BR.lproj/P.strings"])
    // The keys are the sticker's name in the catalog, and that of the label; the order is the pack's.
    #expect(
      try folder.text("out/de.lproj/P.strings") == #"""
        "b-" = "„Bäh\" \"so\"\n\\ \U0007";
        "b-.png.accessibilityLabel" = "„Bäh\" \"so\"\n\\ \U0007";
        "a" = "Ah";
        "a.png.accessibilityLabel" = "Ah";

        """#)
    #expect(
      try folder.text("out/pt-BR.lproj/P.strings") == #"""
        "b-" = "Bê";
        "b-.png.accessibilityLabel" = "Bê";

        """#)
    // A lint knows both.
    let built = try PackDiscovery(at: [FilePath(folder.path + "/out/Stickers.xcstickers")]).packs
    #expect(!built.flatMap(\.observations).contains { $0.displayPath.hasSuffix(".strings") })
    #expect(
      built.map { $0.stickers.map(\.translations) } == [
        [["de": "„Bäh\" \"so\"\n\\ \u{7}", "pt-BR": "Bê"], ["de": "Ah"], [:]]
      ])
    #expect(
      outcome.manifests[0].stickers.map { $0.localizedLabels?["pt-BR"] } == ["Bê", nil, nil])
  }

  @Test("a pack without translations has no strings files")
  func noStrings() async throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(300, 300, [1, 2, 3, 128]), to: "Art/a.png")
    try await folder.build("Art")
    #expect(!(try folder.files().contains { $0.contains("lproj") }))
  }
}
