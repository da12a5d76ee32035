package import Basics

/// The status of every file that a lint of a folder depends on.
package struct FolderStamp: Sendable, Equatable {
  private var statuses: [FilePath: FileStatus] = [:]

  /// Records a folder and everything below it except hidden entries, and the configurations of the
  /// folders above it. A folder that does not exist is empty.
  ///
  /// - Parameter configuration: another file that the lint depends on.
  package init(of folder: FilePath, configuration: FilePath? = nil) {
    if let configuration { record(configuration) }
    guard var parent = folder.resolved else { return }
    recordTree(parent)
    if parent.isCatalog { recordLabels(besideCatalogAt: parent) }
    while parent != "/" {
      parent = parent.parent
      record(parent.appending(PackConfiguration.fileName))
    }
  }

  /// The status of a sticker's file, or of each of its frames; nil for a file that did not exist.
  package func statuses(of source: StickerSource) -> [FileStatus?] {
    source.files.map { statuses[$0.path] }
  }

  private mutating func recordLabels(besideCatalogAt catalog: FilePath) {
    let folder = catalog.parent
    for name in (try? FolderListing.names(in: folder)) ?? [] where name.fileExtension == "lproj" {
      recordTree(folder.appending(name))
    }
  }

  private mutating func record(_ path: FilePath) { statuses[path] = FileStatus(of: path) }

  private mutating func recordTree(_ top: FilePath) {
    var folders = [top]
    while let folder = folders.popLast() {
      record(folder)
      for name in (try? FolderListing.names(in: folder)) ?? []
      where name.bytes.first != UInt8(ascii: ".") {
        let path = folder.appending(name)
        // A link to a folder inside the tree is recorded where the folder is.
        if FileStatus(of: path, followingLinks: false)?.kind == .folder {
          folders.append(path)
        } else {
          record(path)
        }
      }
    }
  }
}
