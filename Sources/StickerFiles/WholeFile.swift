package import Basics
internal import ImageContainers
package import StickerPacks
internal import SystemLibraries

/// Writes single files atomically: reports, pages, pictures and configurations.
package enum WholeFile {
  /// Refuses to overwrite an image, a file of a pack or a configuration, so a mistyped path cannot
  /// destroy art, and a symbolic link, because it could redirect the write to another file.
  ///
  /// - Parameters:
  ///   - packs: the packs whose files the command reads.
  ///   - replacesImages: whether the file may be an image outside of these packs.
  package static func checkPlace(
    _ path: FilePath, reading packs: [PackSource] = [], replacesImages: Bool = false
  ) throws(OutputError) {
    func refuse(_ reason: String) -> OutputError { .invalid(path: path.string, reason: reason) }
    guard isStream(path) || !path.isLink else {
      throw refuse("is a symbolic link; name the file itself")
    }
    guard path.isFile, let identity = path.identity else { return }
    func refuseFile(_ what: String) -> OutputError {
      refuse("is \(what) and was not overwritten; choose another file")
    }
    if !replacesImages, let head = try? FileReading.head(ofFileAt: path, count: 4096),
      FileSignature(of: head).isImage
    {
      throw refuseFile("an image")
    }
    for pack in packs {
      let files = pack.files.flatMap { $0.files.map(\.path) }
      if files.contains(where: { $0.identity == identity }) {
        throw refuseFile("a file of the pack \(pack.displayPath)")
      }
      if pack.configurations.files.contains(where: { $0.location.path.identity == identity }) {
        throw refuseFile("a configuration")
      }
      if pack.kind == .catalog, let resolved = path.resolved, resolved.isInside(pack.path) {
        throw refuseFile("a file of the catalog \(pack.displayPath)")
      }
    }
  }

  /// Whether the path leads to a device or pipe, such as /dev/stdout, which is a link.
  private static func isStream(_ path: FilePath) -> Bool { path.exists && !path.isFile }

  /// Writes or replaces a file, unless ``checkPlace(_:reading:replacesImages:)`` refuses it. Devices and
  /// pipes are written to, not replaced.
  ///
  /// - Parameters:
  ///   - replacesImages: whether the file is an image that only the program itself writes.
  ///   - uninterrupted: runs what must not be interrupted: a file is complete within milliseconds, but a
  ///     part of it would be left beside it. A pipe may take any time, and leaves nothing.
  package static func write(
    _ bytes: [UInt8], to path: FilePath, replacesImages: Bool = false,
    uninterrupted: (_ write: () -> Void) -> Void
  ) throws(OutputError) {
    guard !isStream(path) else {
      do { try Data(bytes).write(to: URL(filePath: path.string)) } catch {
        throw .unwritable(action: "write \(path)", reason: SystemError.reason(error))
      }
      return
    }
    try write([(bytes, path)], replacesImages: replacesImages, uninterrupted: uninterrupted)
  }

  /// Writes several files, all of them or, if one cannot be written, none of those that did not exist before.
  ///
  /// - Parameters:
  ///   - replacesImages: whether the files are images that only the program itself writes.
  ///   - uninterrupted: runs what must not be interrupted.
  package static func write(
    _ files: [(bytes: [UInt8], path: FilePath)], replacesImages: Bool = false,
    uninterrupted: (_ write: () -> Void) -> Void
  ) throws(OutputError) {
    for file in files { try checkPlace(file.path, replacesImages: replacesImages) }
    var failure: OutputError?
    uninterrupted {
      for folder in Set(files.map(\.path.parent)) { FileDraft.removeLeft(in: folder) }
      var path = FilePath.currentFolder
      var (drafts, committed): ([FileDraft], [FileDraft]) = ([], [])
      do throws(ReplacementError) {
        // A full disk is noticed before the first file is there.
        for file in files {
          path = file.path
          drafts.append(try FileDraft(file.bytes, for: path, like: path.exists ? path : nil))
        }
        for draft in drafts {
          path = draft.target
          let isNew = !path.exists
          try draft.commit()
          if isNew { committed.append(draft) }
        }
      } catch {
        for draft in committed { draft.withdraw() }
        failure = .unwritable(action: "write \(path)", reason: "\(error)")
      }
    }
    if let failure { throw failure }
  }
}
