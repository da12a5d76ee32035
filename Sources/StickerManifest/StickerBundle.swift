#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A bundle that stickerpack built, for an app that shows its stickers. Nothing is written.
///
///     let bundle = try StickerBundle(contentsOf: folder)
///     for sticker in bundle.stickers {
///       show(sticker.file(forScale: 2).url, sticker.label(in: "de-AT"))
///     }
///
/// No image is opened and no hash is computed: `stickerpack verify` does that where the bundle comes
/// from. A value can be used from any thread.
public struct StickerBundle: Sendable {
  /// Why a folder cannot be used as a bundle.
  public enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no manifest in the folder, or the system refuses to open it.
    case unreadable(String)
    /// The manifest is larger than ``Manifest/mostBytes``. In bytes.
    case tooLarge(Int)
    /// The manifest is none, or one that this version does not read.
    case manifest(Manifest.ReadingFailure)
    /// The manifest says something that no bundle's does, such as a file outside of the folder.
    case defect(Manifest.Defect)

    /// One sentence without a full stop.
    public var description: String {
      switch self {
      case .unreadable(let reason): "\(Manifest.fileName) cannot be read: \(reason)"
      case .tooLarge(let size):
        "\(Manifest.fileName) has \(size) bytes, and \(Manifest.mostBytes) are the limit"
      case .manifest(let failure): "\(Manifest.fileName): \(failure)"
      case .defect(let defect): "\(Manifest.fileName): \(defect)"
      }
    }
  }

  /// The bundle's folder.
  public let folder: URL
  /// The pack's name.
  public let name: String
  /// How large the stickers are meant to be shown: `MSStickerSize` has the same three.
  public let gridSize: GridSize
  /// The stickers, in pack order.
  public let stickers: [Sticker]

  /// Reads the manifest in `folder`.
  ///
  /// - Parameter folder: the URL of a folder on disk.
  public init(contentsOf folder: URL) throws(Failure) {
    let data: Data
    do {
      // Mapped, so that a huge file costs nothing before it is refused.
      data = try Data(
        contentsOf: folder.appendingPathComponent(Manifest.fileName), options: .mappedIfSafe)
    } catch {
      throw .unreadable("\(error)")
    }
    guard data.count <= Manifest.mostBytes else { throw .tooLarge(data.count) }
    let manifest: Manifest
    do {
      manifest = try Manifest(parsing: Array(data))
    } catch {
      throw .manifest(error)
    }
    if let defect = manifest.defects.first { throw .defect(defect) }
    self.folder = folder
    name = manifest.name
    gridSize = manifest.gridSize
    stickers = manifest.stickers.map { Sticker($0, in: folder) }
  }

  /// A width and a height in points.
  public struct Size: Sendable, Equatable {
    /// In points.
    public let width: Double
    /// In points.
    public let height: Double
  }

  /// One image file.
  public struct File: Sendable, Equatable {
    /// Where it is.
    public let url: URL
    /// Pixels a point: 3, 2 or 1.
    public let scale: Int
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Its size in bytes.
    public let bytes: Int
  }

  /// One sticker.
  public struct Sticker: Sendable, Equatable, Identifiable {
    /// The art's name without extension; unique in the bundle.
    public let id: String
    /// What a screen reader says, in the pack's own language.
    public let label: String
    /// What it says in other languages, by language tag.
    public let localizedLabels: [String: String]
    /// `png`, `apng`, `gif` or `jpeg`.
    public let format: String
    /// How the animation plays; nil for a still image.
    public let animation: Manifest.Animation?
    /// The image at each scale, the largest first. There is at least one.
    public let files: [File]
    /// The art as it was drawn, at @3x. `MSSticker` takes this one, since Messages scales by itself.
    public let original: File

    fileprivate init(_ sticker: Manifest.Sticker, in folder: URL) {
      id = sticker.id
      label = sticker.label
      localizedLabels = sticker.localizedLabels ?? [:]
      format = sticker.format
      animation = sticker.animation
      files = sticker.scales.map {
        File(
          url: folder.appendingPathComponent($0.file, isDirectory: false), scale: $0.scale,
          width: $0.width, height: $0.height, bytes: $0.bytes)
      }
      original = files[0]
    }

    /// How large the sticker is on any screen.
    public var pointSize: Size {
      Size(
        width: Double(original.width) / Double(original.scale),
        height: Double(original.height) / Double(original.scale))
    }

    /// The smallest image that has enough pixels for a screen, or the largest where none has.
    ///
    /// - Parameter scale: the screen's pixels a point, such as `UIScreen.scale`.
    public func file(forScale scale: Double) -> File {
      files.last { Double($0.scale) >= scale } ?? original
    }

    /// What a screen reader says in a language: the label for just that tag, or for the tag without
    /// its last parts (RFC 4647, lookup), or ``label`` where there is none.
    ///
    /// - Parameter language: a language tag such as `de-AT`, as `Locale.preferredLanguages` has them.
    public func label(in language: String) -> String {
      let byTag = Dictionary(
        localizedLabels.map { (Self.subtags(of: $0.key), $0.value) },
        uniquingKeysWith: { first, second in min(first, second) })
      var subtags = Self.subtags(of: language)
      while !subtags.isEmpty {
        if let label = byTag[subtags] { return label }
        subtags.removeLast()
      }
      return label
    }

    private static func subtags(of tag: String) -> [String] {
      tag.lowercased().split { $0 == "-" || $0 == "_" }.map { String($0) }
    }
  }
}
