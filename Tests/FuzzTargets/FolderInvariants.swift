import Basics
import Foundation
import StickerFiles
import StickerLint
import StickerPacks
import TestSupport

/// Invariants of discovery, the catalog reader and their rules, for any folder.
enum CatalogInvariants {
  static func check(_ bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    FolderInput(bytes).write(to: folder)
    let packs: [PackSource]
    do {
      packs = try PackDiscovery(at: [FilePath(folder.path)]).packs
    } catch {
      try invariant(!error.description.isEmpty, "an error has a message")
      return
    }
    for pack in packs {
      for file in pack.files {
        let real = file.path.resolved ?? file.path
        try invariant(
          real.isInside(FilePath(folder.path)), "a file is inside the folder: \(file.displayPath)")
      }
      for sequence in pack.sequences {
        try invariant(
          sequence.order.allSatisfy(sequence.files.indices.contains), "a frame has a file")
      }
      let assets = pack.files.map { AssetFacts(reading: $0, limits: ImageInvariants.limits) }
      let linted = Linter(jobs: 1).check(PackFacts(source: pack, assets: assets))
      for finding in linted.findings {
        let attributes = try? FileManager.default.attributesOfItem(atPath: finding.file)
        try FindingInvariants.check(finding, fileSize: attributes?[.size] as? Int)
      }
    }
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
