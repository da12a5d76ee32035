public import StickerManifest

/// The `Contents.json` files of an asset catalog, as Xcode reads and writes them.
///
/// The keys are sorted and the spacing is Xcode's since version 11, empty lists included; see
/// `CanonicalJSON`.
///
/// Source: Apple, Asset Catalog Format Reference: Sticker Pack Type, Sticker Type, Sticker Sequence
/// Type.
public enum AssetCatalog {
  /// Who wrote a file, and the format's version, which is 1.
  public struct Info: Codable, Sendable, Equatable {
    /// `xcode`, or a tool's own name: Apple asks those who write catalogs for their identifier (Asset
    /// Catalog Format Reference, Catalog Type). Xcode takes any.
    public var author: String
    /// Always 1.
    public var version: Int

    /// What this tool writes.
    public static let ours = Info(author: "stickerpack", version: 1)
  }

  /// The catalog's own file.
  public struct Root: Codable, Sendable, Equatable {
    /// Who wrote it.
    public var info = Info.ours

    /// Creates the file that this tool writes.
    public init() {}
  }

  /// A `.stickerpack` folder's file.
  public struct Pack: Codable, Sendable, Equatable {
    /// The pack's properties.
    public struct Properties: Codable, Sendable, Equatable {
      /// `small`, `regular` or `large`.
      public var gridSize: String?

      enum CodingKeys: String, CodingKey { case gridSize = "grid-size" }

      /// Creates properties.
      public init(gridSize: GridSize) { self.gridSize = gridSize.rawValue }
    }

    /// An entry of the list that orders the pack.
    public struct Entry: Codable, Sendable, Equatable {
      /// The `.sticker` folder's name.
      public var filename: String?

      /// Creates an entry.
      public init(filename: String) { self.filename = filename }
    }

    /// Who wrote it.
    public var info: Info?
    /// The pack's properties.
    public var properties: Properties?
    /// The stickers, in order.
    public var stickers: [Entry]?

    /// Creates the file that this tool writes.
    public init(gridSize: GridSize, folders: [String]) {
      info = .ours
      properties = Properties(gridSize: gridSize)
      stickers = folders.map(Entry.init)
    }
  }

  /// A `.sticker` folder's file.
  public struct Sticker: Codable, Sendable, Equatable {
    /// The sticker's properties.
    public struct Properties: Codable, Sendable, Equatable {
      /// What VoiceOver says.
      public var accessibilityLabel: String?
      /// The image's bare name.
      public var filename: String?

      enum CodingKeys: String, CodingKey {
        case accessibilityLabel = "accessibility-label"
        case filename
      }
    }

    /// Who wrote it.
    public var info: Info?
    /// The sticker's properties.
    public var properties: Properties?

    /// Creates the file that this tool writes.
    public init(filename: String, label: String) {
      info = .ours
      properties = Properties(accessibilityLabel: label, filename: filename)
    }
  }

  /// A `.stickersiconset` folder's file, or an `.appiconset` folder's.
  public struct IconSet: Codable, Sendable, Equatable {
    /// The name that Xcode's template gives to the set, and its targets ask for.
    public static let name = "iMessage App Icon"

    /// One slot.
    public struct Image: Codable, Sendable, Equatable {
      /// The image's bare name.
      public var filename: String?
      /// `iphone`, `ipad`, `universal` or `ios-marketing`.
      public var idiom: String?
      /// `ios` for the idioms that say no more than that.
      public var platform: String?
      /// `1x`, `2x` or `3x`.
      public var scale: String?
      /// In points, `60x45`.
      public var size: String?
    }

    /// The slots.
    public var images: [Image]?
    /// Who wrote it.
    public var info: Info?

    /// Creates the file that this tool writes, with the slots in Xcode's order.
    public init(_ images: [(slot: IconSlot, filename: String)]) {
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

    /// The name that Xcode’s templates give to the `.appiconset` of an ordinary app.
    public static let nameForApps = "AppIcon"

    /// The file of an `.appiconset` with one image of 1,024 × 1,024 px, of which Xcode makes all others.
    ///
    /// Source: the “Single Size” that Xcode writes since version 14.
    public init(forAppOf filename: String) {
      images = [
        Image(
          filename: filename, idiom: "universal", platform: "ios", scale: nil, size: "1024x1024")
      ]
      info = .ours
    }
  }

  /// A `.stickersequence` folder's file.
  public struct Sequence: Codable, Sendable, Equatable {
    /// The sequence's properties.
    public struct Properties: Codable, Sendable, Equatable {
      /// What VoiceOver says.
      public var accessibilityLabel: String?
      /// Frames a second, or seconds for one pass.
      public var duration: Double?
      /// What the duration is: `fps` or `fixed`.
      public var durationType: String?
      /// How often it plays again after the first time; 0 for ever.
      public var repetitions: Int?

      enum CodingKeys: String, CodingKey {
        case accessibilityLabel = "accessibility-label"
        case duration
        case durationType = "duration-type"
        case repetitions
      }
    }

    /// One frame.
    public struct Frame: Codable, Sendable, Equatable {
      /// The image's bare name.
      public var filename: String?
    }

    /// The frames, in the order in which they are shown.
    public var frames: [Frame]?
    /// Who wrote it.
    public var info: Info?
    /// The sequence's properties.
    public var properties: Properties?

    /// Creates the file that this tool writes.
    public init(frames: [String], settings: FrameSequence.Settings, label: String) {
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
