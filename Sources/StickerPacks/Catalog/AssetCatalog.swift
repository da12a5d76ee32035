internal import Basics
package import StickerManifest

/// The `Contents.json` files of an asset catalog, as Xcode reads and writes them.
///
/// The keys are sorted and the spacing is Xcode's since version 11, empty lists included; see
/// `CanonicalJSON`.
///
/// Source: Apple, Asset Catalog Format Reference: Sticker Pack Type, Sticker Type, Sticker Sequence
/// Type.
package enum AssetCatalog {
  /// Who wrote a file, and the format's version, which is 1.
  package struct Info: Codable, Sendable, Equatable {
    /// `xcode`, or a tool's own name: Apple asks those who write catalogs for their identifier (Asset
    /// Catalog Format Reference, Catalog Type). Xcode takes any.
    package var author: String
    /// Always 1.
    package var version: Int

    /// What this tool writes.
    package static let ours = Info(author: "stickerpack", version: 1)
  }

  /// The catalog's own file.
  package struct Root: Codable, Sendable, Equatable {
    /// Who wrote it.
    package var info = Info.ours

    /// Creates the file that this tool writes.
    package init() {}
  }

  /// A `.stickerpack` folder's file.
  package struct Pack: Codable, Sendable, Equatable {
    /// The pack's properties.
    package struct Properties: Codable, Sendable, Equatable {
      /// `small`, `regular` or `large`.
      package var gridSize: String?

      enum CodingKeys: String, CodingKey { case gridSize = "grid-size" }

      /// Creates properties.
      package init(gridSize: GridSize) { self.gridSize = gridSize.rawValue }
    }

    /// An entry of the list that orders the pack.
    package struct Entry: Codable, Sendable, Equatable {
      /// The `.sticker` folder's name.
      package var filename: String?

      /// Creates an entry.
      package init(filename: String) { self.filename = filename }
    }

    /// Who wrote it.
    package var info: Info?
    /// The pack's properties.
    package var properties: Properties?
    /// The stickers, in order.
    package var stickers: [Entry]?

    /// Creates the file that this tool writes.
    package init(gridSize: GridSize, folders: [String]) {
      info = .ours
      properties = Properties(gridSize: gridSize)
      stickers = folders.map(Entry.init)
    }
  }

  /// A `.sticker` folder's file.
  package struct Sticker: Codable, Sendable, Equatable {
    /// The sticker's properties.
    package struct Properties: Codable, Sendable, Equatable {
      /// What VoiceOver says.
      package var accessibilityLabel: String?
      /// The image's bare name.
      package var filename: String?

      enum CodingKeys: String, CodingKey {
        case accessibilityLabel = "accessibility-label"
        case filename
      }
    }

    /// Who wrote it.
    package var info: Info?
    /// The sticker's properties.
    package var properties: Properties?

    /// Creates the file that this tool writes.
    package init(filename: String, label: String) {
      info = .ours
      properties = Properties(accessibilityLabel: label, filename: filename)
    }
  }

  /// A `.stickersiconset` folder's file, or an `.appiconset` folder's.
  package struct IconSet: Codable, Sendable, Equatable {
    /// The name that Xcode's template gives to the set, and its targets ask for.
    package static let name = "iMessage App Icon"

    /// One slot.
    package struct Image: Codable, Sendable, Equatable {
      /// The image's bare name.
      package var filename: String?
      /// `iphone`, `ipad`, `universal` or `ios-marketing`.
      package var idiom: String?
      /// `ios` for the idioms that say no more than that.
      package var platform: String?
      /// `1x`, `2x` or `3x`.
      package var scale: String?
      /// In points, `60x45`.
      package var size: String?
    }

    /// The slots.
    package var images: [Image]?
    /// Who wrote it.
    package var info: Info?

    /// Creates the file that this tool writes, with the slots in Xcode's order.
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
      info = .ours
    }

    /// The name that Xcode's templates give to the `.appiconset` of an ordinary app.
    package static let nameForApps = "AppIcon"

    /// The file of an `.appiconset` with one image of 1,024 × 1,024 px, of which Xcode makes all others.
    ///
    /// Source: the "Single Size" that Xcode writes since version 14.
    package init(forAppOf filename: String) {
      images = [
        Image(
          filename: filename, idiom: "universal", platform: "ios", scale: nil, size: "1024x1024")
      ]
      info = .ours
    }
  }

  /// A `.stickersequence` folder's file.
  package struct Sequence: Codable, Sendable, Equatable {
    /// The sequence's properties.
    package struct Properties: Codable, Sendable, Equatable {
      /// What VoiceOver says.
      package var accessibilityLabel: String?
      /// Frames a second, or seconds for one pass.
      package var duration: Double?
      /// What the duration is: `fps` or `fixed`.
      package var durationType: String?
      /// How often it plays again after the first time; 0 forever.
      package var repetitions: Int?

      enum CodingKeys: String, CodingKey {
        case accessibilityLabel = "accessibility-label"
        case duration
        case durationType = "duration-type"
        case repetitions
      }
    }

    /// One frame.
    package struct Frame: Codable, Sendable, Equatable {
      /// The image's bare name.
      package var filename: String?
    }

    /// The frames, in the order in which they are shown.
    package var frames: [Frame]?
    /// Who wrote it.
    package var info: Info?
    /// The sequence's properties.
    package var properties: Properties?

    /// Creates the file that this tool writes.
    package init(frames: [String], settings: FrameSequence.Settings, label: String) {
      let (duration, type) =
        switch settings.timing {
        case .fps(let fps): (fps, "fps")
        case .duration(let seconds): (seconds, "fixed")
        }
      self.frames = frames.map(Frame.init)
      info = .ours
      properties = Properties(
        accessibilityLabel: label, duration: duration, durationType: type,
        repetitions: settings.repetitions)
    }
  }
}
