internal import Basics
internal import SystemLibraries

/// What git stores for a path: the content of a file, the target of a link, or the commit of another
/// repository.
struct GitObject: Equatable {
  enum Kind {
    case file, link, repository
  }

  /// What is at the path. Whether a file is executable does not matter.
  let kind: Kind
  /// The digits of its ID: 40 for SHA-1, 64 for SHA-256.
  let id: String

  /// Creates an object from the octal mode and the ID that git lists; nil for a folder.
  init?(mode: ArraySlice<UInt8>, id: ArraySlice<UInt8>) {
    switch mode.prefix(3) {
    case [UInt8]("100".utf8)[...]: kind = .file
    case [UInt8]("120".utf8)[...]: kind = .link
    case [UInt8]("160".utf8)[...]: kind = .repository
    default: return nil
    }
    self.id = String(decoding: id, as: UTF8.self)
  }

  /// Whether git would store this object for a file.
  ///
  /// Two conversions are known: Git LFS, which stores a pointer with the digest of the file, and line ends
  /// in text. A file that another filter converts is never its object.
  func isContent(of path: FilePath, _ status: FileStatus) -> Bool {
    switch (kind, status.kind) {
    case (.link, .link): Self.target(of: path).map(isContent) ?? false
    case (.file, .file):
      isBytes(of: path, status.size) || isPointer(to: path) || isText(of: path, status.size)
    default: false
    }
  }

  private func isBytes(of path: FilePath, _ size: Int) -> Bool {
    var digest = Digest(of: id, size: size)
    do { try FileReading.parts(ofFileAt: path) { digest.update($0) } } catch { return false }
    return digest.id == id
  }

  private func isContent(_ bytes: [UInt8]) -> Bool {
    var digest = Digest(of: id, size: bytes.count)
    digest.update(bytes)
    return digest.id == id
  }

  /// Whether the object is the pointer of Git LFS to a file
  /// (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
  private func isPointer(to path: FilePath) -> Bool {
    guard let file = try? FileReading.digest(ofFileAt: path) else { return false }
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(file.sha256)\nsize \(file.bytes)\n"
    return isContent(Array(pointer.utf8))
  }

  /// Whether the object is a text of which a checkout has changed the line ends. Images contain NUL.
  private func isText(of path: FilePath, _ size: Int) -> Bool {
    guard size <= FileReading.mostBytesOfJSON,
      let bytes = try? FileReading.bytes(ofFileAt: path), !bytes.contains(0)
    else { return false }
    let text = bytes.indices.filter {
      bytes[$0] != UInt8(ascii: "\r") || $0 + 1 == bytes.count
        || bytes[$0 + 1] != UInt8(ascii: "\n")
    }
    return text.count < bytes.count && isContent(text.map { bytes[$0] })
  }

  /// The bytes of a link's target; nil if it cannot be read.
  ///
  /// Unsafe: `readlink` gets the size of the buffer and returns how much of it was written.
  private static func target(of path: FilePath) -> [UInt8]? {
    unsafe path.withCString { path in
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = unsafe readlink(path, start, buffer.count)
        return unsafe count < 0 ? nil : buffer.prefix(count).map { UInt8(bitPattern: $0) }
      }
    }
  }

  /// The ID of content: the digest of a header with its size and of the content.
  private struct Digest {
    private var sha1 = SHA1()
    private var sha256 = SHA256()
    private let isSHA256: Bool

    /// - Parameter other: an ID in the object format of the repository.
    init(of other: String, size: Int) {
      isSHA256 = other.utf8.count == 64
      update(Array("blob \(size)\0".utf8))
    }

    mutating func update(_ bytes: [UInt8]) {
      if isSHA256 { sha256.update(bytes) } else { sha1.update(bytes) }
    }

    var id: String { isSHA256 ? sha256.hexadecimal() : sha1.hexadecimal() }
  }
}
