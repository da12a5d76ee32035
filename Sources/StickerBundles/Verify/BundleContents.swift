#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import Basics

/// Everything that lies in a bundle's folder, hidden files too. No link is followed.
package struct BundleContents: Sendable {
  /// What is no file with a name that a manifest could list.
  package enum Oddity: Sendable, Equatable {
    /// A symbolic link, wherever it leads.
    case link
    /// A folder with nothing in it.
    case emptyFolder
    /// A pipe, socket or device.
    case special
    /// It cannot be opened: why, in one sentence without a full stop.
    case unreadable(String)
  }

  /// The regular files, relative to the folder and sorted by the bytes of their names.
  package private(set) var files: [String] = []
  /// Everything else, in the order of the walk.
  package private(set) var oddities: [(name: String, oddity: Oddity)] = []

  /// What an archive holds.
  init(of archive: BundleArchive) { files = archive.names.sorted(by: Self.precedes) }

  /// Walks a folder. What cannot be opened is an oddity, the folder itself too: its name is empty.
  package init(of folder: String) {
    var pending = [""]
    while let prefix = pending.popLast() {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + prefix)
      } catch {
        let reason = "the folder cannot be opened: \(SystemError.reason(error))"
        oddities.append((String(prefix.dropLast()), .unreadable(reason)))
        continue
      }
      if names.isEmpty, !prefix.isEmpty {
        oddities.append((String(prefix.dropLast()), .emptyFolder))
      }
      for name in names.sorted(by: Self.precedes) {
        let name = prefix + name
        let path = folder + "/" + name
        let type =
          try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        switch type {
        case .some(.typeRegular): files.append(name)
        case .some(.typeDirectory): pending.append(name + "/")
        case .some(.typeSymbolicLink): oddities.append((name, .link))
        case .some: oddities.append((name, .special))
        case .none:
          oddities.append((name, .unreadable("it has just gone, or its name is not UTF-8 text")))
        }
      }
    }
    files.sort(by: Self.precedes)
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
