internal import Basics

/// A configuration that applies to a pack: the pack's own, one of a folder above, or one that the
/// command line names.
package struct ConfigurationFile: Sendable {
  /// The file as reports name it.
  package var displayPath: String
  /// What it says.
  package var content: PackConfiguration
  /// The absolute path of the folder in which its globs begin.
  var folder: String

  /// Reads a file as it is, whatever links lead to it.
  ///
  /// - Parameter folder: the absolute path of the folder in which its globs begin.
  init(at path: String, _ displayPath: String, folder: String) throws(LintError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReading.bytes(ofFileAt: path, limit: FileReading.mostBytesOfJSON)
    } catch {
      throw .invalidFile(path: displayPath, line: nil, column: nil, reason: "\(error)")
    }
    do {
      content = try PackConfiguration(parsing: bytes, of: displayPath)
    } catch {
      throw LintError(error, in: displayPath)
    }
    self.displayPath = displayPath
    self.folder = folder
  }

  /// The configuration in a folder, or nil without one. A link may lead anywhere within `root`.
  ///
  /// - Parameter real: the folder's absolute path without links.
  init?(
    in path: String, _ display: String, real: String, within root: String
  ) throws(LintError) {
    let file = PackDiscovery.join(path, PackConfiguration.fileName)
    guard FileReading.exists(file) else { return nil }
    let name = PackDiscovery.join(display, PackConfiguration.fileName)
    guard !FileReading.isLink(file) || realPath(file).map({ isInside(root, $0) }) == true else {
      throw .invalidFile(
        path: name, line: nil, column: nil, reason: "the link leads out of the folder")
    }
    try self.init(at: file, name, folder: real)
  }

  /// Those of the folders above, the farthest first: up to the repository's folder, which holds
  /// `.git`, or without one up to the working directory, where `real` lies in it.
  ///
  /// - Parameter real: a folder's absolute path without links.
  static func above(_ real: String) throws(LintError) -> [ConfigurationFile] {
    guard let last = lastFolder(above: real) else { return [] }
    var files: [ConfigurationFile] = []
    var folder = real
    while !folder.utf8.elementsEqual(last.utf8), folder != "/" {
      folder = PackDiscovery.split(folder).folder
      // A catalog's folders hold what Xcode knows, and nothing of ours.
      if folder.isCatalogPath { continue }
      let display = PackDiscovery.displayPath(ofFolderAbove: folder, last)
      guard let file = try ConfigurationFile(in: folder, display, real: folder, within: last)
      else { continue }
      files.insert(file, at: 0)
      if file.content.isRoot { break }
    }
    return files
  }

  private static func lastFolder(above real: String) -> String? {
    var folder = real
    while true {
      if FileReading.exists(PackDiscovery.join(folder, ".git")) { return folder }
      if folder == "/" { break }
      folder = PackDiscovery.split(folder).folder
    }
    return realPath(".").flatMap { isInside($0, real) ? $0 : nil }
  }
}

extension ConfigurationFile {
  /// Whether the file lies in the pack's own folder.
  package func isOwn(of pack: PackSource) -> Bool {
    displayPath.utf8.elementsEqual(
      PackDiscovery.join(pack.displayPath, PackConfiguration.fileName).utf8)
  }

  /// A file or folder as this configuration's globs see it.
  ///
  /// - Parameter real: its absolute path.
  /// - Parameter display: as reports name it, which is what globs see of what lies elsewhere.
  func path(of real: String, _ display: String) -> Glob.Path {
    guard isInside(folder, real) else { return Glob.Path(display) }
    return Glob.Path(String(decoding: real.utf8.dropFirst(folder.utf8.count), as: UTF8.self))
  }
}
