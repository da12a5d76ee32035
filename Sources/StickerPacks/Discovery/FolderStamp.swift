#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
package import Basics

/// The stamps of all that a lint of a folder depends on, by path.
package struct FolderStamp: Sendable, Equatable {
  private var stamps: [[UInt8]: FileStamp] = [:]

  /// Looks at a folder and all below it but hidden entries, and at the configurations of the folders
  /// above it. Without a folder there is nothing in it.
  ///
  /// - Parameter configuration: a further file that matters, wherever it lies.
  package init(of folder: String, configuration: String? = nil) {
    add(folder)
    if let configuration { note(configuration) }
    var parent = realPath(folder).map { PackDiscovery.split($0).folder }
    while let folder = parent {
      note(PackDiscovery.join(folder, PackConfiguration.fileName))
      parent = folder == "/" || folder == "." ? nil : PackDiscovery.split(folder).folder
    }
  }

  /// The stamps of a sticker's file, or of its frames; nil for one that was not there.
  package func stamps(of source: StickerSource) -> [FileStamp?] {
    (source.sequence?.frames.map(\.path) ?? [source.path]).map { stamps[Self.key($0)] }
  }

  private mutating func note(_ path: String) { stamps[Self.key(path)] = FileStamp(of: path) }

  /// One spelling of a path: discovery says `./Pack/a.png` and `a.png`. By bytes: two names may
  /// differ in how their accents are written alone.
  private static func key(_ path: String) -> [UInt8] {
    let bytes = Array(path.utf8)
    return bytes.starts(with: "./".utf8) ? Array(bytes.dropFirst(2)) : bytes
  }

  private mutating func add(_ top: String) {
    var folders = [top]
    while let folder = folders.popLast() {
      note(folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names where !name.hasPrefix(".") {
        let path = PackDiscovery.join(folder, name)
        // A link to a folder is met where the folder is.
        if !FileReading.isLink(path), FileReading.isDirectory(path) {
          folders.append(path)
        } else {
          note(path)
        }
      }
    }
  }
}
