import Basics
import StickerPacks
import TestSupport

/// Invariants of property lists, for any bytes.
enum PropertyListInvariants {
  static func check(_ bytes: [UInt8]) throws {
    do {
      let list = try PropertyList(parsing: bytes)
      try invariant(depth(of: list) <= 65, "nesting is limited")
    } catch let defect as PropertyList.Defect {
      try invariant(!defect.description.isEmpty, "a defect has a message")
    }
  }

  private static func depth(of list: PropertyList) -> Int {
    switch list {
    case .list(let values): 1 + (values.map(depth).max() ?? 0)
    case .dictionary(let members): 1 + (members.values.map(depth).max() ?? 0)
    default: 1
    }
  }
}

/// Invariants of a built product, read and linted: of a .zip of any bytes, or of a `FolderInput`, whose property lists
/// mutations reach because no checksum covers them.
enum ProductInvariants {
  static func check(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: "PK".utf8) else { return try DiscoveryInvariants.check(bytes) }
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "App.ipa")
    if let archive = try? ZipArchive(at: FilePath(path)) {
      var total = 0
      for (name, entry) in archive.entries {
        try invariant(
          !name.hasPrefix("/") && !name.split(separator: "/").contains(".."),
          "a name stays in the archive: \(name.debugDescription)")
        guard let content = try? archive.bytes(of: name, limit: 1 << 16) else { continue }
        try invariant(content.count == entry.bytes, "a file has its size")
        total += content.count
      }
      // Deflate makes data at most 1,032 times as small, and no two files share bytes.
      try invariant(total <= bytes.count * 1032, "entries do not share bytes")
    }
    try DiscoveryInvariants.check(path, in: folder, for: .upload)
  }
}
