package import ImageContainers

/// A sticker that Xcode assembles from frames (`.stickersequence`).
///
/// Source: Apple, Asset Catalog Format Reference: Sticker Sequence Type.
package struct SequenceSource: Sendable {
  /// Its name, its folder and its label. It has no `sequence` if it cannot be assembled: without frames,
  /// or with a duration or number of repetitions that `stickerpack.json` does not allow either.
  package var sticker: StickerSource
  /// The number of stickers before it that are files.
  package var position: Int
  /// The files of its frames, without duplicates.
  package var files: [StickerSource]
  /// The frames in the order of playback, as indices into `files`.
  package var order: [Int]
  /// The time that each frame is shown, in milliseconds; nil when the catalog does not state it.
  package var delayMilliseconds: Double?
  /// The number of times that the animation is repeated, 0 for forever; nil when the catalog does not
  /// state it.
  package var repetitions: Double?
  package var durationPlace: Place?
  package var repetitionsPlace: Place?
  /// The file of both places, as reports name it.
  package var contentsPath: String
}

/// An image of icon slots, from a catalog's icon set (`.stickersiconset`) or `stickerpack.json`.
package struct IconSource: Sendable, Equatable {
  package var file: StickerSource
  /// The slots that it is for; empty when the catalog names none that exists.
  package var slots: [IconSlot]
}

/// A place for one icon in an icon set.
///
/// Source: Apple, Asset Catalog Format Reference: Messages Extension Icon Type; the slots that Xcode
/// writes; Technical Q&A QA1686, table 8, for what the App Store requires.
package struct IconSlot: Sendable, Equatable {
  /// `iphone`, `ipad`, `universal` or `ios-marketing`.
  package var idiom: String
  /// The width in points.
  package var width: Int
  /// The height in points.
  package var height: Int
  /// Pixels per point: 1, 2 or 3.
  package var scale: Int
  /// Whether the App Store requires it.
  package var isRequired: Bool

  package static let all = [
    IconSlot("iphone", 29, 29, 2, isRequired: false),
    IconSlot("iphone", 29, 29, 3, isRequired: false),
    IconSlot("iphone", 60, 45, 2), IconSlot("iphone", 60, 45, 3),
    IconSlot("ipad", 29, 29, 2, isRequired: false),
    IconSlot("ipad", 67, 50, 2), IconSlot("ipad", 74, 55, 2),
    square, IconSlot("universal", 27, 20, 2), IconSlot("universal", 27, 20, 3),
    IconSlot("universal", 32, 24, 2), IconSlot("universal", 32, 24, 3),
    IconSlot("ios-marketing", 1024, 768, 1),
  ]

  /// The App Store's square icon.
  package static let square = IconSlot("ios-marketing", 1024, 1024, 1, isRequired: false)

  init(_ idiom: String, _ width: Int, _ height: Int, _ scale: Int, isRequired: Bool = true) {
    self.idiom = idiom
    self.width = width
    self.height = height
    self.scale = scale
    self.isRequired = isRequired
  }

  /// The size of its image, in pixels.
  package var pixels: CanvasSize { CanvasSize(width: width * scale, height: height * scale) }
  /// Its size in points as catalogs write it: `60x45`.
  package var size: String { "\(width)x\(height)" }
  /// Its name in a configuration: `60x45@2x`. The Settings icons of iPhone and iPad share one.
  package var key: String { "\(size)@\(scale)x" }
  /// Its name in messages: `iphone 60x45@2x`.
  package var name: String { "\(idiom) \(key)" }
  /// The platform that Xcode adds to some slots.
  var platform: String? { idiom == "universal" || size == "1024x768" ? "ios" : nil }
  /// Whether the App Store shows it.
  package var isForStore: Bool { idiom == "ios-marketing" }
}
