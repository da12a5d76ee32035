import Basics
import Foundation
import StickerFiles
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
      toolVersion: "1.0", name: "Pack", version: "1.0", gridSize: .small, stickers: [],
      files: files.map {
        Manifest.File(file: $0, bytes: 7, sha256: Digest.sha256(Array("content".utf8)))
      })
    try folder.write(Array(JSONEncoder().encode(manifest)), to: "pack/manifest.json")
    try ArchiveWriter.write(to: FilePath(path), of: "\(folder.path)/pack", as: "pack.zip")
  }

  /// An archive of empty files.
  func archive(of names: [String]) throws -> [UInt8] {
    var index = ArchiveIndex()
    let headers = try names.flatMap { try index.append($0, bytes: 0, crc32: 0).localHeader }
    return headers + index.directory
  }

  @Test("an archive without files, or with names that are not ASCII, is read")
  func names() throws {
    for names in [[], ["manifest.json", "größe.png"]] {
      let path = FilePath(try folder.write(try archive(of: names), to: "made.zip"))
      #expect(try ArchiveReader(at: path).names == names)
    }
  }

  @Test(
    "an archive whose files are not unique and sorted is rejected",
    arguments: [["b", "a"], ["a", "a"], ["a", "manifest.json"]])
  func order(_ names: [String]) throws {
    let path = FilePath(try folder.write(try archive(of: names), to: "made.zip"))
    #expect(throws: BundleError.self) { try ArchiveReader(at: path) }
  }

  @Test("an archive has the same content as its folder")
  func content() async throws {
    let verification = try await BundleVerification(ofBundleAt: FilePath(path), jobs: 1)
    #expect(verification.problems.isEmpty && verification.listedFileCount == 2)
    #expect(ArchiveReader.isBundle(at: FilePath(path)))
    let (old, new) = try (BundledPacks(at: "\(folder.path)/pack"), BundledPacks(at: FilePath(path)))
    #expect(BundleDifference(from: old, to: new).isSame)
  }

  @Test("an archive that would be written differently is rejected with the reason")
  func rejected() async throws {
    let archive = try folder.bytes("pack.zip")
    func expect(_ reason: String, _ bytes: [UInt8], _ change: Comment) async throws {
      try folder.write(bytes, to: "bad.zip")
      let path = FilePath(folder.path + "/bad.zip")
      #expect(throws: BundleError.self, change) { try ArchiveReader(at: path) }
      #expect(!ArchiveReader.isBundle(at: path), change)
      let problems = try await BundleVerification(ofBundleAt: path, jobs: 1).problems
      #expect(problems.map { [$0.kind.rawValue, $0.file] } == [["corrupt", "bad.zip"]], change)
      #expect(problems.allSatisfy { $0.message.contains(reason) }, "\(problems) \(change)")
    }
    try await expect("truncated", [], "empty")
    try await expect("truncated", Array(archive.prefix(10)), "only a header")
    try await expect("truncated", Array(archive.dropLast()), "truncated")
    try await expect("truncated", archive + [0], "trailing byte")
    try await expect("corrupt", [0x50, 0x4B, 3, 4] + archive, "leading bytes")
    // The number of files, the size of the directory and its offset.
    let end = archive.count - 22
    for offset in [8, 10, 12, 16] {
      var bytes = archive
      bytes[end + offset] ^= 0x7F
      try await expect("archive", bytes, "end record, byte \(offset)")
      (bytes[end + offset], bytes[end + offset + 1]) = (0xFF, 0xFF)
      try await expect("archive", bytes, "end record, maximum at \(offset)")
    }
    // The flags and the method of the first file, which is the manifest, in the central directory.
    let start = end - archive[end + 12..<end + 14].reversed().reduce(0) { $0 << 8 | Int($1) }
    for offset in [8, 10] {
      var bytes = archive
      bytes[start + offset] |= 1
      try await expect("did not write the archive", bytes, "central directory, byte \(offset)")
    }
  }

  @Test("an archive that is truncated or has a flipped bit is a problem, and never an error")
  func damaged() async throws {
    let archive = try folder.bytes("pack.zip")
    let path = FilePath(folder.path + "/bad.zip")
    func expectProblem(_ bytes: [UInt8], _ change: Comment) async throws {
      try folder.write(bytes, to: "bad.zip")
      let verification = try await BundleVerification(ofBundleAt: path, jobs: 1)
      #expect(!verification.problems.isEmpty, change)
    }
    for count in archive.indices {
      try await expectProblem(Array(archive.prefix(count)), "\(count)")
    }
    for index in archive.indices {
      var bytes = archive
      bytes[index] ^= 1 << (index % 8)
      try await expectProblem(bytes, "byte \(index)")
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
