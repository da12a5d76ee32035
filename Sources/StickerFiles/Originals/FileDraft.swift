internal import Basics
internal import SystemLibraries

/// New content beside the file that it replaces.
struct FileDraft {
  var path: FilePath
  var target: FilePath

  /// - Parameter original: the file whose permissions it gets.
  init(_ bytes: [UInt8], for target: FilePath, like original: FilePath) throws {
    self.target = target
    path = target.parent.appending(".\(target.name).\(UUID().uuidString)")
    do {
      try Data(bytes).write(to: URL(filePath: path.string), options: .withoutOverwriting)
    } catch {
      path.remove()
      throw error
    }
    path.copyPermissions(of: original)
  }

  /// Replaces the file atomically.
  func commit() throws(ReplacementError) {
    let code = path.rename(to: target)
    guard code == 0 else { throw .failed(SystemError.reason(code)) }
  }
}
