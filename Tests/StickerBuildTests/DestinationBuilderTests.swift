import StickerBuild
import StickerFit
import StickerLint
import StickerPacks
import TestSupport
import Testing

@Suite("DestinationBuilder")
struct DestinationBuilderTests {
  /// Stickers are numbered, and the names of icons and lists are those of the file.
  @Test(
    "two files of one name are refused, whatever their capitals",
    arguments: [
      (#""icons": { "the icon": "02.png" }"#, "02.png"),
      (#""icons": { "the icon": "icon.png" }, "lists": { "icon.txt": "{pack}" }"#, nil),
      (#""lists": { "list.json": [], "LIST.json": [] }"#, "list.json"),
    ])
  func sameNames(_ output: String, _ name: String?) async throws {
    let folder = try TemporaryFolder()
    for file in ["a.png", "b.png"] {
      try folder.write(PNGBytes.file(.disc(side: 60)), to: "Pack/\(file)")
    }
    let file = """
      { "limits": { "formats": ["png"] }, "icons": [{ "name": "the icon", "canvas": [32, 32] }],
        "output": { "still": "png", "file": "{number}", \(output) } }
      """
    let destination = try Destination(parsing: Array(file.utf8), named: "own")
    let builder = DestinationBuilder(Linter(jobs: 1), StickerFitter())
    let outcomes = try await builder.build([folder.pack("Pack")], for: [destination], to: nil)
    #expect(outcomes.map(\.isTaken) == [name == nil])
    #expect(outcomes.map(\.problem) == [name.map { "two files would have the name \"\($0)\"" }])
  }
}
