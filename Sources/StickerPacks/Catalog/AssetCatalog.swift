internal import Basics
package import StickerManifest

/// The `Contents.json` files of an asset catalog, for writing.
///
/// Keys are sorted and spaced as Xcode 11 and later write them, empty lists included; see
/// `CanonicalJSON`.
///
/// Source: Apple, Asset Catalog Format Reference: Sticker Pack Type, Sticker Type, Sticker Sequence
/// Type.
package enum AssetCatalog {
  /// The writer of a file, and the version of its format.
  private struct Info: Encodable {
    /// The tool's identifier. Apple asks tools for one of their own (Asset Catalog Format Reference,
    /// Catalog Type); Xcode accepts any.
    private let author = "stickerpack"
    private let version = 1
  }

  /// The catalog's own file.
  package struct Root: Encodable, Sendable {
    private let info = Info()

    /// Creates the file.
    package init() {}
  }

  /// A `.stickerpack` folder's file.
  package struct Pack: Encodable, Sendable {
    private struct Properties: Encodable {
      let gridSize: String

      enum CodingKeys: String, CodingKey { case gridSize = "grid-size" }
    }

    private struct Entry: Encodable { let filename: String }

    private let info = Info()
    private let properties: Properties
    private let stickers: [Entry]

    /// Creates the file of a pack whose sticker folders have these names, in this order.
    package init(gridSize: GridSize, folders: [String]) {
      properties = Properties(gridSize: gridSize.rawValue)
      stickers = folders.map(Entry.init)
    }
  }

  /// A `.sticker` folder's file.
  package struct Sticker: Encodable, Sendable {
    private struct Properties: Encodable {
      let accessibilityLabel: String?
      let filename: String

      enum CodingKeys: String, CodingKey {
        case accessibilityLabel = "accessibility-label"
        case filename
      }
    }

    private let info = Info()
    private let properties: Properties

    /// Creates the file of a sticker with an image's name and a label for VoiceOver, if there is one.
    package init(filename: String, label: String?) {
      properties = Properties(accessibilityLabel: label, filename: filename)
    }
  }

  /// A `.stickersiconset` folder's file, or an `.appiconset` folder's.
  package struct IconSet: Encodable, Sendable {
    /// The name of the set in Xcode's template, to which the build settings of its targets refer.
    package static let name = "iMessage App Icon"
    /// The name of the `.appiconset` in Xcode's template of an ordinary app.
    package static let nameForApps = "AppIcon"

    private struct Image: Encodable {
      let filename: String
      let idiom: String
      let platform: String?
      let scale: String?
      let size: String
    }

    private let images: [Image]
    private let info = Info()

    /// Creates the file, with the slots in Xcode's order.
    package init(_ images: [(slot: IconSlot, filename: String)]) {
      let order = IconSlot.all.map(\.name)
      let sorted = images.sorted {
        (order.firstIndex(of: $0.slot.name) ?? 0) < (order.firstIndex(of: $1.slot.name) ?? 0)
      }
      self.images = sorted.map { slot, filename in
        Image(
          filename: filename, idiom: slot.idiom, platform: slot.platform, scale: "\(slot.scale)x",
          size: slot.size)
      }
    }

    /// Creates the file of an `.appiconset` with one image of 1,024 × 1,024 px, from which Xcode makes
    /// all others.
    ///
    /// Source: the "Single Size" that Xcode writes since version 14.
    package init(forAppOf filename: String) {
      images = [
        Image(
          filename: filename, idiom: "universal", platform: "ios", scale: nil, size: "1024x1024")
      ]
    }
  }

  /// A `.stickersequence` folder's file.
  package struct Sequence: Encodable, Sendable {
    private struct Properties: Encodable {
      let accessibilityLabel: String?
      /// Frames per second, or seconds for one pass.
      let duration: Double
      /// `fps` or `fixed`.
      let durationType: String
      let repetitions: Int

      enum CodingKeys: String, CodingKey {
        case accessibilityLabel = "accessibility-label"
        case duration
        case durationType = "duration-type"
        case repetitions
      }
    }

    private struct Frame: Encodable { let filename: String }

    private let frames: [Frame]
    private let info = Info()
    private let properties: Properties

    /// Creates the file of a sequence with the names of its frames, in the order of playback.
    package init(frames: [String], settings: FrameSequence.Settings, label: String?) {
      let (duration, type) =
        switch settings.timing {
        case .fps(let fps): (fps, "fps")
        case .duration(let seconds): (seconds, "fixed")
        }
      self.frames = frames.map(Frame.init)
      properties = Properties(
        accessibilityLabel: label, duration: duration, durationType: type,
        repetitions: settings.repetitions)
    }
  }
}
