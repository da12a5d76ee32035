#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Basics

/// Everything in a bundle's folder or archive, including hidden files. Links are not followed.
package struct BundleContents: Sendable {
  /// An entry that is not a regular file.
  package enum SpecialEntry: Sendable, Equatable {
    /// A symbolic link, whatever its target.
    case symbolicLink
    /// A folder without entries.
    case emptyFolder
    /// A pipe, socket or device.
    case notAFile
    /// An entry that cannot be opened. The reason is one sentence without a full stop.
    case unreadable(reason: String)
  }

  /// The regular files, relative to the folder and sorted by the bytes of their names.
  package private(set) var files: [String] = []
  /// All other entries except folders with content.
  package private(set) var specialEntries: [(name: String, entry: SpecialEntry)] = []

  /// Lists an archive.
  init(of archive: ArchiveReader) { files = archive.names.sorted(by: Self.precedes) }

  /// Lists a folder and its subfolders. A folder that cannot be opened is a special entry; the name
  /// of `folder` itself is empty.
  package init(of folder: String) {
    var pending = [""]
    while let prefix = pending.popLast() {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + prefix)
      } catch {
        let reason = "cannot open the folder: \(SystemError.reason(error))"
        specialEntries.append((String(prefix.dropLast()), .unreadable(reason: reason)))
        continue
      }
      if names.isEmpty, !prefix.isEmpty {
        specialEntries.append((String(prefix.dropLast()), .emptyFolder))
      }
      for name in names.sorted(by: Self.precedes) {
        let name = prefix + name
        let path = folder + "/" + name
        let type =
          try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        switch type {
        case .some(.typeRegular): files.append(name)
        case .some(.typeDirectory): pending.append(name + "/")
        case .some(.typeSymbolicLink): specialEntries.append((name, .symbolicLink))
        case .some: specialEntries.append((name, .notAFile))
        case .none:
          let reason = "the file was removed meanwhile, or its name is not UTF-8"
          specialEntries.append((name, .unreadable(reason: reason)))
        }
      }
    }
    files.sort(by: Self.precedes)
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
