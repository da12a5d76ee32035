internal import Basics
public import StickerFiles
public import StickerLint
internal import StickerManifest
public import StickerPacks
public import SystemLibraries

/// A failure to build packs. Nothing was written, unless the case says otherwise.
public enum BuildError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The packs cannot be linted.
  case lint(LintError)
  /// The art has errors: the open findings of severity `error`, at least one.
  case errorsFound([Finding])
  /// The path is a file; expected a pack, a folder of packs or an asset catalog.
  case notAFolder(path: String)
  /// The packs have no sticker that can be built.
  case noStickers(packs: [String])
  /// An image cannot be decoded, scaled or encoded.
  case unusableImage(path: String, reason: String)
  /// The icons of a pack cannot be made or encoded.
  case unusableIcons(pack: String, reason: String)
  /// A file has changed since it was linted.
  case changed(path: String)
  /// The project around the packs cannot be written.
  case project(ProjectError)
  /// The options contradict each other.
  case conflictingOptions(reason: String)
  /// The output folder or its archive cannot be written.
  case output(OutputError)
  /// The task was cancelled.
  case cancelled

  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .lint(let error): error.description
    case .errorsFound(let findings):
      "the art has \(findings.count) \(findings.count == 1 ? "error" : "errors")"
        + (findings.first.map { ", the first in \($0.file): \($0.message)" } ?? "")
    case .notAFolder(let path): "\(path) is a file; name the pack's folder"
    case .noStickers(let packs): "no sticker to build in \(packs.joined(separator: ", "))"
    case .unusableImage(let path, let reason): "\(path) cannot be built: \(reason)"
    case .unusableIcons(let pack, let reason): "cannot make the icons of \(pack): \(reason)"
    case .changed(let path): "\(path) has changed since it was checked; run the build again"
    case .project(let error): error.description
    case .conflictingOptions(let reason): reason
    case .output(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}

extension OutputFolder {
  /// Writes a file of the bundle. Returns its entry in the manifest.
  func add(_ file: HashedBytes, to name: FilePath) throws(BuildError) -> Manifest.File {
    do { return try write(file, to: name) } catch { throw .output(error) }
  }

  /// Writes a file that is not hashed yet.
  func add(_ bytes: [UInt8], to name: FilePath) throws(BuildError) -> Manifest.File {
    try add(HashedBytes(bytes), to: name)
  }

  /// Writes a value as JSON.
  func add(json value: some JSONValue, to name: FilePath) throws(BuildError) -> Manifest.File {
    try add(JSONStream.bytes(of: value), to: name)
  }

  /// Writes the `Contents.json` of a folder of a catalog.
  func add(_ contents: AssetCatalog, in folder: FilePath) throws(BuildError) -> Manifest.File {
    try add(json: contents, to: folder.appending("Contents.json"))
  }
}

extension BuildError: LocalizedError {
  /// The same sentence as `description`.
  public var errorDescription: String? { description }
}
