import Foundation
import TestSupport
import Testing

@Suite(
  "JSON Schemas",
  .enabled(
    if: JSONSchemaValidator.isHere, "Python’s jsonschema is not installed, so nobody can validate"))
struct SchemaTests {
  @Test("describe the reports of both samples", arguments: ["Biscuit", "Broken"])
  func reports(_ pack: String) throws {
    let run = try Program.stickerpack.run(["lint", "SampleStickers/\(pack)", "--format", "json"])
    #expect(
      JSONSchemaValidator.complaints(
        about: Array(run.output.utf8), schema: "Sources/StickerReports/report.schema.json") == "")
  }

  @Test("describe a manifest")
  func manifest() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/out"
    #expect(
      try Program.stickerpack.run(["build", "SampleStickers/Biscuit", "-o", output]).status == 0)
    #expect(
      JSONSchemaValidator.complaints(
        about: try folder.bytes("out/manifest.json"),
        schema: "Sources/StickerModel/manifest.schema.json") == "")
  }

  @Test("describe a baseline, and the report of a run with one")
  func baseline() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/known.json"
    let lint = ["lint", "SampleStickers/Broken", "--format", "json"]
    #expect(try Program.stickerpack.run(lint + ["--write-baseline", file]).status == 0)
    #expect(
      JSONSchemaValidator.complaints(
        about: try folder.bytes("known.json"), schema: "Sources/StickerModel/baseline.schema.json")
        == "")
    let report = try Program.stickerpack.run(lint + ["--baseline", file]).output
    #expect(report.contains("\"baselined\" : true"))
    #expect(
      JSONSchemaValidator.complaints(
        about: Array(report.utf8), schema: "Sources/StickerReports/report.schema.json") == "")
  }

  @Test("describe stickerpack.json, and refuse what the tool refuses")
  func configuration() {
    let schema = "Sources/StickerModel/stickerpack.schema.json"
    func complaints(_ text: String) -> String {
      JSONSchemaValidator.complaints(about: Array(text.utf8), schema: schema)
    }
    #expect(
      complaints(
        """
        { "name": "P", "gridSize": "small", "root": true, "exclude": ["drafts"],
          "overrides": [{ "files": ["*.gif"], "rules": { "loop-jump": "off" },
            "allow": { "gif-hard-edges": "pixel art" } }], "stickers": [
          { "file": "a.png", "label": "A", "allow": { "finite-loop": "on purpose" },
            "rules": { "animation-memory": { "bytes": 5e7 } } } ] }
        """) == "")
    for text in [
      #"{ "nmae": "x" }"#, #"{ "gridSize": "huge" }"#, #"{ "stickers": [{}] }"#, #"{ "name": "" }"#,
      #"{ "stickers": [{ "file": "a/b" }] }"#, #"{ "stickers": [{ "file": ".." }] }"#,
      #"{ "stickers": [{ "file": "a", "allow": { "x": " " } }] }"#, #"{ "root": 1 }"#,
      #"{ "overrides": [{ "rules": {} }] }"#, #"{ "overrides": [{ "files": [] }] }"#,
      #"{ "exclude": "a" }"#,
    ] {
      #expect(complaints(text) != "", "\(text)")
    }
  }
}
