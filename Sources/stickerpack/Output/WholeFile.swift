internal import Basics
internal import ImageContainers
internal import StickerPacks
internal import SystemLibraries

/// Writes files atomically.
enum WholeFile {
  /// Refuses to overwrite an image, a file of a pack or a configuration, so a mistyped path cannot
  /// destroy art, and a symbolic link, because it could redirect the write to another file.
  ///
  /// - Parameters:
  ///   - packs: the packs whose files the command reads.
  ///   - replacesImages: whether the file may be an image outside of these packs.
  static func checkPlace(
    _ path: FilePath, reading packs: [PackSource] = [], replacesImages: Bool = false
  ) throws(CommandError) {
    guard isStream(path) || !path.isLink else {
      throw CommandError(
        message: "\(path) is a symbolic link; name the file itself", status: .usage)
    }
    guard path.isFile, let identity = path.identity else { return }
    func refuse(_ what: String) throws(CommandError) {
      throw CommandError(
        message: "\(path) is \(what) and was not overwritten; choose another file", status: .usage)
    }
    if !replacesImages, let head = try? FileReading.head(ofFileAt: path, count: 4096),
      FileSignature(of: head).isImage
    {
      try refuse("an image")
    }
    for pack in packs {
      let files = pack.files.flatMap { $0.files.map(\.path) }
      if files.contains(where: { $0.identity == identity }) {
        try refuse("a file of the pack \(pack.displayPath)")
      }
      if pack.configurations.contains(where: { $0.location.path.identity == identity }) {
        try refuse("a configuration")
      }
      if pack.kind == .catalog, let resolved = path.resolved, resolved.isInside(pack.path) {
        try refuse("a file of the catalog \(pack.displayPath)")
      }
    }
  }

  /// Refuses a folder that is a symbolic link: files would be written elsewhere.
  static func checkFolder(_ path: FilePath) throws(CommandError) {
    guard !path.isLink else {
      throw CommandError(
        message: "\(path) is a symbolic link; specify the folder itself", status: .usage)
    }
  }

  /// Creates a folder and those above it, unless there is one.
  static func makeFolder(_ path: FilePath) throws(CommandError) {
    try checkFolder(path)
    do {
      try FileManager.default.createDirectory(
        atPath: path.string, withIntermediateDirectories: true)
    } catch {
      throw CommandError(
        message: "cannot create \(path): \(SystemError.reason(error))", status: .failed)
    }
  }

  /// Whether the path leads to a device or pipe, such as /dev/stdout, which is a link.
  private static func isStream(_ path: FilePath) -> Bool { path.exists && !path.isFile }

  /// Writes or replaces a file, unless ``checkPlace(_:reading:replacesImages:)`` refuses it. Devices and
  /// pipes are written to, not replaced.
  ///
  /// - Parameter replacesImages: whether the file is an image that only the program itself writes.
  static func write(
    _ bytes: [UInt8], to path: FilePath, replacesImages: Bool = false
  ) throws(CommandError) {
    let isStream = isStream(path)
    if !isStream { try checkPlace(path, replacesImages: replacesImages) }
    do {
      let write = {
        try Data(bytes).write(to: URL(filePath: path.string), options: isStream ? [] : .atomic)
      }
      // A pipe may take any time. A file is complete within milliseconds, and nothing else is left.
      if isStream { try write() } else { try Signals.deferring(write) }
    } catch {
      throw CommandError(
        message: "cannot write \(path): \(SystemError.reason(error))", status: .failed)
    }
  }
}
