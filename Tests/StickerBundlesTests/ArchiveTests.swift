import Basics
import Foundation
import StickerBundles
import StickerManifest
import TestSupport
import Testing

@Suite("Archives")
struct ArchiveTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/pack.zip" }

  /// Creates a folder with a manifest and two files, and its archive.
  init() throws {
    folder = try TemporaryFolder()
    let files = ["images/a.png", "images/b.png"]
    for file in files { try folder.write("content", to: "pack/" + file) }
    let manifest = Manifest(
      name: "Pack", gridSize: .small, stickers: [],
      files: files.map {
        Manifest.File(file: $0, bytes: 7, sha256: Digest.sha256(Array("content".utf8)))
      })
    try folder.write(Array(JSONEncoder().encode(manifest)), to: "pack/manifest.json")
    try ArchiveWriter.write(to: FilePath(path), of: "\(folder.path)/pack", as: "pack.zip")
  }

  @Test("an index that is written and parsed is the same")
  func roundTrip() throws {
    var index = ArchiveIndex()
    #expect(ArchiveIndex(parsing: index.directory)?.entries.isEmpty == true)
    try index.append("manifest.json", bytes: 12, crc32: 0xFFFF_FFFF)
    try index.append("größe.png", bytes: 1 << 31, crc32: 1)
    let parsed = try #require(ArchiveIndex(parsing: index.directory))
    #expect(parsed.entries.map(\.name) == ["manifest.json", "größe.png"])
    #expect(parsed.entries.map(\.bytes) == [12, 1 << 31])
    #expect(parsed.entries.map(\.offset) == [0, 30 + 13 + 12])
    #expect(parsed.directory == index.directory)
  }

  @Test(
    "an index whose files are not unique and sorted is rejected",
    arguments: [["b", "a"], ["a", "a"], ["a", "manifest.json"]])
  func order(_ names: [String]) throws {
    var index = ArchiveIndex()
    for name in names { try index.append(name, bytes: 0, crc32: 0) }
    #expect(ArchiveIndex(parsing: index.directory) == nil)
  }

  @Test("an archive has the same content as its folder")
  func content() async throws {
    let verification = try await BundleVerification(ofBundleAt: FilePath(path), jobs: 1)
    #expect(verification.problems.isEmpty && verification.listedFileCount == 2)
    #expect(ArchiveReader.isBundle(at: FilePath(path)))
    let (old, new) = try (BundledPacks(at: "\(folder.path)/pack"), BundledPacks(at: FilePath(path)))
    #expect(BundleDifference(from: old, to: new).isSame)
  }

  @Test("an archive that would be written differently is rejected")
  func rejected() throws {
    let archive = try folder.bytes("pack.zip")
    func expectError(_ bytes: [UInt8], _ change: Comment) throws {
      try folder.write(bytes, to: "bad.zip")
      let path = folder.path + "/bad.zip"
      #expect(throws: BundleError.unsupportedArchive(path: path), change) {
        try ArchiveReader(at: FilePath(path))
      }
      #expect(!ArchiveReader.isBundle(at: FilePath(path)), change)
    }
    try expectError(Array(archive.dropLast()), "truncated")
    try expectError(Array(archive.prefix(10)), "only a header")
    try expectError(archive + [0], "trailing byte")
    try expectError([0x50, 0x4B, 3, 4] + archive, "leading bytes")
    // The number of files, the size of the directory and its offset.
    for offset in [8, 12, 16].map({ archive.count - 22 + $0 }) {
      var bytes = archive
      bytes[offset] ^= 0x7F
      try expectError(bytes, "end record, byte \(offset)")
      (bytes[offset], bytes[offset + 1]) = (0xFF, 0xFF)
      try expectError(bytes, "end record, maximum at \(offset)")
    }
  }

  @Test("an existing file is not overwritten")
  func exists() throws {
    let before = try folder.bytes("pack.zip")
    #expect(throws: BundleError.unwritable(path: "pack.zip", reason: "file exists")) {
      try ArchiveWriter.write(to: FilePath(path), of: "\(folder.path)/pack", as: "pack.zip")
    }
    #expect(try folder.bytes("pack.zip") == before)
  }
}
