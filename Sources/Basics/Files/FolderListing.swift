internal import SystemLibraries

// Unsafe: the name of an entry ends with 0 and is copied before the next `readdir`.

/// The entries of a folder in natural order, without hidden ones.
package struct FolderListing {
  /// The kind of an entry. Symbolic links are followed as long as they stay inside the root folder.
  package enum Kind {
    case file
    case folder
    /// A pipe, socket or device.
    case special
    /// The entry was removed while the folder was listed.
    case missing
    /// The name is not UTF-8, so no configuration, catalog or report can name the entry.
    case invalidName
    /// A link that leads out of the root folder, or to nothing.
    case strayLink
    /// A link to a folder inside the root folder, which is listed in its own place.
    case folderLink
  }

  package struct Entry {
    package var path: FilePath
    package var kind: Kind
    /// The entry's name. Bytes that are not UTF-8 are U+FFFD.
    package var name: String
  }

  package var entries: [Entry]

  /// Lists a folder. Links may lead anywhere within `root`.
  package init(of folder: FilePath, within root: FilePath) throws(FileError) {
    let names = try Self.names(in: folder)
      .map { (name: $0, text: $0.string) }
      .filter { !$0.text.hasPrefix(".") }
    entries = NaturalOrder.sorted(names) { $0.text }.map { name, text in
      let path = folder.appending(name)
      return Entry(
        path: path, kind: name.isUTF8 ? Self.kind(of: path, within: root) : .invalidName,
        name: text)
    }
  }

  /// The names of all entries of a folder, hidden ones too, in no particular order.
  package static func names(in folder: FilePath) throws(FileError) -> [FilePath] {
    guard let directory = unsafe folder.withCString({ unsafe opendir($0) }) else {
      throw .system(SystemError.reason(errno))
    }
    defer { unsafe closedir(directory) }
    var names: [FilePath] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else { break }
      let bytes = unsafe nameBytes(of: entry)
      if bytes != [UInt8(ascii: ".")], bytes != [UInt8(ascii: "."), UInt8(ascii: ".")] {
        names.append(FilePath(bytes: bytes))
      }
    }
    guard errno == 0 else { throw .system(SystemError.reason(errno)) }
    return names
  }

  #if !hasFeature(Embedded)
    private static func nameBytes(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
      unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
    }
  #endif

  private static func kind(of path: FilePath, within root: FilePath) -> Kind {
    switch FileStatus(of: path, followingLinks: false)?.kind {
    case .file: return .file
    case .folder: return .folder
    case .special: return .special
    case nil: return .missing
    case .link:
      guard let target = path.resolved, target.isInside(root) else { return .strayLink }
      return target.isFolder ? .folderLink : .file
    }
  }
}
