package import Basics
package import StickerManifest

/// The `Contents.json` of an asset catalog or of a folder in one, for writing.
///
/// Keys are sorted and spaced as Xcode 11 and later write them, empty lists included; see
/// ``JSONStream``.
///
/// Source: Apple, Asset Catalog Format Reference: Sticker Pack Type, Sticker Type, Sticker Sequence
/// Type.
package struct AssetCatalog: Sendable {
  /// The name of the set in Xcode's template, to which the build settings of its targets refer.
  package static let iconSetName = "iMessage App Icon"

  private struct Properties: JSONObject {
    var accessibilityLabel: String?
    /// Frames per second, or seconds for one pass.
    var duration: Double?
    /// `fps` or `fixed`.
    var durationType: String?
    var filename: String?
    var gridSize: GridSize?
    var repetitions: Int?

    func addMembers(to json: inout JSONStream) {
      json.add("accessibility-label", accessibilityLabel)
      json.add("duration", duration)
      json.add("duration-type", durationType)
      json.add("filename", filename)
      json.add("grid-size", gridSize)
      json.add("repetitions", repetitions)
    }
  }

  private struct Item: JSONObject {
    var filename: String
    var idiom: String?
    var platform: String?
    var scale: String?
    var size: String?

    func addMembers(to json: inout JSONStream) {
      json.add("filename", filename)
      json.add("idiom", idiom)
      json.add("platform", platform)
      json.add("scale", scale)
      json.add("size", size)
    }
  }

  private var properties: Properties?
  private var stickers: [Item]?
  private var frames: [Item]?
  private var images: [Item]?

  /// Creates the file of the catalog itself.
  package init() {}

  /// Creates the file of a `.stickerpack` whose sticker folders have these names, in this order.
  package init(gridSize: GridSize, folders: [String]) {
    properties = Properties(gridSize: gridSize)
    stickers = folders.map { Item(filename: $0) }
  }

  /// Creates the file of a `.sticker` with an image's name and a label for VoiceOver, if there is one.
  package init(sticker filename: String, label: String?) {
    properties = Properties(accessibilityLabel: label, filename: filename)
  }

  /// Creates the file of a `.stickersequence` with the names of its frames, in the order of playback.
  package init(frames: [String], settings: FrameSequence.Settings, label: String?) {
    let (duration, type) =
      switch settings.timing {
      case .fps(let fps): (fps, "fps")
      case .duration(let seconds): (seconds, "fixed")
      }
    self.frames = frames.map { Item(filename: $0) }
    properties = Properties(
      accessibilityLabel: label, duration: duration, durationType: type,
      repetitions: settings.repetitions)
  }

  /// Creates the file of a `.stickersiconset`, with the slots in Xcode's order.
  package init(icons: [(slot: IconSlot, filename: String)]) {
    let order = IconSlot.all.map { $0.name }
    let sorted = icons.sorted {
      (order.firstIndex(of: $0.slot.name) ?? 0) < (order.firstIndex(of: $1.slot.name) ?? 0)
    }
    images = sorted.map { slot, filename in
      Item(
        filename: filename, idiom: slot.idiom, platform: slot.platform, scale: "\(slot.scale)x",
        size: slot.size)
    }
  }
}

extension AssetCatalog: JSONObject {
  package func addMembers(to json: inout JSONStream) {
    json.add("frames", frames)
    json.add("images", images)
    json.add("info") {
      // The tool's identifier. Apple asks tools for one of their own (Asset Catalog Format Reference, Catalog Type);
      // Xcode accepts any.
      $0.add("author", "stickerpack")
      $0.add("version", 1)
    }
    json.add("properties", properties)
    json.add("stickers", stickers)
  }
}
