import Basics
import Foundation
import StickerFiles
import StickerManifest
import TestSupport
import Testing

@Suite("Verifying bundles")
struct BundleVerificationTests {
  let folder: TemporaryFolder

  /// Creates a bundle of three files without stickers.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.txt", "b/c.txt", "b/d.txt"] { try folder.write("content", to: name) }
    try writeManifest(of: ["a.txt", "b/c.txt", "b/d.txt"])
  }

  func writeManifest(of names: [String]) throws {
    let files = names.map {
      Manifest.File(file: $0, bytes: 7, sha256: Digest.sha256(Array("content".utf8)))
    }
    let manifest = Manifest(
      toolVersion: "1.0", name: "Pack", version: "1.0", gridSize: .small, stickers: [], files: files
    )
    try folder.write(Array(JSONEncoder().encode(manifest)), to: "manifest.json")
  }

  func problems() async throws -> [String] {
    try await BundleVerification(ofBundleAt: FilePath(folder.path), jobs: 2).problems
      .map { "\($0.kind) \($0.file)" }
  }

  @Test("an unchanged bundle has no problems")
  func unchanged() async throws {
    let verification = try await BundleVerification(ofBundleAt: FilePath(folder.path), jobs: 2)
    #expect(verification.problems.isEmpty)
    #expect(verification.name == "Pack")
    #expect(verification.listedFileCount == 3)
    #expect(verification.manifestSHA256 == Digest.sha256(try folder.bytes("manifest.json")))
  }

  @Test("changed, missing and additional files are problems, sorted by kind and path")
  func files() async throws {
    try folder.write("CONTENT", to: "a.txt")
    try FileManager.default.removeItem(atPath: folder.path + "/b/c.txt")
    try folder.write("longer content", to: "b/d.txt")
    try folder.write("x", to: ".hidden")
    #expect(
      try await problems() == [
        "missing b/c.txt", "changed a.txt", "changed b/d.txt", "extra .hidden",
      ])
  }

  @Test("links, empty folders and pipes are problems, and links are not followed")
  func specialEntries() async throws {
    try FileManager.default.moveItem(
      atPath: folder.path + "/b", toPath: folder.path + "/elsewhere")
    try folder.link("b", to: "elsewhere")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/empty", withIntermediateDirectories: false)
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(
      try await problems() == [
        "missing b/c.txt", "missing b/d.txt", "extra elsewhere/c.txt", "extra elsewhere/d.txt",
        "extra empty", "extra pipe", "link b",
      ])
  }

  @Test(
    "listed paths outside of the bundle are problems of the manifest",
    arguments: ["../a.txt", "/etc/passwd", "b/../../a.txt", "a\u{0}b", ".."])
  func outside(_ path: String) async throws {
    try writeManifest(of: ["a.txt", "b/c.txt", "b/d.txt", path])
    #expect(try await problems() == ["manifest manifest.json", "missing \(path)"])
  }

  @Test("a file that is listed twice is a problem of the manifest")
  func duplicate() async throws {
    try writeManifest(of: ["a.txt", "a.txt", "b/c.txt", "b/d.txt"])
    #expect(try await problems() == ["manifest manifest.json"])
  }

  @Test("a truncated manifest is a problem, and other files are not checked")
  func truncated() async throws {
    try folder.write(Array(try folder.bytes("manifest.json").dropLast(10)), to: "manifest.json")
    try folder.write("x", to: "extra")
    #expect(try await problems() == ["manifest manifest.json"])
  }

  @Test("other folders and unsupported manifests are errors")
  func errors() async throws {
    func expect(_ error: BundleError, at path: String) async {
      await #expect(throws: error) {
        try await BundleVerification(ofBundleAt: FilePath(path), jobs: 1)
      }
    }
    let path = folder.path
    await expect(.notFound(path: path + "/nowhere"), at: path + "/nowhere")
    await expect(.notABundle(path: path + "/b"), at: path + "/b")
    await expect(.unexpectedFile(path: path + "/a.txt"), at: path + "/a.txt")
    try folder.write("{}", to: "b/manifest.json")
    await expect(
      .invalidManifest(path: path + "/b/manifest.json", .notAManifest), at: path + "/b")
    let newer = "stickerpack.manifest/3"
    try folder.write(#"{ "schema": "\#(newer)" }"#, to: "b/manifest.json")
    await expect(
      .invalidManifest(path: path + "/b/manifest.json", .unsupportedSchema(newer)), at: path + "/b")
    let unlisted = Manifest(
      toolVersion: "1.0", name: "Pack", version: "1.0", gridSize: .small, stickers: [])
    try folder.write(Array(JSONEncoder().encode(unlisted)), to: "b/manifest.json")
    await expect(.missingFileList(path: path + "/b/manifest.json"), at: path + "/b")
    try FileManager.default.removeItem(atPath: path + "/b/manifest.json")
    try folder.link("b/manifest.json", to: "../manifest.json")
    await expect(.symbolicLink(path: path + "/b/manifest.json"), at: path + "/b")
  }
}
