internal import Basics
internal import SystemLibraries

/// New content of a file, which takes its place in one step. Until then it is a hidden file, which is removed with this
/// object, or by the next run if the program was killed.
final class FileDraft {
  private static let prefix = ".stickerpack-draft-"

  let target: FilePath
  private let path: FilePath
  private let bytes: [UInt8]
  private let original: FilePath?
  private let descriptor: Int32
  private var isCommitted = false

  /// Writes the draft.
  ///
  /// - Parameters:
  ///   - folder: where, on the file system of the target; nil for the folder of the target.
  ///   - original: the file whose permissions it gets, if there is one.
  init(
    _ bytes: [UInt8], for target: FilePath, in folder: FilePath? = nil, like original: FilePath?
  ) throws(ReplacementError) {
    (self.target, self.bytes, self.original) = (target, bytes, original)
    path = (folder ?? target.parent).appending(Self.prefix + UUID().uuidString)
    let (descriptor, code) = LockedFile.create(path, 0o666)
    guard code == 0 else { throw .failed(SystemError.reason(code)) }
    self.descriptor = descriptor
    let written = FileStream.write(bytes, to: descriptor)
    guard written == 0 else { throw .failed(SystemError.reason(written)) }
    let synchronized = SystemCall.sync.run { fsync(descriptor) }
    guard synchronized == 0 else { throw .failed(SystemError.reason(synchronized)) }
    if let original { path.copyPermissions(of: original) }
  }

  deinit {
    if !isCommitted { path.remove() }
    LockedFile.release(descriptor)
  }

  /// Replaces the file atomically.
  func commit() throws(ReplacementError) {
    let code = path.rename(to: target)
    if code == EXDEV, path.parent != target.parent {
      // Another file system is mounted in the folder of the backup.
      Self.removeLeft(in: target.parent)
      try FileDraft(bytes, for: target, like: original).commit()
    } else if code == 0 || isInPlace {
      // A network disk may report that a rename failed which it has done.
      isCommitted = true
    } else {
      throw .failed(SystemError.reason(code))
    }
  }

  /// Removes the target again, if it still is this file.
  func withdraw() {
    if isCommitted, isInPlace { target.remove() }
  }

  private var isInPlace: Bool {
    FileStatus(of: target, followingLinks: false)?.identity
      == FileStatus(ofDescriptor: descriptor)?.identity
  }

  /// Removes the drafts in a folder whose processes were killed.
  static func removeLeft(in folder: FilePath) {
    for name in (try? FolderListing.names(in: folder)) ?? [] {
      guard name.string.hasPrefix(prefix) else { continue }
      let path = folder.appending(name)
      guard let descriptor = LockedFile.left(at: path) else { continue }
      path.remove()
      LockedFile.release(descriptor)
    }
  }
}
