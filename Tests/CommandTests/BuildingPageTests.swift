import Foundation
import TestSupport
import Testing

@Suite("Documentation/Building.md")
struct BuildingPageTests {
  let page = try? String(
    contentsOf: Repository.root.appending(path: "Documentation/Building.md"), encoding: .utf8)
  let world: TemporaryFolder

  init() throws { world = try TemporaryFolder() }

  @Test(
    "its JavaScript reads a bundle with special characters in names over HTTP",
    .enabled(if: OtherProgram.node.isHere, "Node.js is not installed, so this test is skipped"))
  func reader() throws {
    let block = try #require(page?.components(separatedBy: "```js\n// bundle.mjs\n").last)
    let reader = try #require(block.components(separatedBy: "\n```").first)
    try world.write(reader, to: "bundle.mjs")
    for name in ["50% #1 größe", "wave"] {
      try world.write(PNGBytes.still(408, 408, [9, 90, 200, 128]), to: "Pack/\(name).png")
    }
    try world.write(
      #"""
      { "name": "Pack", "stickers": [
        { "file": "wave.png", "label": "Waves", "translations": { "de": "Winkt" } },
        { "file": "50% #1 größe.png", "label": "Says \"50%\"" } ] }
      """#, to: "Pack/stickerpack.json")
    let build = try Program.stickerpack.run(["build", "Pack", "-o", "out"], in: world.url)
    #expect(build.status == 0)
    // Serves this folder and prints the attributes of all stickers.
    try world.write(
      #"""
      import { createServer } from "node:http";
      import { readFile } from "node:fs/promises";
      import { readBundle, attributes } from "./bundle.mjs";
      const server = createServer(async ({ url }, response) => {
        try {
          response.end(await readFile("." + decodeURIComponent(url)));
        } catch {
          response.writeHead(404).end();
        }
      });
      await new Promise((done) => server.listen(0, "127.0.0.1", done));
      const folder = `http://127.0.0.1:${server.address().port}/out/`;
      for (const sticker of (await readBundle(folder)).stickers) {
        for (const [ratio, language] of [[1, "de"], [1.5, "fr"], [2], [3], [4]]) {
          const { src, width, height, alt } = attributes(sticker, folder, ratio, language);
          const image = new Uint8Array(await (await fetch(src)).arrayBuffer());
          // The width in a PNG's header.
          console.log([ratio, (image[18] << 8) | image[19], width, height, alt].join(" | "));
        }
      }
      console.log(await readBundle(folder + "images/").catch((error) => error.message.slice(-5)));
      server.close();
      """#, to: "driver.mjs")
    let output = try OtherProgram.node.run([world.path + "/driver.mjs"], in: world.url)
    func lines(_ labels: [String]) -> [String] {
      zip([("1", 136), ("1.5", 272), ("2", 272), ("3", 408), ("4", 408)], labels).map {
        "\($0.0) | \($0.1) | 136 | 136 | \($1)"
      }
    }
    let expected =
      lines(["Winkt", "Waves", "Waves", "Waves", "Waves"])
      + lines([String](repeating: #"Says "50%""#, count: 5)) + [": 404"]
    #expect(output == expected.map { $0 + "\n" }.joined())
  }

  @Test("its shell command copies the images with the names that UIKit and React Native expect")
  func copies() throws {
    let block = try #require(page?.components(separatedBy: "```sh\n").last)
    let command = try #require(block.components(separatedBy: "\n```").first)
    for name in ["50% #1 größe@1x.x", "wave"] {
      try world.write(PNGBytes.still(408, 408, [9, 90, 200, 128]), to: "Pack/\(name).png")
    }
    let build = try Program.stickerpack.run(
      ["build", "Pack", "-o", "Build/Stickers"], in: world.url)
    #expect(build.status == 0)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-euc", command]
    process.currentDirectoryURL = world.url
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(
      try Set(world.files().filter { $0.hasPrefix("App/") })
        == Set(
          ["50% #1 größe@1x.x", "wave"].flatMap { name in
            ["", "@2x", "@3x"].map { "App/Stickers/\(name)\($0).png" }
          }))
    #expect(
      try world.bytes("App/Stickers/wave.png") == world.bytes("Build/Stickers/images/wave@1x.png"))
  }

  @Test("describes every key of the manifest")
  func keys() throws {
    let schema = try JSONSerialization.jsonObject(
      with: Data(
        Repository.bytes(
          Repository.root.appending(path: "Sources/stickerpack/Schemas/manifest.json"))))
    func keys(_ value: Any) -> [String] {
      guard let object = value as? [String: Any] else { return [] }
      let properties = object["properties"] as? [String: Any] ?? [:]
      return properties.keys + object.values.flatMap(keys) + properties.values.flatMap(keys)
    }
    let found = Set(keys(schema)).subtracting(["scale"])
    #expect(found.count > 15)
    for key in found { #expect(page?.contains("`\(key)`") == true, "\(key)") }
  }
}
