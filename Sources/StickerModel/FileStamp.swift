#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the system says about a file without reading it: while this stays, so do the bytes.
public struct FileStamp: Sendable, Equatable {
  /// When the content was last changed, in whole seconds since 1970.
  public let seconds: Int
  /// The file's size, in bytes.
  public let size: Int
  /// Whether it is a regular file, and no link to one.
  public let isFile: Bool
  private let nanoseconds: Int
  private let identity: UInt64
  private let status: Int

  /// The stamp of a file or a folder; nil where there is nothing.
  ///
  /// - Parameter followsLinks: whether a link's own stamp is of no interest.
  public init?(of path: String, followingLinks followsLinks: Bool = true) {
    var status = stat()
    let code = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    guard code == 0 else { return nil }
    #if canImport(Darwin)
      let (content, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (content, change) = (status.st_mtim, status.st_ctim)
    #endif
    seconds = content.tv_sec
    nanoseconds = content.tv_nsec
    self.status = change.tv_sec &* 1_000_000_000 &+ change.tv_nsec
    size = Int(status.st_size)
    isFile = status.st_mode & S_IFMT == S_IFREG
    identity = UInt64(status.st_ino)
  }
}

/// The stamps of all that a lint of a folder depends on, by path.
public struct FolderStamp: Sendable, Equatable {
  private var stamps: [[UInt8]: FileStamp] = [:]

  /// Looks at a folder and all below it but hidden entries, and at the configurations of the folders
  /// above it. Without a folder there is nothing in it.
  ///
  /// - Parameter configuration: a further file that matters, wherever it lies.
  public init(of folder: String, configuration: String? = nil) {
    add(folder)
    if let configuration { note(configuration) }
    var parent = realPath(folder).map { PackDiscovery.split($0).folder }
    while let folder = parent {
      note(PackDiscovery.join(folder, PackConfiguration.fileName))
      parent = folder == "/" || folder == "." ? nil : PackDiscovery.split(folder).folder
    }
  }

  /// The stamps of a sticker's file, or of its frames; nil for one that was not there.
  public func stamps(of source: StickerSource) -> [FileStamp?] {
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
