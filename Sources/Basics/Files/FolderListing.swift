#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What stands in a folder, sorted as people sort names and without hidden entries.
package struct FolderListing {
  /// What an entry is, with symbolic links followed where they stay inside the folder.
  package enum Kind {
    case file
    case folder
    /// A pipe, socket or device.
    case special
    /// Nothing that can be reached by the name as text.
    case unreachable
    /// A link that leads out of the folder, or nowhere.
    case strayLink
    /// A link to a folder that the walk meets anyway.
    case folderLink
  }

  package struct Entry {
    package var name: String
    package var path: String
    package var kind: Kind
  }

  package var entries: [Entry]

  /// Lists `path`. Links may lead anywhere within `root`.
  package init(of path: String, within root: String) throws(FileError) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .refused(
        FileReading.isDirectory(path)
          ? "the folder cannot be opened: \(SystemError.reason(error))" : "no such folder")
    }
    entries = names.filter { !$0.hasPrefix(".") }.sorted(by: NaturalOrder.precedes).map { name in
      let entry = path.hasSuffix("/") ? path + name : path + "/" + name
      return Entry(name: name, path: entry, kind: Self.kind(of: entry, within: root))
    }
  }

  private static func kind(of path: String, within root: String) -> Kind {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    switch type {
    case .some(.typeRegular): return .file
    case .some(.typeDirectory): return .folder
    case .some(.typeSymbolicLink):
      let target = realPath(path)
      guard let target, isInside(root, target) else { return .strayLink }
      return FileReading.isDirectory(target) ? .folderLink : .file
    case .some: return .special
    case .none: return .unreachable
    }
  }
}
