internal import Basics
internal import ImageContainers
internal import Pixels
package import StickerFiles
internal import StickerFit
internal import StickerPacks

/// Pages that show stickers before and after a change.
package enum DifferencePage {
  private static let scripts = [
    "apng", "page", "fragment", "backgrounds", "player", "comparison", "fixing", "diff",
  ]

  /// A page that shows both versions of each changed sticker.
  ///
  /// - Parameter images: the images by SHA-256 of the sticker's file at @3x.
  package static func html(
    of difference: BundleDifference, images: [String: PageImage]
  ) throws -> [UInt8] {
    let packs = difference.packs.filter { !$0.isSame }.map { pack in
      (
        title: DifferenceReport.section(of: pack).title,
        stickers: pack.stickers.map { ComparedSticker($0) },
        files: pack.files.map { DifferenceReport.row(of: $0).words.withoutControls }
      )
    }
    return try page(
      PageContents(
        packs, summary: DifferenceReport.summary(of: difference), images,
        files: difference.files.map { DifferenceReport.row(of: $0).words.withoutControls }))
  }

  /// A page that shows stickers before and after a change of their files.
  ///
  /// - Parameters:
  ///   - groups: the stickers, and what those of a group have in common, such as their folder.
  ///   - images: the images by SHA-256 of the file.
  package static func html(
    of groups: [(title: String, stickers: [ComparedSticker])], summary: String,
    images: [String: PageImage]
  ) throws -> [UInt8] {
    let shown = groups.filter { !$0.stickers.isEmpty }.map { ($0.title, $0.stickers, [String]()) }
    return try page(PageContents(shown, summary: summary, images))
  }

  private static func page(_ contents: PageContents) throws -> [UInt8] {
    try HTMLPage.bytes(
      "comparison", title: "Sticker comparison", body: Resource.bytes("diff.html"),
      scripts: scripts, data: contents)
  }

  /// The content of the page, as its scripts read it.
  private struct PageContents: Encodable {
    var summary: String
    var packs: [Pack]
    /// The changed files outside of the packs, in words.
    var files: [String]
    var images: [PageImage] = []

    init(
      _ packs: [(title: String, stickers: [ComparedSticker], files: [String])], summary: String,
      _ read: [String: PageImage], files: [String] = []
    ) {
      self.summary = summary.withoutControls
      self.files = files
      let stickers = packs.flatMap { $0.stickers }
      let versions = stickers.map { $0.versions }
      var positions: [String: Int] = [:]
      let shown = versions.compactMap { $0.old } + versions.compactMap { $0.new }
      let digests =
        shown.map { $0.sha256 }
        + stickers.compactMap { $0.closeUp }.flatMap { $0.files }.map { $0.sha256 }
      for digest in digests where positions[digest] == nil {
        guard let image = read[digest] else { continue }
        positions[digest] = images.count
        images.append(image)
      }
      self.packs = packs.map { pack in
        Pack(
          title: pack.title.withoutControls, stickers: pack.stickers.map { Change($0, positions) },
          files: pack.files)
      }
    }
  }

  fileprivate struct Pack: Encodable {
    /// The differences of the pack itself, in words.
    var title: String
    var stickers: [Change]
    /// The changed files that no sticker explains, in words.
    var files: [String]
  }

  fileprivate struct Change: Encodable {
    var kinds: [String]
    /// The changes, in words.
    var words: String
    var old: Side?
    var new: Side?
    /// Whether both versions are shown at one size.
    var isScaled: Bool
    var closeUp: CloseUp?
    /// The fixes of the sticker and their effect.
    var fixing: ComparedSticker.Fixing?

    init(_ sticker: ComparedSticker, _ images: [String: Int]) {
      (kinds, words, fixing) = (sticker.kinds, sticker.words, sticker.fixing)
      old = sticker.versions.old.map { Side($0, images) }
      new = sticker.versions.new.map { Side($0, images) }
      isScaled = sticker.isScaled
      closeUp = sticker.closeUp.map { CloseUp($0, images) }
    }
  }

  /// The part of the new version that looks worst.
  fileprivate struct CloseUp: Encodable {
    /// The index of the old frame.
    var frame: Int
    /// The time before it, in milliseconds.
    var time: Double
    /// The part of the canvas, in pixels.
    var area: PixelRect
    var score: Double
    /// The indices of the images of the old and the new version; empty if the page has no room for them.
    var images: [Int]

    init(_ closeUp: StickerFit.CloseUp, _ images: [String: Int]) {
      (frame, time) = (closeUp.moment.frame, closeUp.moment.time)
      (area, score) = (closeUp.area, closeUp.score)
      self.images = closeUp.files.compactMap { images[$0.sha256] }
    }
  }

  /// A version of a sticker.
  fileprivate struct Side: Encodable {
    var name: String
    var label: String?
    /// The size of the image at @3x in pixels.
    var width: Int
    var height: Int
    /// The index of the image; nil if it cannot be shown.
    var image: Int?
    /// The number of times an animation plays; 0 is forever.
    var plays: Int?

    init(_ version: StickerChange.Version, _ images: [String: Int]) {
      name = version.name.withoutControls
      label = version.label?.withoutControls
      (width, height) = (version.canvas?.width ?? 0, version.canvas?.height ?? 0)
      image = images[version.sha256]
      plays = version.timing?.loop.plays
    }
  }
}
