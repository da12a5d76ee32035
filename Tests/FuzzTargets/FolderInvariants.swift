import Basics
import Foundation
import StickerFiles
import StickerLint
import StickerPacks
import StickerReports
import TestSupport

/// Invariants of discovery, the readers of catalogs, projects and products, their rules and upload checks.
enum DiscoveryInvariants {
  /// Checks any folder, given as a `FolderInput`.
  static func check(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    FolderInput(bytes).write(to: folder)
    // Each input has one purpose, and a byte more or less has the other.
    try check(folder.path, in: folder, for: bytes.count.isMultiple(of: 2) ? .lint : .upload)
  }

  static func check(
    _ path: String, in folder: TemporaryFolder, for purpose: PackDiscovery.Purpose
  ) throws {
    let packs: [PackSource]
    do {
      packs = try PackDiscovery(at: [FilePath(path)], for: purpose).packs
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return
    }
    let options = LintOptions()
    var linter = Linter(purpose == .upload ? options.forUpload : options)
    (linter.jobs, linter.limits) = (1, ImageInvariants.limits)
    let linted = try packs.map { pack in
      for file in pack.files {
        let real = file.path.resolved ?? file.path
        try invariant(
          real.isInside(FilePath(folder.path)), "a file is inside the folder: \(file.displayPath)")
      }
      for sequence in pack.sequences {
        try invariant(
          sequence.order.allSatisfy(sequence.files.indices.contains), "a frame has a file")
      }
      let assets = pack.files.map { AssetFacts(reading: $0, limits: linter.limits) }
      let linted = linter.check(PackFacts(source: pack, assets: assets))
      for finding in linted.findings {
        let attributes = try? FileManager.default.attributesOfItem(atPath: finding.file)
        try FindingInvariants.check(finding, fileSize: attributes?[.size] as? Int)
      }
      return linted
    }
    if purpose == .upload { try checkUpload(LintResult(packs: linted).forUpload) }
  }

  private static func checkUpload(_ result: LintResult) throws {
    let outcomes = result.uploadOutcomes
    try invariant(
      result.findings.allSatisfy { finding in
        !finding.isOpen
          || outcomes.contains { outcome in
            if case .found = outcome.answer {
              outcome.check.id == finding.failedCheck
            } else {
              false
            }
          }
      }, "a check that fails is found")
    for case .unknown(let reasons) in outcomes.map(\.answer) {
      try invariant(
        !reasons.isEmpty && reasons.allSatisfy { !$0.isEmpty && $0.last != "." },
        "what cannot be told has reasons that are clauses: \(reasons)")
    }
    try FindingInvariants.check(text: UploadReport.text(of: result, style: .plain, width: 100))
    try FindingInvariants.check(json: UploadReport.json(of: result))
  }
}

/// Invariants of a bundle's zip archive, for any bytes.
enum ArchiveInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "pack.zip")
    let archive: ArchiveReader
    do {
      archive = try ArchiveReader(at: FilePath(path))
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      try invariant(
        !ArchiveReader.isBundle(at: FilePath(path)), "only an archive can hold a bundle")
      return
    }
    let names = archive.names
    try invariant(Set(names.map { FilePath($0) }).count == names.count, "names are unique")
    // The sizes of entries that can be read add up to less than the archive: no bytes are shared.
    var total = 0
    for name in names { total += (try? archive.digest(of: name).bytes) ?? 0 }
    try invariant(total < bytes.count, "entries do not share bytes")
  }
}
