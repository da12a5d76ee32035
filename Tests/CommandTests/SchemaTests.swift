import Foundation
import StickerPacks
import TestSupport
import Testing

@Suite(
  "JSON Schemas",
  .enabled(
    if: JSONSchemaValidator.isHere, "Python's jsonschema is not installed"))
struct SchemaTests {
  @Test("reports of both samples are valid", arguments: ["Biscuit", "Broken"])
  func reports(_ pack: String) throws {
    let run = try Program.stickerpack.run(["lint", "SampleStickers/\(pack)", "--format", "json"])
    #expect(JSONSchemaValidator.complaints(about: run.output, schema: "report") == "")
  }

  @Test("the manifest of a bundle is valid")
  func manifest() throws {
    let folder = try TemporaryFolder()
    let output = folder.path + "/out"
    #expect(
      try Program.stickerpack.run(["build", "SampleStickers/Biscuit", "-o", output]).status == 0)
    #expect(
      JSONSchemaValidator.complaints(
        about: try folder.bytes("out/manifest.json"),
        schema: "manifest") == "")
  }

  @Test("the manifest of a collection is valid")
  func collection() throws {
    let folder = try TemporaryFolder()
    for pack in ["a", "b"] {
      try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Art/\(pack)/1.png")
    }
    #expect(
      try Program.stickerpack.run(["build", "Art", "-o", "out"], in: folder.url).status == 0)
    #expect(
      JSONSchemaValidator.complaints(
        about: try folder.bytes("out/manifest.json"),
        schema: "collection") == "")
  }

  @Test("a baseline and a report with a baseline are valid")
  func baseline() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/known.json"
    for (name, side) in [("small", 200), ("large", 700)] {
      try folder.write(PNGBytes.still(side, 300, [200, 0, 0, 160]), to: "Pack/\(name).png")
    }
    let lint = ["lint", folder.path + "/Pack", "--format", "json"]
    #expect(try Program.stickerpack.run(lint + ["--write-baseline", file]).status == 0)
    #expect(
      JSONSchemaValidator.complaints(
        about: try folder.bytes("known.json"),
        schema: "baseline")
        == "")
    let report = try Program.stickerpack.run(lint + ["--baseline", file]).output
    #expect(report.contains("\"baselined\" : true"))
    #expect(JSONSchemaValidator.complaints(about: report, schema: "report") == "")
  }

  @Test("a file that init writes is valid without its comments and trailing commas")
  func template() throws {
    let folder = try TemporaryFolder()
    try folder.write(PNGBytes.still(408, 408, [200, 0, 0, 160]), to: "Pack/a.png")
    #expect(try Program.stickerpack.run(["init", "Pack"], in: folder.url).status == 0)
    let text = String(decoding: try folder.bytes("Pack/stickerpack.json"), as: UTF8.self)
      .replacing(/(?m)^ *\/\/.*$|\/\*.*?\*\//, with: "").replacing(/,(\s*[\]}])/) { $0.1 }
    #expect(JSONSchemaValidator.complaints(about: text, schema: "configuration") == "")
  }

  @Test("the schema of stickerpack.json accepts and rejects the same files as the parser")
  func configuration() {
    let targets = Destination.all.map { "\"\($0.id)\"" }.joined(separator: ",")
    let valid = [
      """
      { "name": "P", "gridSize": "small", "root": true, "strict": true,
        "exclude": ["drafts"],
        "overrides": [{ "files": ["*.gif"], "rules": { "loop-jump": "off" },
          "suppress": { "gif-hard-edges": "pixel art" } }], "stickers": [
        { "file": "a.png", "label": "A", "suppress": { "finite-loop": "on purpose" },
          "rules": { "animation-memory": { "bytes": 5e7 } } } ] }
      """,
      """
      { "project": { "app": "Good Dog", "bundleId": "com.example.dog", "version": "1.2",
        "build": "7", "deploymentTarget": "17.0", "team": "ABCDE12345", "sharingLevel": "OS",
        "devices": ["ipad"], "developmentRegion": "pt-BR", "names": { "de": "Hund" },
        "provisioningProfiles": { "app": "A", "extension": "B" } } }
      """,
      """
      { "name": "P", "gridSize": "small", "stickers": [
        { "file": "a.png", "label": "A", "translations": { "de": "Ä", "pt-BR": "B" },
          "suppress": { "finite-loop": "on purpose" } } ] }
      """,
      """
      { "maximumStickersPerPack": 40, "whenOverfull": "split", "stickers": [
        { "frames": "wave", "label": "W", "fps": 12, "repetitions": 0, "as": "apng" },
        { "frames": "hop", "duration": 1.5, "as": "sequence" } ] }
      """,
      ##"""
      { "icon": { "file": "i.png", "background": "#08FFa0", "inset": 12.5, "fit": "cover",
        "slots": { "60x45@2x": "wide.png" } } }
      """##,
      #"{ "icon": "i.png" }"#,
      #"""
      { "id": "com.example.a", "author": "Ann", "license": "CC0-1.0", "cover": "a.png",
        "project": {}, "stickers": [{ "file": "a.png", "emoji": ["👋", "❤️"], "keywords": ["a b"] }] }
      """#,
      "{ \"targets\": [\(targets)], \"baseline\": \"../known.json\" }",
    ]
    let invalid = [
      #"{ "targets": ["signl"] }"#, #"{ "stickers": [{ "file": "a", "keywords": [" "] }] }"#,
      #"{ "icon": 3 }"#, #"{ "icon": "a/b" }"#,
      #"{ "icon": { "background": "red" } }"#,
      #"{ "icon": { "fit": "fill" } }"#,
      #"{ "icon": { "inset": 41 } }"#, #"{ "icon": { "slots": { "60x45": "a.png" } } }"#,
      #"{ "icon": { "slots": { "60x45@2x": ".." } } }"#, #"{ "icon": { "backgruond": "x" } }"#,
      #"{ "stickers": [{ "frames": "a/b" }] }"#, #"{ "stickers": [{ "frames": "a", "fps": 0 }] }"#,
      #"{ "stickers": [{ "frames": "a", "file": "b" }] }"#,
      #"{ "stickers": [{ "frames": "a", "fps": 1, "duration": 1 }] }"#,
      #"{ "stickers": [{ "file": "a", "as": "apng" }] }"#, #"{ "whenOverfull": "split" }"#,
      #"{ "maximumStickersPerPack": 0 }"#,
      #"{ "id": "a b" }"#, #"{ "author": "a\nb" }"#, #"{ "license": " " }"#,
      #"{ "cover": "a/b" }"#, #"{ "stickers": [{ "file": "a", "emoji": ["a"] }] }"#,
      #"{ "stickers": [{ "file": "a", "emoji": "👋" }] }"#,
      #"{ "project": { "provisioningProfiles": { "app": "a" } } }"#,
      #"{ "project": { "names": { "d_e": "a" } } }"#, #"{ "project": { "names": { "de": " " } } }"#,
      #"{ "project": { "bundleId": "com.Jane_Doe" } }"#,
      #"{ "project": { "bundleId": "a.b", "app": "a\nb" } }"#,
      #"{ "project": { "bundleId": "a.b", "version": "1.0b" } }"#,
      #"{ "project": { "bundleId": "a.b", "deploymentTarget": "9.0" } }"#,
      #"{ "nmae": "x" }"#, #"{ "gridSize": "huge" }"#, #"{ "stickers": [{}] }"#, #"{ "name": "" }"#,
      #"{ "stickers": [{ "file": "a/b" }] }"#, #"{ "stickers": [{ "file": ".." }] }"#,
      #"{ "stickers": [{ "file": "a", "suppress": { "x": " " } }] }"#, #"{ "root": 1 }"#,
      #"{ "strict": "yes" }"#, #"{ "rules": { "loop-jump": {} } }"#,
      #"{ "overrides": [{ "rules": {} }] }"#, #"{ "overrides": [{ "files": [] }] }"#,
      #"{ "exclude": "a" }"#,
      #"{ "stickers": [{ "file": "a", "translations": { "pt_BR": "x" } }] }"#,
      #"{ "stickers": [{ "file": "a", "translations": { "de": " " } }] }"#,
    ]
    func complaints(_ texts: [String]) -> [String] {
      JSONSchemaValidator.complaints(
        aboutEach: texts.map { Array($0.utf8) }, schema: "configuration")
    }
    #expect(complaints(valid) == valid.map { _ in "" })
    for (text, complaint) in zip(invalid, complaints(invalid)) {
      #expect(complaint != "", "\(text)")
    }
  }
}
