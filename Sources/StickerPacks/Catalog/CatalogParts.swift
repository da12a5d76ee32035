package import Basics
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
  /// The file of both places.
  package var contents: Location
}

/// The icons of a pack.
package struct PackIcons: Sendable {
  /// The icons of the pack's catalog, or the images that its configuration assigns to slots.
  package var given: [IconSource] = []
  /// The `Contents.json` of each icon set in the pack's catalog.
  package var sets: [Location] = []
  /// The image that the other icons are rendered from.
  package var art: StickerSource?

  package init() {}
}

/// An image of icon slots, from a catalog's icon set (`.stickersiconset`) or `stickerpack.json`.
package struct IconSource: Sendable, Equatable {
  package var file: StickerSource
  /// The slots that it is for; empty when the catalog names none that exists.
  package var slots: [IconSlot]
}
